/// How the body of a stub's answer comes: at once and whole, unless said otherwise.
struct StubPace: Sendable {
    /// What happens in the middle of the body.
    enum Break: Sendable {
        /// Nothing more comes.
        case stall
        /// The connection ends.
        case failure(URLError.Code)
    }

    /// How many bytes come together; nil for all of them.
    var piece: Int?
    /// How long it takes until the next piece.
    var pause: Duration = .zero
    /// How many bytes come in a second, in the place of a pause; nil for any number.
    var rate: UInt64?
    /// How many bytes come before the break; nil without one.
    var length: Int?
    /// What the break is.
    var end = Break.stall
    /// The Content-Length that the head tells; nil for none.
    var announced: Int?

    /// Whether the body comes at once and whole.
    var isPlain: Bool { piece == nil && length == nil && announced == nil }

    /// Whether the body, of so many bytes, comes to another end than its own.
    func isBroken(_ count: Int) -> Bool {
        (length.map { $0 < count } ?? false) || (announced.map { $0 != count } ?? false)
    }

    /// When so many bytes have come at the rate, to the attosecond.
    static func time(of bytes: Int, rate: UInt64) -> Duration {
        let (seconds, rest) = UInt64(clamping: bytes).quotientAndRemainder(dividingBy: max(rate, 1))
        // Cannot trap: the rest is less than the rate, so the quotient is less than 10^18.
        let attoseconds = max(rate, 1).dividingFullWidth(rest.multipliedFullWidth(by: 1_000_000_000_000_000_000))
        return Duration(
            secondsComponent: Int64(clamping: seconds), attosecondsComponent: Int64(clamping: attoseconds.quotient))
    }
}

extension StubAnswer {
    /// The same answer, whose body comes in drips: so many bytes with the head, then so many after each `pause` on the
    /// provider's clock.
    ///
    /// A timeout counts from the last byte, so a pause that is shorter never ends the call; a deadline does.
    public func dripping(_ bytes: Int, every pause: Duration) -> StubAnswer {
        changed { parts in
            parts.pace.piece = max(bytes, 1)
            parts.pace.pause = pause
            parts.pace.rate = nil
        }
    }

    /// The same answer, whose body comes at a rate, about ten times a second: n bytes take n / rate seconds behind the
    /// head.
    ///
    /// At a rate of 0 or less nothing of the body ever comes, as with ``stalling(after:)``.
    public func throttled(bytesPerSecond rate: Int) -> StubAnswer {
        guard rate > 0 else { return stalling(after: 0) }
        return changed { parts in
            parts.pace.piece = (rate - 1) / 10 + 1
            parts.pace.rate = UInt64(rate)
        }
    }

    /// The same answer, whose body stops after so many bytes and never goes on: ends by timeout or deadline, or when it
    /// is cancelled. A body that is not longer comes whole.
    public func stalling(after bytes: Int) -> StubAnswer { breaking(after: bytes, .stall) }

    /// The same answer, whose connection is lost after so many bytes of the body: reset, or closed too early.
    ///
    /// Fails with `code`, `.networkConnectionLost` unless said otherwise. A body that is not longer comes whole.
    public func truncated(after bytes: Int, code: URLError.Code = .networkConnectionLost) -> StubAnswer {
        breaking(after: bytes, .failure(code))
    }

    /// The same answer, whose head tells a length of the body that need not be true.
    ///
    /// A body that is shorter fails the call as a lost connection, of one that is longer so many bytes come. Below zero it
    /// fails the call with `.cannotParseResponse`. Progress tells the length that is announced.
    public func announcing(contentLength bytes: Int) -> StubAnswer {
        changed { $0.pace.announced = bytes }
    }

    private func breaking(after bytes: Int, _ end: StubPace.Break) -> StubAnswer {
        changed { parts in
            parts.pace.length = max(bytes, 0)
            parts.pace.end = end
        }
    }
}
