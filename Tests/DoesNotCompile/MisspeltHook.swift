// expect: different argument labels from those required by protocol 'Preparer'
import Talyn

struct Signing: Preparer {
    func prepare(_ endpoint: inout Endpoint, contxt: CallContext) async throws {
        endpoint.headers["X-Signature"] = "1"
    }
}
