/// A target with a sample answer for each case, for `Provider(stubbing: .immediate)` and previews.
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
/// It is separate from ``TargetType``, so targets without samples need not implement it.
public protocol SampledTarget: TargetType {
    /// The answer for this case.
    var sample: StubAnswer { get }
}

extension SampledTarget {
    /// The sample's body; empty if the sample is an error or has no body.
    public var sampleData: Data { sample.found(for: operation).data }
}

/// The choice between the transport and samples.
public enum StubBehavior: Sendable, Hashable {
    /// Sends the request over the transport.
    case never
    /// Answers with the sample, without a delay unless the sample has one.
    case immediate
    /// Answers with the sample after a delay on the provider's clock.
    case delayed(Duration)
}
