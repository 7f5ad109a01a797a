import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct TraceContextTests {
    /// A plugin that reads the trace.
    private struct Reading: CallObserver {
        let ids = Guarded<[String?]>([])
        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            ids.withLock { $0.append(context[TraceContext.trace]?.id) }
        }
    }

    private let stubs = StubTransport()
    private let reading = Reading()

    private var provider: Provider<API> {
        Provider(transport: stubs, plugins: [reading, .retry(), TraceContext()], clock: TestClock())
    }

    /// The fields of the requests, in their parts.
    private var fields: [[String]] {
        stubs.requests.map { $0.headers["traceparent"]?.split(separator: "-").map(String.init) ?? [] }
    }

    @Test func aCallHasATraceAndEachExchangeASpan() async {
        stubs.on(API.read(1), .sequence([.status(503), .redirect(to: "/moved")]))
        stubs.on(where: { _, context in context.redirects == 1 }, .text("ok"))
        #expect(await provider.category(.read(1)) == nil)
        #expect(fields.count == 3)
        #expect(fields.allSatisfy { $0[0] == "00" && $0[1].count == 32 && $0[2].count == 16 && $0[3] == "01" })
        #expect(Set(fields.map { $0[1] }).count == 1 && Set(fields.map { $0[2] }).count == 3)
        #expect(reading.ids.withLock { $0 } == [fields[0][1]])
    }

    @Test func twoCallsHaveTwoTraces() async {
        stubs.on(API.read(1), .text("ok"))
        for _ in 1...2 { #expect(await provider.category(.read(1)) == nil) }
        #expect(Set(fields.map { $0[1] }).count == 2)
    }

    @Test func aCallContinuesTheTraceOfItsParent() async {
        stubs.on(API.read(1), .text("ok"))
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
        await TraceContext.$parent.withValue(parent) { #expect(await provider.category(.read(1)) == nil) }
        #expect(fields[0][1] == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(fields[0][2] != "00f067aa0ba902b7" && fields[0][3] == "00")
    }

    @Test(arguments: [
        "", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-x-01\r\n",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    ])
    func aMalformedParentIsIgnored(parent: String) async {
        stubs.on(API.read(1), .text("ok"))
        await TraceContext.$parent.withValue(parent) { #expect(await provider.category(.read(1)) == nil) }
        #expect(fields[0][1].count == 32 && fields[0][1].contains { $0 != "0" } && fields[0][3] == "01")
        #expect(fields[0][1] != "4bf92f3577b34da6a3ce929d0e0e4736")
    }

    @Test func anotherOriginSeesNoTrace() async {
        stubs.on(API.elsewhere, .text("ok"))
        stubs.on(API.read(1), .redirect(to: "https://cdn.example/items"))
        stubs.on(where: { _, context in context.redirects == 1 }, .text("ok"))
        #expect(await provider.category(.elsewhere) == nil)
        #expect(await provider.category(.read(1)) == nil)
        #expect(fields.map(\.isEmpty) == [true, false, true])
    }

    @Test func anIDIsNeverZero() async {
        stubs.on(API.read(1), .text("ok"))
        let provider = Provider<API>(transport: stubs, plugins: [TraceContext()], randomness: Randomness { 0 })
        #expect(await provider.category(.read(1)) == nil)
        #expect(fields == [["00", "00000000000000010000000000000001", "0000000000000001", "01"]])
    }
}
