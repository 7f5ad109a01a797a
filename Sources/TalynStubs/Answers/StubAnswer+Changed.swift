internal import Talyn

extension StubAnswer {
    /// Returns the same answer after a delay on the provider's clock. If a timeout is shorter, it ends the call first.
    ///
    /// With `jitter`, each delay is drawn uniformly from `delay - jitter` to `delay + jitter` by
    /// `CallContext.randomness`. Default: no jitter. A negative delay counts as zero.
    public func delayed(by delay: Duration, jitter: Duration = .zero) -> StubAnswer {
        changed { parts in
            parts.delay = delay
            parts.jitter = jitter
        }
    }

    /// Returns the same answer, which moves a scenario to a state when it is given.
    ///
    /// Stubs require states with `when`. A scenario starts in the state ``StubTransport/started``. Each answer of a
    /// sequence moves the scenario, unless it has a transition of its own.
    /// ```swift
    /// stubs.on(Shop.add("tea"), .status(201).transitioning("basket", to: "full"))
    /// stubs.on(Shop.basket, .json(["items": ["tea"]]), when: ["basket": "full"])
    /// ```
    public func transitioning(_ scenario: String, to state: String) -> StubAnswer {
        changed { $0.moves[scenario] = state }
    }

    func changed(_ change: (inout Parts) -> Void) -> StubAnswer {
        var answer = self
        change(&answer.parts)
        return answer
    }

    /// The answers one by one. A nested sequence is flattened.
    package var flattened: [StubAnswer] {
        guard case .sequence(let answers, _) = content else { return [self] }
        return answers.flatMap(\.flattened).map { $0.inheriting(from: self) }
    }

    /// The same answer, a sequence without sequences inside it and with all that was changed applied to its answers.
    var flat: StubAnswer {
        guard case .sequence(_, let end) = content else { return self }
        return .sequence(flattened, then: end)
    }

    /// Returns the answer with the delay, transitions and default pace of its sequence.
    private func inheriting(from sequence: StubAnswer) -> StubAnswer {
        let outer = sequence.parts
        return changed { parts in
            parts.delay = parts.delay.bounded + outer.delay.bounded
            parts.jitter = parts.jitter.bounded + outer.jitter.bounded
            if parts.pace.isPlain {
                parts.pace = outer.pace
                // A body that does not reach the end of the sequence's pace arrives complete.
                if case .response(_, _, let body) = parts.content, outer.pace.problem(of: body.count) != nil {
                    parts.pace.length = nil
                }
            }
            parts.fault = parts.fault ?? outer.fault
            parts.moves.merge(outer.moves) { own, _ in own }
            parts.servesRanges = parts.servesRanges || outer.servesRanges
        }
    }

    /// Returns the answer for a case: a fixture is loaded by the case's name, other answers are returned unchanged.
    func found(for operation: @autoclosure () -> String?) -> StubAnswer {
        switch content {
        case .fixture(let find):
            changed { [found = find(operation())] parts in
                (parts.content, parts.file) = (found.content, found.parts.file)
                parts.fault = parts.fault ?? found.parts.fault
            }
        case .sequence(let answers, let end):
            changed { $0.content = .sequence(answers.map { $0.found(for: operation()) }, end) }
        default: self
        }
    }

    /// The reason why the answer can never be given; nil if it can.
    var problem: String? {
        switch content {
        case .unusable(let reason): reason
        case .response(_, _, let body): parts.fault ?? parts.pace.problem(of: body.count)
        case .failure, .noResponse, .sequence, .fixture: nil
        }
    }

    /// Returns the message for a call that gets an unusable answer; nil if the answer is usable.
    func complaint(_ operation: String?) -> String? {
        problem.map { "the stub for \(operation ?? "the endpoint") is unusable: \($0)" }
    }
}
