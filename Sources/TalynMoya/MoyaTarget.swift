public import Talyn

/// A Moya target as a target of Talyn, so that a call site can move before its target does.
///
/// ```swift
/// let github = Provider<MoyaTarget>(transport: session.transport, plugins: session.plugins)
/// let user = try await github.request(MoyaTarget(GitHub.user("octocat")), as: User.self)
/// ```
/// The request is the one that a `MoyaProvider` without closures makes, without the plugins of Moya. A validation of
/// `.none`, or of no codes, is Talyn's default here: 200 to 299.
public struct MoyaTarget: Talyn.TargetType {
    /// The type and case of the Moya target, such as `GitHub.user`.
    public let operation: String
    private let url: URL
    private let request: Route
    let credential: URLCredential?

    /// Makes a target of Talyn out of one of Moya's.
    ///
    /// The destination of a download is ignored: call `provider.download(_:to:)`.
    /// - Throws: `MoyaError` for a request that cannot be made; `AFError.sessionTaskFailed` for a URL that is not of HTTP.
    public init(_ target: any TargetType) throws {
        let target = (target as? MultiTarget)?.target ?? target
        let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: MultiTarget(target))
        try self.init(
            endpoint.urlRequest(), Request.Content(endpoint), base: target, credential: nil,
            validation: target.validationType.validation(none: .successCodes))
    }

    /// Makes a target out of a request that is ready to be sent.
    init(
        _ request: URLRequest, _ content: Request.Content, credential: URLCredential?, validation: ValidationType
    ) throws {
        var validation = validation
        if case .download = content { validation = .none }
        try self.init(
            request, content, base: nil, credential: credential, validation: validation.validation(none: .anyStatus))
    }

    private init(
        _ request: URLRequest, _ content: Request.Content, base: (any TargetType)?, credential: URLCredential?,
        validation: Validation
    ) throws {
        guard let url = request.url else { throw AFError.sessionTaskFailed(error: URLError(.badURL)) }
        if !["http", "https"].contains(url.scheme?.asciiLowercased) {
            throw AFError.sessionTaskFailed(error: URLError(.unsupportedURL))
        }
        if url.host?.isEmpty ?? true { throw AFError.sessionTaskFailed(error: URLError(.badURL)) }
        operation = base.map(Self.operation) ?? "MoyaTarget"
        self.url = url
        self.credential = credential ?? url.credential
        var headers = Talyn.HTTPHeaders()
        for (name, value) in request.allHTTPHeaderFields ?? [:] { headers[name] = value }
        // The transport sets both, as URLSession does.
        headers.remove("Host")
        headers.remove("Content-Length")
        var route = Route(
            Talyn.HTTPMethod(rawValue: request.httpMethod ?? "GET"), "", task: request.task(content, headers),
            headers: headers)
        // 60 s are the default of URLRequest, which the session's configuration overrides.
        if request.timeoutInterval != 60, request.timeoutInterval > 0 {
            route = route.timeout(Duration(seconds: request.timeoutInterval))
        }
        self.request = route.tag(SourceRequest.self, SourceRequest.settings(of: request)).validate(validation)
    }

    public var baseURL: URL { url }
    public var path: URLPath { "" }
    public var method: Talyn.HTTPMethod { request.method }
    public var task: HTTPTask { request.task }
    public var headers: Talyn.HTTPHeaders { request.headers }
    public var resolvedRoute: Route { request }

    private static func operation(of base: any TargetType) -> String {
        let mirror = Mirror(reflecting: base)
        guard mirror.displayStyle == .enum else { return "\(type(of: base))" }
        return "\(type(of: base)).\(mirror.children.first?.label ?? String(describing: base))"
    }
}

extension ValidationType {
    /// The validation of Talyn; the given one for those that accept every code.
    fileprivate func validation(none: Validation) -> Validation {
        switch self {
        case .none: none
        case .successCodes: .successCodes
        case .successAndRedirectCodes: .successAndRedirectCodes
        case .customCodes(let codes): codes.isEmpty ? none : .customCodes(codes)
        }
    }
}

extension URLRequest {
    /// The content as a task of Talyn.
    fileprivate func task(_ content: Request.Content, _ headers: Talyn.HTTPHeaders) -> HTTPTask {
        // URLSession's default type for a POST.
        let isForm = httpMethod == "POST" && httpBody != nil
        let type =
            headers["Content-Type"] ?? (isForm ? "application/x-www-form-urlencoded" : "application/octet-stream")
        switch content {
        case .file(let file): return .file(file, contentType: type)
        case .form(let parts, let boundary): return .multipart(parts.map(Part.init), boundary: boundary)
        case .request, .download:
            // URLSession sends none.
            if httpMethod == "HEAD" { return .plain }
            if let body = httpBody { return body.isEmpty ? .plain : .data(body, contentType: type) }
            return httpBodyStream.map { .stream(BodyStream($0, length: nil), contentType: type) } ?? .plain
        }
    }
}

extension URL {
    /// The user name and password in the URL; nil if there are none.
    fileprivate var credential: URLCredential? {
        guard let user = user(percentEncoded: false), let password = password(percentEncoded: false) else { return nil }
        return URLCredential(user: user, password: password, persistence: .none)
    }
}
