import Foundation
import Measure
import Subjects
import Synchronization
import Talyn
import TalynStubs

// Many concurrent calls, and many consecutive providers.
extension Child {
    static let scales = [
        calls(atOnce: 100), calls(atOnce: 10_000), bareCalls(atOnce: 100), bareCalls(atOnce: 10_000), providers, log,
    ]

    /// Verbose logs of a body of 100 MiB of nested arrays.
    private static let log = Child(name: "logs of 100 MiB") {
        let body = Data(repeating: UInt8(ascii: "["), count: 100 << 20)
        let shop = Provider<Shop>(transport: NullTransport(body), plugins: [SilentLogger.verbose])
        let before = ProcessFigures.now
        let start = Instant.now
        for _ in 0..<100 { _ = try await shop.request(.repositories(of: "octocat", page: 1)) }
        let figures = ProcessFigures.now
        return [
            "MB": max(figures.peakMemory, before.peakMemory) - before.peakMemory + figures.memory - before.memory,
            "µs/call": (Instant.now.cpu - start.cpu) * 1e4,
        ]
    }

    /// Stubbed calls that are all in flight before the first response; 20,000 calls in batches.
    private static func calls(atOnce count: Int) -> Child {
        Child(name: "\(count) calls at once") {
            try await atOnce(count) { gate in
                let shop = Provider<Shop>(transport: GatedTransport(gate: gate, transport: StubTransport.listing()))
                return {
                    let response = try await shop.request(.repositories(of: "octocat", page: 1))
                    return response.data.count == Listing.json.count
                }
            }
        }
    }

    /// The same with almost empty calls: the cost of tasks and waiting alone.
    private static func bareCalls(atOnce count: Int) -> Child {
        Child(name: "\(count) bare calls at once") {
            try await atOnce(count) { gate in
                {
                    let request = try await ByHand.bareCall(login: "octocat", page: 1)
                    await gate.pass()
                    return request.url != nil
                }
            }
        }
    }

    private static func atOnce(
        _ count: Int, _ begin: (Gate) -> @Sendable () async throws -> Bool
    ) async throws -> [String: Double] {
        let batches = 20_000 / count
        let before = ProcessFigures.now
        var answered = 0
        var held = 0.0
        var cpu = 0.0
        // The first batch warms up.
        for batch in 0...batches {
            let gate = Gate(opensAt: count)
            let call = begin(gate)
            let start = Instant.now
            answered += try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<count { group.addTask { try await call() } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            if batch > 0 { cpu += Instant.now.cpu - start.cpu }
            held = max(held, gate.memoryWhenFull - before.memory)
        }
        let after = ProcessFigures.now
        return [
            "answered": Double(answered) / Double((batches + 1) * count),
            "KB/call": held * 1024 / Double(count), "µs/call": cpu / Double(batches * count) * 1e6,
            "descriptors": Double(after.descriptors - before.descriptors),
        ]
    }

    /// A thousand providers with a plugin and a stub, each used once and released.
    private static let providers = Child(name: "1000 providers") {
        var figures: [ProcessFigures] = []
        var cpu: [Double] = []
        for _ in 0..<10 {
            let start = Instant.now
            for _ in 0..<100 {
                let shop = Provider<Shop>(transport: StubTransport.listing(), plugins: [EveryHook()])
                try await shop.request(.repositories(of: "octocat", page: 1))
            }
            cpu.append((Instant.now.cpu - start.cpu) * 1e4)
            figures.append(.now)
        }
        return [
            "KB": (figures[9].memory - figures[1].memory) * 1024, "µs/provider": cpu[5...].median,
            "growth": cpu[5...].median / cpu[1..<5].median,
            "descriptors": Double(figures[9].descriptors - figures[0].descriptors),
        ]
    }
}

/// Holds calls back until a number of them has arrived.
final class Gate: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var memory = 0.0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(opensAt limit: Int) { self.limit = limit }

    /// The memory of the process in MB when all had arrived.
    var memoryWhenFull: Double { state.withLock { $0.memory } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let all = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.waiting.append(continuation)
                guard state.waiting.count == limit else { return [] }
                state.memory = ProcessFigures.now.memory
                return state.waiting
            }
            for waiting in all { waiting.resume() }
        }
    }
}

/// A transport behind a gate.
private struct GatedTransport: Transport {
    let gate: Gate
    let transport: StubTransport
    let label = "stub"

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        await gate.pass()
        return try await transport.send(endpoint, context: context)
    }
}
