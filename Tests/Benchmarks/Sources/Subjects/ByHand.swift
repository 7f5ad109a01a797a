import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The same work without a framework: the floors.
public enum ByHand {
    /// The request of `Shop.repositories`, by `URLComponents`.
    public static func request(login: String, page: Int) throws -> URLRequest {
        guard var components = URLComponents(url: Shop.host, resolvingAgainstBaseURL: false) else {
            throw URLError(.badURL)
        }
        components.path += "/items/\(login)/repos"
        components.queryItems = [
            URLQueryItem(name: "page", value: String(page)), URLQueryItem(name: "per_page", value: "50"),
        ]
        guard let url = components.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "GET"
        return request
    }

    /// The cheapest asynchronous call: one string for the URL, and a request. Nothing is escaped.
    @inline(never)
    public static func bareCall(login: String, page: Int) async throws -> URLRequest {
        guard let url = URL(string: "http://127.0.0.1:8080/items/\(login)/repos?page=\(page)&per_page=50") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = "GET"
        return request
    }

    /// A session with the default configuration.
    public static func plainSession(connections: Int? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.default
        if let connections { configuration.httpMaximumConnectionsPerHost = connections }
        return URLSession(configuration: configuration)
    }

    /// A session with the configuration of `URLSessionTransport`.
    public static func session(connections: Int? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = 604_800
        if let connections { configuration.httpMaximumConnectionsPerHost = connections }
        return URLSession(configuration: configuration)
    }
}
