/// Parameters of a request.
// Without Sendable, which Alamofire has from 5.10 on: sources for older versions mix this name with [String: Any].
public typealias Parameters = [String: Any]

/// Writes parameters into a request.
public protocol ParameterEncoding: Sendable {
    /// Returns the request with the parameters.
    // preconcurrency, so that a method that takes [String: any Sendable] is a witness in the Swift 5 language mode.
    @preconcurrency
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

/// A value that a URL can be made of.
public protocol URLConvertible: Sendable {
    /// Returns the URL.
    func asURL() throws -> URL
}

extension String: URLConvertible {
    /// Returns the text as a URL.
    /// - Throws: `AFError.invalidURL`.
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URL: URLConvertible {
    /// Returns the URL itself.
    public func asURL() throws -> URL { self }
}

extension URLComponents: URLConvertible {
    /// Returns the URL of the components.
    /// - Throws: `AFError.invalidURL`.
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}

/// A value that a request can be made of.
public protocol URLRequestConvertible: Sendable {
    /// Returns the request.
    func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
    /// The request; nil if it cannot be made.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
    /// Returns the request itself.
    public func asURLRequest() throws -> URLRequest { self }

    /// Makes a request.
    public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
        self.init(url: try url.asURL())
        httpMethod = method.rawValue
        allHTTPHeaderFields = headers?.dictionary
    }

    /// Sets the body, and its type unless there is one.
    mutating func setBody(_ body: Data, type: String) {
        if value(forHTTPHeaderField: "Content-Type") == nil { setValue(type, forHTTPHeaderField: "Content-Type") }
        httpBody = body
    }
}
