/// A target that carries a sample answer for each case, for `Provider(stubbing: .immediate)` and previews.
///
/// ```swift
/// extension GitHub: SampledTarget {
///     var sample: StubAnswer {
///         switch self {
///         case .zen: .text("Keep it logically awesome.")
///         case .user: .json(#"{"login": "octocat", "id": 1}"#)
///         }
///     }
/// }
/// ```
/// A protocol of its own, so that no target is asked for samples it does not have.
public protocol SampledTarget: TargetType {
    /// The answer of this case.
    var sample: StubAnswer { get }
}

extension SampledTarget {
    /// The sample's body; empty when the sample is an error or has none.
    public var sampleData: Data { sample.found(for: operation).data }
}

/// Whether a provider answers from samples instead of its transport.
public enum StubBehavior: Sendable, Hashable {
    /// The transport is used.
    case never
    /// The sample is the answer, at once unless it has a delay of its own.
    case immediate
    /// The sample is the answer after a time on the provider's clock.
    case delayed(Duration)
}
