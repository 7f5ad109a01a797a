import Foundation
import Measure
import Subjects
import Talyn

/// Streams that never end by themselves, each dropped at a random moment: the transfer, the connection and the call end
/// with the reader.
struct StreamSoak {
    let transport: SoakedTransport
    let count: Int
    let seed: UInt64
    let watchdog: Watchdog

    /// As fast as the client reads, or at a pace: on Linux, a URLSession that cannot keep up with its connections starts
    /// and cancels no transfer, and blocks the threads that ask for it.
    private var feed: Shop { .at(transport == .urlSession ? "feed" : "flood") }

    private static let inFlight = 16
    private static let rounds = 10

    /// The form in which a response is read.
    private enum Form: CaseIterable {
        case stream, lines, events
    }

    /// The way in which a reader leaves.
    private enum Drop {
        /// The task is cancelled after a time: before the head, after it, or in the body.
        case cancellation(seconds: Double)
        /// The task cancels itself after a number of elements.
        case ownCancellation(elements: Int)
        /// The loop is left after a number of elements.
        case leaving(elements: Int)
        /// The response is released before its body is read.
        case release

        init(using generator: inout SeededGenerator) {
            let elements = Int.random(in: 1...100, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: self = .cancellation(seconds: Double.random(in: 0...0.01, using: &generator))
            case 1: self = .ownCancellation(elements: elements)
            case 2: self = .leaving(elements: elements)
            default: self = .release
            }
        }

        var isCancellation: Bool {
            switch self {
            case .cancellation, .ownCancellation: true
            case .leaving, .release: false
            }
        }
    }

    func run(_ verdict: inout Verdict) async {
        guard let server = StallServer(), let url = URL(string: "http://127.0.0.1:\(server.port)") else {
            return verdict.expect(false, "the server of the streams does not start")
        }
        let ledger = Ledger(watchdog: watchdog)
        let shop = Provider<Shop>(
            baseURL: url, transport: transport.make(sessionConnections: 64), plugins: [ledger])
        var generator = SeededGenerator(seed: seed)
        var flatness = Flatness()
        print("\(transport.rawValue), seed \(seed), \(Self.inFlight) in flight")
        print((["streams", "cancelled", "connections left"] + Flatness.head).joined(separator: "\t"))
        for round in 1...Self.rounds {
            let drops = (0..<count / Self.rounds).map { _ in
                (Form.allCases.randomElement(using: &generator) ?? .stream, Drop(using: &generator))
            }
            let faults = await watchdog.watching { await self.faults(of: drops, shop) }
            for fault in faults.prefix(100) { verdict.expect(false, "streams, round \(round): \(fault)") }
            let left = await connectionsLeft(server)
            verdict.expect(left == 0, "streams, round \(round): \(left) connections are still open")
            let books = ledger.close()
            verdict.expect(
                books.calls == drops.count, "streams, round \(round): \(books.calls) calls are in the books")
            verdict.expect(
                books.wrong.isEmpty,
                "streams, round \(round): \(books.wrong.count) did not end once, such as \(books.wrong.first as Any)")
            let cancelled = drops.count { $0.1.isCancellation }
            print((["\(round * drops.count)", "\(cancelled)", "\(left)"] + flatness.note()).joined(separator: "\t"))
            fflush(nil)
        }
        flatness.check(
            "streams", kept: transport.keptOfACall * Double(count / Self.rounds), &verdict)
    }

    /// Reads and drops streams, and returns the unexpected ends.
    private func faults(of drops: [(Form, Drop)], _ shop: Provider<Shop>) async -> [String] {
        await withTaskGroup(of: String?.self) { group in
            var faults: [String] = []
            for (index, (form, drop)) in drops.enumerated() {
                if index >= Self.inFlight, case let fault?? = await group.next() { faults.append(fault) }
                group.addTask { await fault(of: form, drop, shop) }
            }
            return await group.reduce(into: faults) { if let fault = $1 { $0.append(fault) } }
        }
    }

    private func fault(of form: Form, _ drop: Drop, _ shop: Provider<Shop>) async -> String? {
        let reader = Task {
            switch (form, drop) {
            case (_, .release): _ = try await shop.stream(feed)
            case (.stream, _): try await Self.read(shop.stream(feed), drop)
            case (.lines, _): try await Self.read(shop.elements(of: .lines(feed)), drop)
            case (.events, _): try await Self.read(shop.elements(of: .events(feed)), drop)
            }
        }
        if case .cancellation(let seconds) = drop {
            // From another thread, at any point of the call.
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { reader.cancel() }
        }
        do {
            try await reader.value
            return drop.isCancellation ? "\(form), \(drop) was not cancelled" : nil
        } catch MyAPIError.cancelled where drop.isCancellation {
            return nil
        } catch {
            return "\(form), \(drop) failed: \(error)"
        }
    }

    private static func read<Elements: AsyncSequence>(_ elements: Elements, _ drop: Drop) async throws {
        var count = 0
        for try await _ in elements {
            count += 1
            switch drop {
            case .ownCancellation(count): withUnsafeCurrentTask { $0?.cancel() }
            case .leaving(count): return
            default: continue
            }
        }
    }

    /// Waits until the server sees no connection, at most 20 seconds, and returns the number that is left.
    private func connectionsLeft(_ server: StallServer) async -> Int {
        for _ in 0..<2_000 where server.connections > 0 { try? await Task.sleep(for: .milliseconds(10)) }
        return server.connections
    }
}
