import Talyn
import TalynStubs

/// Logging, as the article on plugins shows it.
enum LoggingSamples {
    nonisolated enum Quiet: CallTagKey { static let defaultValue = false }

    nonisolated final class Lines<Line: Sendable>: Sendable {
        private let (lines, line) = AsyncStream<Line>.makeStream()
        func append(_ text: Line) { line.yield(text) }
        func all() async -> [Line] {
            line.finish()
            return await lines.reduce(into: []) { $0.append($1) }
        }
    }

    static func run() async throws {
        let (trace, store) = (Lines<String>(), Lines<LogEvent>())
        let verbose = Provider<GitHub>(plugins: [.logger(.verbose, bodyLimit: 1_000, output: { trace.append($0) })])
        let failures = Provider<GitHub>(
            plugins: [
                .logger([.errorSummary, .errorResponseBody], output: { trace.append($0) }) { endpoint, context in
                    endpoint.method != .head && context.tags[Quiet.self] == false
                }
            ])
        let events = Provider<GitHub>(plugins: [.logEvents { event in store.append(event) }])
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        try await withStubs(stubs) {
            try await verbose.request(.zen)
            try await failures.request(.zen)
            try await events.request(.zen)
        }
        let (lines, all) = (await trace.all(), await store.all())
        let retried = Lines<String>()
        let retry: RetryPlugin = .retry { $0.baseDelay = .zero }
        stubs.on(GitHub.zen, .sequence([.failure(.networkConnectionLost), .text("Keep it logically awesome.")]))
        let patient = Provider<GitHub>(
            transport: stubs, plugins: [.logger(.verbose, output: { retried.append($0) }), retry])
        try await patient.request(.zen)
        let story = await retried.all()
        guard story.count == 6, story[2].hasPrefix("RETRY #"), story[2].contains(" GitHub.zen: connectionLost, after "),
            story[5].contains(", after connectionLost")
        else { fail("a retry: \(story)") }
        guard lines.count == 4, lines[2].contains("Keep it"), all.count == 4 else { fail("logging: \(lines) \(all)") }
    }
}
