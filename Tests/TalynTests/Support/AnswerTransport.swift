@testable import Talyn

/// A transport made of one closure.
struct AnswerTransport: Transport {
    let answer: @Sendable (Endpoint, CallContext) async throws -> Response

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await answer(endpoint, context)
    }

    /// Returns a transport that always fails with the same error.
    static func throwing(_ error: any Error) -> AnswerTransport { AnswerTransport { _, _ in throw error } }

    /// Returns a transport that responds with these bytes, even where HTTP allows none.
    static func bytes(_ bytes: [UInt8], status: Int = 200, contentType: String? = nil) -> AnswerTransport {
        AnswerTransport { endpoint, _ in
            var headers = HTTPHeaders()
            headers["Content-Type"] = contentType
            return Response(statusCode: status, headers: headers, body: .data(Data(bytes)), endpoint: endpoint)
        }
    }
}
