import Logging
import Talyn

/// Writes an entry at the end of each call, with what is to be searched for as metadata.
struct CallLog: CallObserver {
    let logger: Logger

    func willSend(_ endpoint: Endpoint, context: CallContext) {}
    func didReceive(_ result: Result<Talyn.Response, RequestError>, context: CallContext) {}

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        var metadata: Logger.Metadata = [
            "operation": "\(context.operation ?? "none")", "attempts": "\(outcome.attempts)",
            "seconds": "\(outcome.duration / .seconds(1))", "call-site": "\(context.callSite)",
        ]
        switch outcome.result {
        case .success(let response):
            metadata["status"] = "\(response.statusCode)"
            logger.info("the call succeeded", metadata: metadata)
        case .failure(let error):
            metadata["status"] = error.statusCode.map { "\($0)" }
            metadata["category"] = "\(error.category)"
            logger.error("\(error)", metadata: metadata)
        }
    }
}
