/// A wrapper for any target, for code with one provider for several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// try await provider.request(MultiTarget(GitHub.zen))
/// ```
/// As in Moya. Calls throw ``MyAPIError``, whatever the wrapped target's failure is. `provider.for(GitHub.self)` keeps
/// it, and shares transport, plugins and limits too.
public struct MultiTarget: TargetType {
    /// The wrapped target.
    public let target: any TargetType

    /// Wraps a target. A wrapped target is unwrapped first.
    public init(_ target: any TargetType) {
        self.target = (target as? MultiTarget)?.target ?? target
    }

    public var baseURL: URL { target.baseURL }
    public var path: URLPath { target.path }
    public var method: HTTPMethod { target.method }
    public var task: HTTPTask { target.task }
    public var headers: HTTPHeaders { target.headers }
    public var validation: Validation { target.validation }
    public var timeout: Duration? { target.timeout }
    public var maxBodySize: Int? { target.maxBodySize }
    public var encoder: any BodyEncoder { target.encoder }
    public var decoder: any BodyDecoder { target.decoder }
    public var queryEncoder: QueryEncoder { target.queryEncoder }
    public var bodyTransformers: [BodyTransformer] { target.bodyTransformers }
    public var operation: String { target.operation }
    public var resolvedRoute: Route { target.resolvedRoute }
}

extension MultiTarget: RedactedStringConvertible {
    /// The wrapped target's operation; never values.
    public var description: String { "MultiTarget(\(operation))" }

    /// A mirror that shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": operation], displayStyle: .struct) }
}
