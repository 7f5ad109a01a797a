import Foundation
import Testing

@testable import Talyn

extension LoopbackServer {
    /// Returns an endpoint of this server, with a timeout of ten seconds.
    func endpoint(_ path: String = "/a", method: HTTPMethod = .get, body: Body = .none) throws -> Endpoint {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
        var endpoint = Endpoint(method, url: url, body: body)
        endpoint.options.timeout = .seconds(10)
        return endpoint
    }
}

extension Response {
    /// The body; throws if it is not a stream.
    var stream: BodyStream {
        get throws {
            guard case .stream(let stream) = body else { throw NoStream() }
            return stream
        }
    }

    private struct NoStream: Error {}
}
