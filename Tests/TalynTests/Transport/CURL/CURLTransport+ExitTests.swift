#if os(Linux) && compiler(>=6.2)
import Foundation
import Testing

@testable import Talyn

/// Programs that end beside a loop's thread. Over TLS, `.ci/long exits` has 3,000 of them.
@Suite(.timeLimit(.minutes(5))) struct CURLTransportExitTests {
    @Test func aProgramEndsWithACallInFlight() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in [.hold] }
            Task { [endpoint = try server.endpoint()] in
                try await CURLTransport.shared.send(endpoint, context: CallContext())
            }
            try await server.waitUntilHolding()
            exit(0)
        }
    }

    @Test func aProgramEndsBesideAnIdleLoop() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { [.response(to: $0)] }
            _ = try await CURLTransport.shared.send(server.endpoint(), context: CallContext())
            exit(0)
        }
    }

    /// `exit` calls the handlers that were registered first at the end.
    @Test func aCallThatBeginsWhileTheProgramEndsFails() async {
        await #expect(processExitsWith: .exitCode(7)) {
            atexit {
                let end = DispatchSemaphore(value: 0)
                Task.detached {
                    let endpoint = Endpoint(url: URL(fileURLWithPath: "/"))
                    do { _ = try await CURLTransport.shared.send(endpoint, context: CallContext()) } catch {
                        if (error as? URLError)?.code == .cancelled { _exit(7) }
                    }
                    end.signal()
                }
                end.wait()
            }
            let server = try LoopbackServer { [.response(to: $0)] }
            _ = try await CURLTransport.shared.send(server.endpoint(), context: CallContext())
            exit(0)
        }
    }

    /// Within a function of libcurl, on the loop's thread or a caller's.
    @Test func aProgramEndsWithinACallback() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { [.response(to: $0)] }
            let endpoint = try server.endpoint(method: .put, body: .data(Data(count: 100_000)))
            _ = try await CURLTransport.shared.send(endpoint, context: CallContext { _ in exit(0) })
        }
    }
}
#endif
