#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CURLLoopTests {
    @Test func aStartReturnsWithoutAResponse() async throws {
        let server = try LoopbackServer { [.hold, .response(text: $0.target, to: $0)] }
        let loop = try CURLLoop(NetworkConfiguration())
        let exchanges = try (0..<2).map { index in
            try CURLExchange(server.endpoint("/\(index)"), CallContext(), loop)
        }
        for (index, exchange) in exchanges.enumerated() {
            exchange.start()
            #expect(!exchange.isOver)
            try await server.waitUntilHolding(index + 1)
        }
        loop.finish()
        server.release()
        // Running exchanges go on, behind the end of the transport as well.
        await until { exchanges.allSatisfy(\.isOver) }
        for exchange in exchanges { #expect(try exchange.outcome.get().status == 200) }
    }

    @Test func nothingOfACallIsKeptBehindItsEnd() async throws {
        final class Marker: Sendable {
            let isGone: Locked<Bool>
            init(_ isGone: Locked<Bool>) { self.isGone = isGone }
            deinit { isGone.withLock { $0 = true } }
        }
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        let (transport, isGone) = (CURLTransport(), Locked(false))
        do {
            let context = CallContext(progress: { [marker = Marker(isGone)] _ in withExtendedLifetime(marker) {} })
            #expect(try await transport.send(server.endpoint(), context: context).statusCode == 200)
        }
        await until { isGone.withLock { $0 } }
        withExtendedLifetime(transport) {}
    }

    @Test func libcurlRunsOnTheThreadOfTheLoopOnly() async throws {
        let server = try LoopbackServer {
            $0.target == "/held" ? [.hold, .response(to: $0)] : [.response(text: "text", to: $0)]
        }
        let loop = try CURLLoop(NetworkConfiguration())
        defer { loop.finish() }
        let held = try (0..<3).map { _ in try CURLExchange(server.endpoint("/held"), CallContext(), loop) }
        for exchange in held { exchange.start() }
        try await server.waitUntilHolding(3)
        server.release()
        await until { held.allSatisfy(\.isOver) }
        let names = Locked<Set<String>>([])
        let context = CallContext(progress: { _ in
            let name = CURLDriver.text(of: "/proc/thread-self/comm")
            names.withLock { _ = $0.insert(name) }
        })
        for _ in 0..<4 {
            let exchange = try CURLExchange(server.endpoint(), context, loop)
            #expect(try await exchange.result { exchange.start() }.status == 200)
        }
        #expect(names.withLock { $0 } == ["Talyn.CURL\n"])
    }

    #if compiler(>=6.2)
    /// A thread of the process, as proc(5) describes it.
    private struct ThreadStatus {
        let id: String
        let name: String
        let isAsleep: Bool
        let blocksSIGPIPE: Bool

        init?(_ id: String) {
            var fields: [String: String] = [:]
            for line in CURLDriver.text(of: "/proc/self/task/\(id)/status").split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                if parts.count == 2 { fields[parts[0]] = parts[1] }
            }
            guard let name = fields["Name"], let state = fields["State"],
                let blocked = fields["SigBlk"].flatMap({ UInt64($0, radix: 16) })
            else { return nil }
            (self.id, self.name) = (id, name)
            isAsleep = state.hasPrefix("S")
            blocksSIGPIPE = blocked & 1 << UInt64(SIGPIPE - 1) != 0
        }

        static var all: [ThreadStatus] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { ThreadStatus($0) }
            }
        }
    }

    /// In a process of its own, whose loops are those of the test.
    @Test func anIdleLoopSleepsInAThreadWithItsName() async {
        await #expect(processExitsWith: .success) {
            // Ends the process if it waits for ever.
            alarm(120)
            let server = try LoopbackServer { [.response(to: $0)] }
            let loops = try (0..<2).map { _ in try CURLLoop(NetworkConfiguration()) }
            // Before the first call, because threads that a loop wakes may take its name.
            var threads: [String] = []
            while threads.count < loops.count {
                threads = try ThreadStatus.all.filter { $0.name == "Talyn.CURL" && $0.blocksSIGPIPE }.map(\.id)
                await Task.yield()
            }
            for loop in loops {
                for _ in 0..<3 {
                    let exchange = try CURLExchange(server.endpoint(), CallContext(), loop)
                    #expect(try await exchange.result { exchange.start() }.status == 200)
                }
            }
            // In many looks in a row, because a thread that never sleeps may wait for a lock.
            var quiet = 0
            while quiet < 100 {
                quiet = threads.allSatisfy { ThreadStatus($0)?.isAsleep ?? false } ? quiet + 1 : 0
                await Task.yield()
            }
            for loop in loops { loop.finish() }
            // They end: no thread of theirs is left.
            while threads.contains(where: { FileManager.default.fileExists(atPath: "/proc/self/task/\($0)") }) {
                await Task.yield()
            }
        }
    }

    /// In a process of its own, because the descriptors belong to all tests.
    @Test func withoutDescriptorsACallFailsAndLeavesNone() async {
        await #expect(processExitsWith: .success) {
            let url = try #require(URL(string: "http://127.0.0.1:9/"))
            // Finds the library, which takes descriptors.
            try #require(CURLTransport.isAvailable)
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            var held: [CInt] = []
            // None at all; then one for the wake-up, but none for epoll.
            for free in 0..<2 {
                func exhaust() {
                    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { held.append(descriptor) }
                    for _ in 0..<free { close(held.removeLast()) }
                }
                exhaust()
                for _ in 0..<3 {
                    var error: URLError?
                    // Threads of the test's library close a few descriptors late, one of which serves such a call.
                    for _ in 0..<10 where error?.code != .unknown {
                        if error != nil { exhaust() }
                        error = await #expect(throws: URLError.self) {
                            try await CURLTransport().send(Endpoint(url: url), context: CallContext())
                        }
                    }
                    #expect(error?.code == .unknown)
                }
                for _ in 0..<free {
                    let descriptor = open("/dev/null", O_RDONLY)
                    #expect(descriptor >= 0)
                    held.append(descriptor)
                }
            }
            for descriptor in held { close(descriptor) }
        }
    }
    #endif
}
#endif
