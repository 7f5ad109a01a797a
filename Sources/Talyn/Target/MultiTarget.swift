/// A wrapper for any target, for code with one provider for several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// try await provider.request(MultiTarget(GitHub.zen))
/// ```
/// As in Moya. Calls throw ``MyAPIError``, whatever the wrapped target's failure is. `provider.for(GitHub.self)` keeps that
/// failure, and shares transport, plugins and limits too.
public struct MultiTarget: TargetType {
    /// The wrapped target.
    public let target: any TargetType

    /// Wraps a target. A wrapped target is unwrapped first.
    public init(_ target: any TargetType) {
        self.target = (target as? MultiTarget)?.target ?? target
    }

    /// The wrapped target's.
    public var baseURL: URL { target.baseURL }
    /// The wrapped target's.
    public var path: URLPath { target.path }
    /// The wrapped target's.
    public var method: HTTPMethod { target.method }
    /// The wrapped target's.
    public var task: HTTPTask { target.task }
    /// The wrapped target's.
    public var headers: HTTPHeaders { target.headers }
    /// The wrapped target's.
    public var validation: Validation { target.validation }
    /// The wrapped target's.
    public var timeout: Duration? { target.timeout }
    /// The wrapped target's.
    public var maxBodySize: Int? { target.maxBodySize }
    /// The wrapped target's.
    public var encoder: any BodyEncoder { target.encoder }
    /// The wrapped target's.
    public var decoder: any BodyDecoder { target.decoder }
    /// The wrapped target's.
    public var queryEncoder: QueryEncoder { target.queryEncoder }
    /// The wrapped target's.
    public var bodyTransformers: [BodyTransformer] { target.bodyTransformers }
    /// The wrapped target's.
    public var operation: String { target.operation }
    /// The wrapped target's.
    public var resolvedRoute: Route { target.resolvedRoute }
}

extension MultiTarget: RedactedStringConvertible {
    /// The wrapped target's operation; never values.
    public var description: String { "MultiTarget(\(operation))" }

    /// A mirror that shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": operation], displayStyle: .struct) }
}
