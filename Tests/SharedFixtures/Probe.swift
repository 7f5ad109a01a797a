package import Foundation
package import Talyn
import TalynStubs
import Testing

/// A target with configurable properties, whose calls throw the raw error.
package struct Probe: RoutedTarget {
    package var route: Route
    package var baseURL = Self.host
    package var timeout: Duration?
    package var validation = Validation.successCodes
    package var encoder: any BodyEncoder = JSONEncoder.talyn
    package var decoder: any BodyDecoder = JSONDecoder()
    package var queryEncoder = QueryEncoder.standard
    package var bodyTransformers: [BodyTransformer] = []

    package static let host = URL(string: "https://api.example.com")!
    package static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    package init(_ route: Route) { self.route = route }

    /// Makes a GET of a path after a base URL.
    package init(_ path: URLPath, behind base: String) throws {
        route = .get(path)
        baseURL = try #require(URL(string: base))
    }

    /// Returns the endpoint that a provider without plugins would send.
    package func resolved() throws(RequestError) -> Endpoint {
        try Provider<Probe>(transport: StubTransport()).endpoint(self)
    }
}

extension Route {
    /// Returns the endpoint that a provider without plugins would send.
    package func resolved() throws(RequestError) -> Endpoint { try Probe(self).resolved() }
}

extension Endpoint {
    /// The body as text; nil if it is not in memory.
    package var bodyText: String? {
        if case .data(let data) = body { String(data: data, encoding: .utf8) } else { nil }
    }
}

/// A plugin that changes the endpoint with a closure.
package struct Changing: Preparer {
    package let change: @Sendable (inout Endpoint) -> Void

    package init(_ change: @escaping @Sendable (inout Endpoint) -> Void) { self.change = change }

    package func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { change(&endpoint) }
}
