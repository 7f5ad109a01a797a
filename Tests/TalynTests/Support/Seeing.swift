@testable import Talyn

/// A plugin that looks at accepted responses, or replaces them.
struct Seeing: Processor {
    let see: @Sendable (Response) throws -> Response

    init(_ see: @escaping @Sendable (Response) throws -> Response) { self.see = see }

    func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
        try see(try result.get())
    }
}
