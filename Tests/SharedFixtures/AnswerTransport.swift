internal import Foundation
package import Talyn

/// A transport made of one closure.
package struct AnswerTransport: Transport {
    package let answer: @Sendable (Endpoint, CallContext) async throws -> Response

    package init(answer: @escaping @Sendable (Endpoint, CallContext) async throws -> Response) { self.answer = answer }

    package func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await answer(endpoint, context)
    }

    /// Returns a transport that always fails with the same error.
    package static func throwing(_ error: any Error) -> AnswerTransport { AnswerTransport { _, _ in throw error } }

    /// Returns a transport that responds with these bytes, even where HTTP allows none.
    package static func bytes(_ bytes: [UInt8], status: Int = 200, contentType: String? = nil) -> AnswerTransport {
        AnswerTransport { endpoint, _ in
            var headers = HTTPHeaders()
            headers["Content-Type"] = contentType
            return Response(statusCode: status, headers: headers, body: .data(Data(bytes)), endpoint: endpoint)
        }
    }
}
