extension StubAnswer {
    /// The same answer after a time on the provider's clock; against a timeout the shorter of the two decides.
    ///
    /// `jitter` makes it uneven: each time the delay is drawn from `delay - jitter` to `delay + jitter`, all of them as
    /// likely, by ``CallContext/randomness``. Default: none. A delay below zero is none.
    public func delayed(by delay: Duration, jitter: Duration = .zero) -> StubAnswer {
        changed { parts in
            parts.delay = delay
            parts.jitter = jitter
        }
    }

    /// The same answer, which moves a scenario to a state as it is given.
    ///
    /// Stubs ask for states with `when`. A scenario that nobody moved is in the state ``StubTransport/started``. Of a
    /// sequence each answer moves it that does not move it elsewhere.
    /// ```swift
    /// stubs.on(Shop.add("tea"), .status(201).transitioning("basket", to: "full"))
    /// stubs.on(Shop.basket, .json(["items": ["tea"]]), when: ["basket": "full"])
    /// ```
    public func transitioning(_ scenario: String, to state: String) -> StubAnswer {
        changed { $0.moves[scenario] = state }
    }

    /// The same answer, which a bound call takes although its body does not decode: `.json("{").malformed`.
    public var malformed: StubAnswer { changed { $0.isMalformed = true } }

    func changed(_ change: (inout Parts) -> Void) -> StubAnswer {
        var answer = self
        change(&answer.parts)
        return answer
    }

    /// The answers one by one: a sequence within a sequence is a part of it.
    package var flattened: [StubAnswer] {
        guard case .sequence(let answers, _) = content else { return [self] }
        return answers.flatMap(\.flattened).map { $0.within(self) }
    }

    /// The answer as a part of a sequence, which hands down its delay, its moves, and its pace to those without one.
    private func within(_ sequence: StubAnswer) -> StubAnswer {
        let outer = sequence.parts
        if outer.isPlain { return self }
        return changed { parts in
            parts.delay = parts.delay.bounded + outer.delay.bounded
            parts.jitter = parts.jitter.bounded + outer.jitter.bounded
            if parts.pace.isPlain { parts.pace = outer.pace }
            parts.moves.merge(outer.moves) { own, _ in own }
            parts.isMalformed = parts.isMalformed || outer.isMalformed
        }
    }

    /// The answer to a case: a fixture is looked for by its name. Others, and where there is no name, as they are.
    func found(for operation: String?) -> StubAnswer {
        switch content {
        case .fixture(let fixture): return fixture.answer(for: operation, like: self)
        case .sequence(let answers, let end):
            return changed(to: .sequence(answers.map { $0.found(for: operation) }, end))
        default: return self
        }
    }

    /// The same with another content.
    func changed(to content: Content) -> StubAnswer { changed { $0.content = content } }

    /// Why it can never be given; nil when it can.
    var problem: String? {
        if case .unusable(let reason) = content { reason } else { nil }
    }

    /// Why a call gets nothing of it; nil when it does.
    func complaint(_ operation: String?) -> String? {
        problem.map { "the stub for \(operation ?? "the endpoint") is unusable: \($0)" }
    }

    /// Whether it has to be looked at before it is given.
    var mayBeUnusable: Bool {
        switch content {
        case .fixture, .unusable: true
        case .response, .failure, .noResponse, .sequence: false
        }
    }
}
