package import Talyn

/// A plugin that records the timelines of ended calls.
package final class TimelineRecorder: CallObserver {
    private let kept = Locked<[CallTimeline]>([])

    package init() {}

    /// The timelines, in the order of the calls' ends.
    package var timelines: [CallTimeline] { kept.withLock { $0 } }

    /// The notes of all calls, in order.
    package var notes: [String] {
        timelines.flatMap(\.entries).compactMap { if case .note(let text) = $0.event { text } else { nil } }
    }

    package func willSend(_ endpoint: Endpoint, context: CallContext) {}
    package func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    package func didFinish(_ outcome: CallOutcome, context: CallContext) {
        kept.withLock { $0.append(context.timeline) }
    }
}
