/// A subject of measurement.
public struct Case: Sendable {
    /// One call. A synchronous one stays synchronous: an asynchronous wrapper costs as much as some of them.
    public enum Work: Sendable {
        case sync(@Sendable () throws -> Void)
        case async(@Sendable () async throws -> Void)
        /// A whole batch, of a floor that has its own loop.
        case batch(@Sendable (_ calls: Int, _ inFlight: Int) throws -> Void)
    }

    public let name: String
    /// The number of calls in a batch.
    public let calls: Int
    /// The number of calls in flight at the same time.
    public let inFlight: Int
    /// Makes the work of a batch, outside the measured time: a stub that records its requests is made anew each time.
    let begin: @Sendable () throws -> Work

    public init(_ name: String, calls: Int, inFlight: Int = 1, begin: @escaping @Sendable () throws -> Work) {
        self.name = name
        self.calls = calls
        self.inFlight = inFlight
        self.begin = begin
    }

    /// Runs a batch and returns the cost per call.
    func measure() async throws -> Round {
        let work = try begin()
        let start = Instant.now
        try await Self.repeating(work, calls, inFlight: inFlight)
        // Memory that the calls left behind, such as recorded requests, is freed within the measured time.
        _ = consume work
        let end = Instant.now
        let latencies = try await latencies()
        return Round(
            cpu: (end.cpu - start.cpu) / Double(calls), wall: (end.wall - start.wall) / Double(calls),
            latencies: latencies)
    }

    private static func repeating(_ work: Work, _ calls: Int, inFlight: Int) async throws {
        if case .batch(let work) = work { return try work(calls, inFlight) }
        if inFlight == 1 {
            switch work {
            case .batch: break
            case .sync(let work): for _ in 0..<calls { try work() }
            case .async(let work): for _ in 0..<calls { try await work() }
            }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask { try await repeating(work, calls / inFlight, inFlight: 1) }
            }
            try await group.waitForAll()
        }
    }

    /// Measures single calls in a separate, smaller batch, because reading a clock costs part of a short call.
    private func latencies() async throws -> [Double] {
        let work = try begin()
        if case .batch = work { return [] }
        let calls = max(calls / 4 / inFlight, 1)
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    var latencies: [Double] = []
                    latencies.reserveCapacity(calls)
                    for _ in 0..<calls {
                        let start = Instant.wallNow
                        try await Self.repeating(work, 1, inFlight: 1)
                        latencies.append(Instant.wallNow - start)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

/// The cost of one batch of a case, in seconds per call.
struct Round: Sendable {
    let cpu: Double
    let wall: Double
    let latencies: [Double]
}

/// Uses a value, so that the optimizer cannot remove its computation.
@inline(never) @_optimize(none)
public func keep<Value>(_ value: borrowing Value) {}
