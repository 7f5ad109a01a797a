public import Talyn

/// The pace of an answer's body. Default: at once and complete.
struct StubPace: Sendable {
    /// The chunks of a body.
    enum Chunks: Sendable {
        /// All bytes with the head.
        case whole
        /// Chunks of as many bytes, each but the first after a pause.
        case equal(Int, pause: Duration)
        /// The first chunks, each after its pause, then the rest.
        case first([(count: Int, pause: Duration)])
        /// Bytes per second, in about ten chunks.
        case rate(Int)
    }

    var chunks = Chunks.whole
    /// The number of bytes before the body stops; nil if it does not.
    var length: Int?
    /// The failure after these bytes; nil to stall.
    var failure: URLError.Code?
    /// The Content-Length in the head; nil for none.
    var announced: Int?

    /// Returns the reason why a body of `count` bytes cannot have this pace; nil if it can.
    func problem(of count: Int) -> String? {
        guard let length, length >= count else { return nil }
        return "its body of \(count) bytes cannot \(failure == nil ? "stall" : "break off") after \(length) bytes"
    }

    /// Whether the body arrives at once and complete.
    var isPlain: Bool {
        if case .whole = chunks { length == nil && announced == nil } else { false }
    }

    /// Returns the most bytes of a chunk, by its number from 0.
    func size(of number: Int) -> Int {
        switch chunks {
        case .whole: .max
        case .equal(let count, _): count
        case .first(let chunks): number < chunks.count ? chunks[number].count : .max
        case .rate(let rate): (rate - 1) / 10 + 1
        }
    }

    /// Returns the pause before a chunk of these bytes of the body.
    func pause(before number: Int, of bytes: Range<Int>) -> Duration {
        switch chunks {
        case .whole: .zero
        case .equal(_, let pause): number == 0 ? .zero : pause
        case .first(let chunks): number < chunks.count ? chunks[number].pause : .zero
        case .rate(let rate):
            Self.time(of: bytes.upperBound, rate: UInt64(rate)) - Self.time(of: bytes.lowerBound, rate: UInt64(rate))
        }
    }

    /// Whether a body of `count` bytes ends early or differs from its announced length.
    func isBroken(_ count: Int) -> Bool {
        (length.map { $0 < count } ?? false) || (announced.map { $0 != count } ?? false)
    }

    /// Returns the time at which `bytes` bytes have arrived at a rate, to the attosecond.
    static func time(of bytes: Int, rate: UInt64) -> Duration {
        let (seconds, rest) = UInt64(clamping: bytes).quotientAndRemainder(dividingBy: max(rate, 1))
        // Cannot trap: the remainder is less than the rate, so the quotient is less than 10^18.
        let attoseconds = max(rate, 1).dividingFullWidth(rest.multipliedFullWidth(by: 1_000_000_000_000_000_000))
        return Duration(
            secondsComponent: Int64(clamping: seconds), attosecondsComponent: Int64(clamping: attoseconds.quotient))
    }
}

extension StubAnswer {
    /// Returns the same answer in chunks: `bytes` bytes with the head, then `bytes` bytes after each `pause` on the
    /// provider's clock.
    ///
    /// The timeout restarts with each chunk, so a pause shorter than the timeout never ends the call; a deadline does.
    /// With less than one byte the answer is unusable: the call fails, and so does ``StubTransport/verify()``.
    public func dripping(_ bytes: Int, every pause: Duration) -> StubAnswer {
        changed { parts in
            parts.pace.chunks = .equal(max(bytes, 1), pause: pause)
            if bytes < 1 { parts.fault = "its chunks have \(bytes) bytes" }
        }
    }

    /// Returns the same answer in these chunks, each after its pause, and the rest with the last one.
    package func arriving(_ chunks: [(count: Int, pause: Duration)]) -> StubAnswer {
        changed { $0.pace.chunks = .first(chunks.map { (max($0.count, 1), $0.pause) }) }
    }

    /// Returns the same answer with its body at a rate, in about ten chunks per second: n bytes take n / rate seconds
    /// after the head.
    ///
    /// With a rate of 0 or less, no byte of the body arrives, as with ``stalling(after:)``.
    public func throttled(bytesPerSecond rate: Int) -> StubAnswer {
        rate > 0 ? changed { $0.pace.chunks = .rate(rate) } : stalling(after: 0)
    }

    /// Returns the same answer with a body that stops after `bytes` bytes. The exchange ends by timeout, deadline or
    /// cancellation.
    ///
    /// If the body is not longer, the answer is unusable: the call fails, and so does ``StubTransport/verify()``. In a
    /// sequence that is changed as a whole, such a body arrives complete.
    public func stalling(after bytes: Int) -> StubAnswer { breaking(after: bytes, nil) }

    /// Returns the same answer with a connection that is lost after `bytes` bytes of the body.
    ///
    /// Fails with `code`, by default `.networkConnectionLost`. If the body is not longer, the answer is unusable, as
    /// with ``stalling(after:)``.
    public func truncated(after bytes: Int, code: URLError.Code = .networkConnectionLost) -> StubAnswer {
        breaking(after: bytes, code)
    }

    /// Returns the same answer with the given Content-Length, which may be wrong.
    ///
    /// A shorter body fails the call as a lost connection; a longer one is cut to the length. A negative length fails
    /// the call with `.cannotParseResponse`. Progress reports the announced length.
    public func announcing(contentLength bytes: Int) -> StubAnswer {
        changed { $0.pace.announced = bytes }
    }

    private func breaking(after bytes: Int, _ failure: URLError.Code?) -> StubAnswer {
        changed { parts in
            parts.pace.length = max(bytes, 0)
            parts.pace.failure = failure
            if bytes < 0 { parts.fault = "its body ends after \(bytes) bytes" }
        }
    }
}
