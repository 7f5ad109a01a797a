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
    /// How many bytes come before the break; nil without one.
    var length: Int?
    /// What the break is.
    var end = Break.stall

    /// Whether the body comes at once and whole.
    var isPlain: Bool { piece == nil && length == nil }
}

extension StubAnswer {
    /// The same answer, whose body comes in drips: so many bytes with the head, then so many after each `pause` on the
    /// provider's clock.
    ///
    /// A timeout counts from the last byte, so a pause that is shorter never ends the call; a deadline does.
    public func dripping(_ bytes: Int, every pause: Duration) -> StubAnswer {
        var answer = self
        answer.pace.piece = max(bytes, 1)
        answer.pace.pause = pause
        return answer
    }

    /// The same answer, whose body stops after so many bytes and never goes on: ends by timeout or deadline, or when it
    /// is cancelled. A body that is not longer comes whole.
    public func stalling(after bytes: Int) -> StubAnswer { breaking(after: bytes, .stall) }

    /// The same answer, whose connection is lost after so many bytes of the body: reset, or closed too early.
    ///
    /// Fails with `code`, `.networkConnectionLost` unless said otherwise. A body that is not longer comes whole.
    public func cutShort(after bytes: Int, code: URLError.Code = .networkConnectionLost) -> StubAnswer {
        breaking(after: bytes, .failure(code))
    }

    private func breaking(after bytes: Int, _ end: StubPace.Break) -> StubAnswer {
        var answer = self
        answer.pace.length = max(bytes, 0)
        answer.pace.end = end
        return answer
    }

    /// The answer as a part of a sequence, which hands its delay down, and its pace to those that have none.
    func within(_ sequence: StubAnswer) -> StubAnswer {
        var answer = delayed(by: delay + sequence.delay)
        if answer.pace.isPlain { answer.pace = sequence.pace }
        return answer
    }
}
