internal import Foundation
internal import Talyn

extension CachedExchange {
    /// Sends a request that may change the resource, and forgets what it changed (§4.4).
    /// - Parameter storesResult: whether the result of a POST may be stored.
    func change(storesResult: Bool = true) async throws -> Response {
        if endpoint.method.isSafe { return try await next(endpoint) }
        let fetch = OpenFetch(cache, url, at: context.date)
        let response: Response
        do { response = try await next(endpoint) } catch {
            // The server may have done its work.
            try? await cache.remove(for: url)
            throw error
        }
        guard (200...399).contains(response.statusCode) else { return response }
        let wasRemoved = !fetch.end()
        try? await cache.remove(for: url)
        let (location, contentLocation) = (link("Location", of: response), link("Content-Location", of: response))
        for other in [location, contentLocation] {
            if let other, Origin(other) == Origin(endpoint.url) { try? await cache.remove(for: other) }
        }
        // The result of a POST that says that it is what a GET would return (RFC 9110 §9.3.3).
        guard storesResult, !wasRemoved, endpoint.method == .post, response.statusCode == 200,
            let contentLocation, Endpoint(url: contentLocation).normalURL.isSame(bytes: url)
        else { return response }
        return await store(response, OpenFetch(cache, url, at: fetch.start))
    }

    /// Returns the URL in a field, which may be relative to that of the request; nil without a valid one.
    private func link(_ name: String, of response: Response) -> URL? {
        response.headers[name].flatMap { URL(string: $0, relativeTo: endpoint.url)?.absoluteURL }
    }
}
