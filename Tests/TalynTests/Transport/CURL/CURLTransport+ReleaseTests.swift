#if os(Linux) && compiler(>=6.2)
import Foundation
import Testing

@testable import Talyn

/// In a process of its own, where no other test has threads and descriptors. Exit tests need Swift 6.2.
@Suite("A released libcurl transport", .timeLimit(.minutes(5)))
struct CURLTransportReleaseTests {
    /// The numbers of threads and descriptors of the process, without those of timers: Dispatch has one for each clock
    /// whose timers it has used, and opens one when a busy machine makes it watch its threads.
    private static var usage: (threads: Int, descriptors: Int) {
        get throws {
            let files = FileManager.default
            let descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
            return (
                try files.contentsOfDirectory(atPath: "/proc/self/task").count,
                descriptors.filter { $0 != "anon_inode:[timerfd]" }.count
            )
        }
    }

    private static func call(_ server: LoopbackServer, _ transport: CURLTransport) async throws {
        #expect(try await transport.send(server.endpoint(), context: CallContext()).statusCode == 200)
    }

    @Test func itEndsItsThreadAndItsDescriptors() async {
        await #expect(processExitsWith: .success) {
            // Ends the process if it waits forever.
            alarm(120)
            // The process has threads of its own that come and go.
            let others = ProcessInfo.processInfo.activeProcessorCount + 8
            let server = try LoopbackServer { [.response(to: $0)] }
            // Opens what the process keeps.
            let kept = CURLTransport()
            try await Self.call(server, kept)
            let before = try Self.usage
            for _ in 0..<300 { try await Self.call(server, CURLTransport()) }
            // Threads end behind the calls, and the server's connections behind them.
            await until {
                guard let after = try? Self.usage else { return false }
                return after.threads <= before.threads + others && after.descriptors <= before.descriptors
            }
            // The same numbers show transports that are not released.
            let transports = (0..<100 + others).map { _ in CURLTransport() }
            for transport in transports { try await Self.call(server, transport) }
            let during = try Self.usage
            #expect(during.threads >= before.threads + 100)
            // At least those of epoll, for waking the thread, and of both ends of a connection.
            #expect(during.descriptors >= before.descriptors + 4 * transports.count)
            try await Self.call(server, kept)
            withExtendedLifetime(transports) {}
        }
    }
}
#endif
