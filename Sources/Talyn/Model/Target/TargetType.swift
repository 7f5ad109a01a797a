/// An API declared as an enum whose cases are its endpoints.
///
/// The recommended form is ``RoutedTarget``: one switch that returns a ``Route`` per case. This protocol is Moya's
/// form, with one property per aspect.
/// ```swift
/// enum MyAPI: TargetType {
///     case getPhotos(PhotoRequest)
///     var baseURL: URL { Self.host }
///     static let host = URL(string: "https://api.flickr.com/")!
///     var path: URLPath { "services/feeds/photos_public.gne" }
///     var method: HTTPMethod { .get }
///     var task: HTTPTask { switch self { case .getPhotos(let request): .query(encoding: request) } }
///     var headers: HTTPHeaders { [:] }
/// }
/// ```
/// Five properties have no default: a missing one, or one of a wrong type such as `[String: String]?`, does not
/// compile. The others have defaults: a property of another type, such as `timeout: Duration` instead of `Duration?` or
/// `decoder: JSONDecoder` instead of `any BodyDecoder`, compiles without a warning and is ignored. A `catchChain` that
/// is not static is ignored too.
///
/// Declare the conformance on the enum itself, not in an extension: its members are then nonisolated, also in a module
/// with main-actor isolation by default.
public protocol TargetType: Sendable {
    /// The error that every call of this target throws. Inferred from ``catchChain``; ``MyAPIError`` without one.
    associatedtype Failure: Error = MyAPIError

    /// The scheme and host of the API, and a path and a query that every endpoint shares.
    var baseURL: URL { get }
    /// The path, appended to the base URL.
    var path: URLPath { get }
    /// The request method.
    var method: HTTPMethod { get }
    /// The query and body.
    var task: HTTPTask { get }
    /// The headers of the endpoint. They override the provider's of the same name. The body sets `Content-Type`.
    var headers: HTTPHeaders { get }

    /// The responses that count as answers. Default: ``Validation/successCodes``, 200 to 299.
    var validation: Validation { get }
    /// The longest time without a transferred byte. Default: nil, the provider's (30 seconds).
    var timeout: Duration? { get }
    /// The largest response body in memory, in bytes after decompression, `.max` for no limit. Default: nil, the
    /// provider's (100,000,000).
    var maxBodySize: Int? { get }
    /// Encodes JSON bodies. Default: a `JSONEncoder` that sorts keys and does not escape slashes.
    var encoder: any BodyEncoder { get }
    /// Decodes response bodies. Default: a plain `JSONDecoder`.
    var decoder: any BodyDecoder { get }
    /// The encoder of queries and forms. Default: ``QueryEncoder/standard``.
    var queryEncoder: QueryEncoder { get }
    /// The changes to the body of an accepted response before plugins and the decoder receive it. Default: none.
    var bodyTransformers: [BodyTransformer] { get }

    /// The mapping of raw errors to ``Failure``. Default: ``MyAPIError/catchChain``.
    static var catchChain: CatchChain<Failure> { get }

    /// The endpoint's name in logs, errors and fixtures, without values. Default: type and case, `GitHub.user`.
    var operation: String { get }

    /// All properties in one value, evaluated once a call. Made from the properties above; do not implement it.
    var resolvedRoute: Route { get }
}

extension TargetType {
    public var validation: Validation { .successCodes }
    public var timeout: Duration? { nil }
    public var maxBodySize: Int? { nil }
    public var encoder: any BodyEncoder { JSONEncoder.talyn }
    public var decoder: any BodyDecoder { JSONDecoder.talyn }
    public var queryEncoder: QueryEncoder { .standard }
    public var bodyTransformers: [BodyTransformer] { [] }
    /// The type and case, `GitHub.user`; `GitHub.call` for a target that is not an enum.
    public var operation: String { "\(Self.self).\(operationCase)" }
    /// The five properties as one route.
    public var resolvedRoute: Route { Route(method, path, task: task, headers: headers) }

    /// The case's name without its payload. A payload that is itself a target adds its own name: `users.get`.
    private var operationCase: String {
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum else { return "call" }
        if let child = mirror.children.first {
            return [child.label, Self.operationCase(of: child.value)].compactMap { $0 }.joined(separator: ".")
        }
        // A case without a payload prints its name, unless the enum has its own description.
        return Mirror.isOverridden(by: self) ? "call" : String(describing: self)
    }

    /// Returns the operation of a payload that is a target, without its type; nil for other payloads.
    private static func operationCase(of payload: Any) -> String? {
        // A labelled payload is a tuple with one element.
        let mirror = Mirror(reflecting: payload)
        let isTuple = mirror.displayStyle == .tuple
        // A payload of several values is not a target; checking further is expensive.
        if isTuple, mirror.children.count != 1 { return nil }
        let only = isTuple ? mirror.children.first?.value : nil
        guard let operation = ((only ?? payload) as? any TargetType)?.operation else { return nil }
        return operation.cut(atBytes: ".").map { String($0.tail) } ?? operation
    }
}

extension Mirror {
    /// Whether a value prints itself: its text may contain more than the name of its case.
    package static func isOverridden(by value: Any) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
            || value is any TextOutputStreamable
    }
}

extension TargetType where Failure == MyAPIError {
    /// ``MyAPIError/catchChain``.
    public static var catchChain: CatchChain<MyAPIError> { MyAPIError.catchChain }
}
