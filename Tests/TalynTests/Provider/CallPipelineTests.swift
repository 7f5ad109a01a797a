import Foundation
import Testing

@testable import Talyn

@Suite struct CallPipelineTests {
    let trace = Trace()
    let stubs = StubTransport()

    func provider(_ more: any Plugin...) -> Provider<GitHub> {
        let tracing = ["a", "b", "c"].map { TracingPlugin(name: $0, trace: trace) }
        return Provider(transport: stubs, plugins: tracing + more, clock: TestClock())
    }

    @Test func aSuccessfulCallGoesThroughEveryHookInOrder() async throws {
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        let zen = try await provider().request(.zen, as: String.self)
        #expect(zen == "Keep it logically awesome.")
        #expect(
            trace.lines == [
                "a call", "b call", "c call",
                "a prepare 1", "b prepare 1", "c prepare 1",
                "a attempt 1", "b attempt 1", "c attempt 1",
                "a willSend /zen", "b willSend /zen", "c willSend /zen",
                "a didReceive 200", "b didReceive 200", "c didReceive 200",
                "c attempt end", "b attempt end", "a attempt end",
                "a process 200", "b process 200", "c process 200",
                "c call end", "b call end", "a call end",
                "a didFinish 200", "b didFinish 200", "c didFinish 200",
            ])
    }
}
