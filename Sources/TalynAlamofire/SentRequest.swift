package import Talyn

/// A request that is ready to be sent, as a target of Talyn.
package struct SentRequest: Talyn.TargetType {
    /// The content of an attempt that the `URLRequest` does not hold.
    package enum Content: Sendable {
        case request
        case file(URL)
        /// The parts; without a boundary one is made.
        case form([Part], boundary: String? = nil)
    }

    /// The parts of its target that the `URLRequest` does not hold.
    package struct Declaration: Sendable {
        let operation: @Sendable () -> String
        let path: String
        let authorization: Talyn.AuthorizationType?

        /// Makes a declaration.
        /// - Parameters:
        ///   - operation: returns the name of the target's case. Called when it is needed: it costs a mirror.
        ///   - path: the path behind the target's base URL.
        ///   - authorization: the location of the token; nil for a request without one.
        package init(
            operation: @escaping @Sendable () -> String, path: String, authorization: Talyn.AuthorizationType?
        ) {
            (self.operation, self.path, self.authorization) = (operation, path, authorization)
        }
    }

    private let declaration: Declaration
    private let url: URL
    private let request: Route
    let credential: URLCredential?

    /// Makes a target out of a request.
    /// - Throws: `AFError.sessionTaskFailed` for a URL that is not of HTTP.
    package init(
        _ request: URLRequest, _ content: Content, of declaration: Declaration, credential: URLCredential? = nil,
        validation: Validation
    ) throws {
        guard let url = request.url else { throw AFError.sessionTaskFailed(error: URLError(.badURL)) }
        if !["http", "https"].contains(url.scheme?.asciiLowercased) {
            let text = [NSLocalizedDescriptionKey: "unsupported URL"]
            throw AFError.sessionTaskFailed(error: URLError(.unsupportedURL, userInfo: text))
        }
        if url.host?.isEmpty ?? true { throw AFError.sessionTaskFailed(error: URLError(.badURL)) }
        self.declaration = declaration
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
        self.request = route.tag(SourceRequest.self, SourceRequest.settings(of: request))
            .tag(DeclaredPath.self, declaration.path).authorization(declaration.authorization).validate(validation)
    }

    package var operation: String { declaration.operation() }
    package var baseURL: URL { url }
    package var path: URLPath { "" }
    package var method: Talyn.HTTPMethod { request.method }
    package var task: HTTPTask { request.task }
    package var headers: Talyn.HTTPHeaders { request.headers }
    package var resolvedRoute: Route { request }
}

extension SentRequest.Content {
    /// The content of each attempt: a form keeps its boundary.
    init(_ content: Request.Content) throws {
        switch content {
        case .request, .download: self = .request
        case .file(let file): self = .file(file)
        case .form(let form):
            // As long as Alamofire's boundary.
            let number = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
            self = .form(try form.parts(), boundary: "talynmoya.boundary.\(number)")
        }
    }
}

extension URLRequest {
    /// The content as a task of Talyn.
    fileprivate func task(_ content: SentRequest.Content, _ headers: Talyn.HTTPHeaders) -> HTTPTask {
        // URLSession's default type for a POST.
        let isForm = httpMethod == "POST" && httpBody != nil
        let type =
            headers["Content-Type"] ?? (isForm ? "application/x-www-form-urlencoded" : "application/octet-stream")
        switch content {
        case .file(let file): return .file(file, contentType: type)
        case .form(let parts, let boundary): return .multipart(parts, boundary: boundary)
        case .request:
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
