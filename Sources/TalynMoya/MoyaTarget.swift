public import Talyn
internal import TalynAlamofire

/// A Moya target as a target of Talyn, so that a call site can move before its target does.
///
/// ```swift
/// let github = Provider<MoyaTarget>(transport: session.transport, plugins: session.plugins)
/// let user = try await github.request(MoyaTarget(GitHub.user("octocat")), as: User.self)
/// ```
/// The request is the one that a `MoyaProvider` without closures makes, without the plugins of Moya and without what
/// its session adds: header fields such as `Accept-Language` and `User-Agent`, cookies and a cache. On Apple platforms
/// the transport of a `Session` with a configuration adds them. On Linux, and over another transport, the plugins
/// `.acceptLanguage()`, `.userAgent()`, and `.cookies(CookieJar(HTTPCookieStorage.shared))` of `TalynStores` do.
///
/// A validation of `.none`, or of no codes, is Talyn's default here: 200 to 299.
public struct MoyaTarget: Talyn.TargetType {
    private let sent: SentRequest

    /// Makes a target of Talyn out of one of Moya's.
    ///
    /// The destination of a download is ignored: call `provider.download(_:to:)`.
    /// - Throws: `MoyaError` for a request that cannot be made; `AFError.sessionTaskFailed` for a URL that is not of HTTP.
    public init(_ target: any TargetType) throws {
        let target = (target as? MultiTarget)?.target ?? target
        let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: MultiTarget(target))
        var content = SentRequest.Content.request
        if let file = endpoint.file { content = .file(file) }
        if let form = endpoint.form { content = .form(form.map(Part.init)) }
        sent = try SentRequest(
            endpoint.urlRequest(), content, operation: Self.operation(of: target),
            validation: target.validationType.validation(none: .successCodes))
    }

    /// The type and case of the Moya target, such as `GitHub.user`.
    public var operation: String { sent.operation }
    public var baseURL: URL { sent.baseURL }
    public var path: URLPath { sent.path }
    public var method: Talyn.HTTPMethod { sent.method }
    public var task: HTTPTask { sent.task }
    public var headers: Talyn.HTTPHeaders { sent.headers }
    public var resolvedRoute: Route { sent.resolvedRoute }

    private static func operation(of base: any TargetType) -> String {
        let mirror = Mirror(reflecting: base)
        guard mirror.displayStyle == .enum else { return "\(type(of: base))" }
        return "\(type(of: base)).\(mirror.children.first?.label ?? String(describing: base))"
    }
}

extension ValidationType {
    /// The validation of Talyn; the given one for those that accept every code.
    func validation(none: Validation) -> Validation {
        switch self {
        case .none: none
        case .successCodes: .successCodes
        case .successAndRedirectCodes: .successAndRedirectCodes
        case .customCodes(let codes): codes.isEmpty ? none : .customCodes(codes)
        }
    }
}
