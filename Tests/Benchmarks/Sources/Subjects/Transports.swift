import Foundation
import Talyn
import TalynStubs

/// A transport that always returns the same response, to measure a call without its stub.
public struct NullTransport: Transport {
    public let label = "null"
    private let body: Data

    public init(_ body: Data = Listing.json) { self.body = body }

    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        Response(statusCode: 200, body: .data(body), endpoint: endpoint)
    }
}

extension StubTransport {
    /// A stub that answers the first page.
    public static func listing(_ body: Data = Listing.json) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(Shop.repositories(of: "octocat", page: 1), .data(body, contentType: "application/json"))
        return stubs
    }
}
