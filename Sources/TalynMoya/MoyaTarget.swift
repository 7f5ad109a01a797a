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
///
/// Its ``AccessTokenAuthorizable/authorizationType`` decides whether and where `.accessToken` and `.tokenRefresh` put a
/// token. Without that protocol, or with the type nil, it gets none. For `.basic` the token is in Base64 already
/// (RFC 7617). `.credentials` calls its closure for each request.
///
/// Its URL is whole. A base URL of the provider's own cannot replace a part of it: the call fails.
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
            endpoint.urlRequest(), content,
            of: SentRequest.Declaration(of: target, target.accessTokenAuthorizable),
            validation: target.validationType.validation(none: .successCodes))
    }

    /// The type and case of the Moya target, such as `GitHub.user`; the type alone of a target that is no enum, and for
    /// a case without a payload of one with a description of its own.
    public var operation: String { sent.operation }
    public var baseURL: URL { sent.baseURL }
    public var path: URLPath { sent.path }
    public var method: Talyn.HTTPMethod { sent.method }
    public var task: HTTPTask { sent.task }
    public var headers: Talyn.HTTPHeaders { sent.headers }
    public var resolvedRoute: Route { sent.resolvedRoute }
}

extension SentRequest.Declaration {
    /// Makes the declaration of a target. `authorizable` is the target as its caller sees it.
    init(of target: any TargetType, _ authorizable: (any AccessTokenAuthorizable)?) {
        let base = UncheckedTransfer((target as? MultiTarget)?.target ?? target)
        self.init(
            operation: {
                let (type, mirror) = (type(of: base.value), Mirror(reflecting: base.value))
                guard mirror.displayStyle == .enum else { return "\(type)" }
                if let name = mirror.children.first?.label { return "\(type).\(name)" }
                return Mirror.isOverridden(by: base.value) ? "\(type)" : "\(type).\(base.value)"
            }, path: base.value.path, authorization: authorizable?.authorizationType?.location)
    }
}

extension AuthorizationType {
    /// The location of the token, in Talyn's form.
    fileprivate var location: Talyn.AuthorizationType {
        switch self {
        case .basic: .basic
        case .bearer: .bearer
        case .custom(let scheme): scheme.isEmpty ? .raw : .custom(scheme)
        }
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
