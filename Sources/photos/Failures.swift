import Foundation
import Talyn

/// What `--fail` answers with. Each answer takes the time that such a failure takes, on a ``SkippingClock``.
extension Arguments.Failure {
    /// The answer that makes a call fail this way.
    var answer: StubAnswer {
        switch self {
        case .offline:
            .failure(.notConnectedToInternet, "The Internet connection appears to be offline.", after: .milliseconds(3))
        case .lost:
            .failure(.networkConnectionLost, "The network connection was lost.", after: .milliseconds(1200))
        case .timeout:
            // A feed that would come, six times too late: the stub waits for the timeout and no longer.
            .json(SampleFeed.json).delayed(by: MyAPI.patience * 6)
        case .cancelled:
            // Nothing comes before the timeout, and `givingUp` cancels the task that waits.
            .noResponse
        case .unauthorized:
            .json(#"{"stat": "fail", "code": 98, "message": "Invalid auth token"}"#, status: 401)
                .delayed(by: .milliseconds(180))
        case .serverError:
            .text("Internal Server Error", status: 500).delayed(by: .milliseconds(420))
        case .html:
            // Status 200, as the login page of a hotel's network has it: a 502 would fail by its status, like `500`.
            .text("<!doctype html><title>Welcome to Hotel Wi-Fi</title>", contentType: "text/html; charset=utf-8")
                .delayed(by: .milliseconds(90))
        case .empty:
            .status(200).delayed(by: .milliseconds(150))
        case .badData:
            // JSON, and nearly the feed: one photo has no media.
            .json(
                #"{"title": "Uploads", "link": "/", "items": [{"title": "Fog", "link": "/1", "media": null}]}"#
            ).delayed(by: .milliseconds(210))
        }
    }

    /// The clock of the call. Only giving up needs a real one: there must be somebody waiting when the task is cancelled.
    var clock: any Clock<Duration> {
        if case .cancelled = self { ContinuousClock() } else { SkippingClock() }
    }
}

extension StubAnswer {
    /// No response, with the text that Apple's platforms give the code; on Linux it has none.
    fileprivate static func failure(_ code: URLError.Code, _ text: String, after delay: Duration) -> StubAnswer {
        .failure(URLError(code, userInfo: [NSLocalizedDescriptionKey: text])).delayed(by: delay)
    }
}

/// Looks on for the demo: tells that the request is out, and the raw error that a call failed of.
///
/// Not every case of ``MyAPIError`` carries its raw error, and the timeline is there.
struct Witness: CallObserver {
    var sent: @Sendable () -> Void = {}
    var failed: @Sendable (RequestError) -> Void = { _ in }

    func willSend(_ endpoint: Endpoint, context: CallContext) { sent() }

    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        if case .failure(let error) = outcome.result { failed(error) }
    }
}

/// Makes a call in a task of its own, and cancels that task once the request is out: as an app whose screen is closed.
func givingUp<Value: Sendable>(on call: @escaping @Sendable (Witness) async -> Value) async -> Value {
    let (requests, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
        defer { signal.finish() }
        return await call(Witness(sent: { signal.yield() }))
    }
    for await _ in requests { task.cancel() }
    return await task.value
}
