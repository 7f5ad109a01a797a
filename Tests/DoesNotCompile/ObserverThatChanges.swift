// expect: 'endpoint' is a 'let' constant
import Talyn

struct Watching: CallObserver {
    func willSend(_ endpoint: Endpoint, context: CallContext) { endpoint.headers["X"] = "1" }
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    func didFinish(_ outcome: CallOutcome, context: CallContext) {}
}
