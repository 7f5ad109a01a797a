import Foundation
import Testing

@testable import Talyn

/// A target with configurable properties, whose calls throw the raw error.
struct Probe: RoutedTarget {
    var route: Route
    var baseURL = Self.host
    var timeout: Duration?
    var validation = Validation.successCodes
    var encoder: any BodyEncoder = JSONEncoder.talyn
    var decoder: any BodyDecoder = JSONDecoder.talyn
    var queryEncoder = QueryEncoder.standard
    var bodyTransformers: [BodyTransformer] = []

    static let host = URL(string: "https://api.example.com")!
    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    init(_ route: Route) { self.route = route }

    /// Makes a GET of a path after a base URL.
    init(_ path: URLPath, behind base: String) throws {
        route = .get(path)
        baseURL = try #require(URL(string: base))
    }

    /// Returns the endpoint that a provider without plugins would send.
    func resolved() throws(RequestError) -> Endpoint { try Provider<Probe>(transport: StubTransport()).endpoint(self) }
}

extension Route {
    /// Returns the endpoint that a provider without plugins would send.
    func resolved() throws(RequestError) -> Endpoint { try Probe(self).resolved() }
}

extension Endpoint {
    /// The body as text; nil if it is not in memory.
    var bodyText: String? {
        if case .data(let data) = body { String(data: data, encoding: .utf8) } else { nil }
    }
}

/// A plugin that changes the endpoint with a closure.
struct Changing: Preparer {
    let change: @Sendable (inout Endpoint) -> Void

    init(_ change: @escaping @Sendable (inout Endpoint) -> Void) { self.change = change }

    func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { change(&endpoint) }
}
