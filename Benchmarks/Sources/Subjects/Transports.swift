import Talyn

/// Answers every endpoint with the same response, and nothing else: what a call costs without its stub.
public struct NullTransport: Transport {
    public let label = "null"

    public init() {}

    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        Response(statusCode: 200, body: .data(Listing.json), endpoint: endpoint)
    }
}

extension StubTransport {
    /// A stub that answers the first page.
    public static func listing() -> StubTransport {
        let stubs = StubTransport()
        stubs.on(Shop.repositories(of: "octocat", page: 1), .data(Listing.json, contentType: "application/json"))
        return stubs
    }
}
