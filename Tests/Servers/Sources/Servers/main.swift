import InMemoryLogging
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Talyn
import TalynTesting
import Tracing

// Runs the glue over stubs and compares what the three packages received. Nothing here touches the network.

enum GitHub: RoutedTarget {
    case zen
    case user(String)
    case events

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        case .events: .get("events")
        }
    }
}

func check(_ condition: Bool, _ what: @autoclosure () -> String) {
    if condition { return }
    print("FAILED: \(what())")
    exit(1)
}

let (entries, metrics, tracer) = (InMemoryLogHandler(), TestMetrics(), InMemoryTracer())
LoggingSystem.bootstrap { _ in entries }
MetricsSystem.bootstrap(metrics)
InstrumentationSystem.bootstrap(tracer)

let logger = Logger(label: "github")
let github = Provider<GitHub>(plugins: [
    ClientSpans(), .retry(), CallLog(logger: logger), .clientMetrics,
])

let stubs = StubTransport()
stubs.on(GitHub.zen, .text("Keep it logically awesome."))
stubs.on(GitHub.user("CANARY"), .json(#"{"message":"CANARY"}"#, status: 404))
stubs.on(GitHub.events, .chunks(["one\n", "two\n"]))

await withStubs(stubs) {
    await withSpan("handler") { _ in
        _ = await github.result(.user("CANARY"))
        _ = await github.result(.zen)
    }
    do { for try await _ in github.elements(of: .lines(.events)) {} } catch { check(false, "a stream: \(error)") }
}

let texts = entries.entries.map { "\($0.level) \($0.message) \($0.metadata)" }
check(entries.entries.map(\.level) == [.error, .info, .info], "log: \(texts)")
check(!"\(texts)".contains("CANARY"), "secrets: \(texts)")
check(entries.entries.first?.metadata["status"] == "404", "metadata: \(texts)")

let timers = metrics.timers(label: "http.client.request.duration")
let dimensions = timers.map { timer in Dictionary(timer.dimensions, uniquingKeysWith: { $1 }) }
check(timers.count == 3, "timers: \(dimensions)")
check(
    dimensions.contains { labels in
        labels["http.request.method"] == "GET" && labels["url.scheme"] == "https"
            && labels["server.address"] == "api.github.com" && labels["server.port"] == "443"
            && labels["url.template"] == "users/{}" && labels["http.response.status_code"] == "404"
            && labels["error.type"] == "status"
    }, "dimensions: \(dimensions)")

let spans = tracer.finishedSpans
check(spans.map(\.operationName) == ["GET users/{}", "GET zen", "handler", "GET events"], "spans: \(spans)")
check(spans[0].parentSpanID == spans[2].spanID, "the parent: \(spans[0])")
check(tracer.activeSpans.isEmpty, "spans that do not end: \(tracer.activeSpans)")
check(spans.map { $0.status?.code == .error } == [true, false, false, false], "states: \(spans.map(\.status))")
check(stubs.requests.allSatisfy { $0.headers.contains(InMemoryTracer.traceIDKey) }, "the context is not sent on")

let lines: LoggerPlugin = .logger(output: { text in
    logger.log(level: text.hasPrefix("FAILURE") ? .error : .info, "\(text)")
})
let before = entries.entries.count
_ = await Provider<GitHub>(transport: stubs, plugins: [lines]).result(.user("CANARY"))
let levels = entries.entries.dropFirst(before).map(\.level)
check(levels == [.info, .error], "levels of lines: \(levels)")

try await runServer()
print("ok On servers")
