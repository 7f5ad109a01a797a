// Scenarios are named states. Stubs require them, and answers change them (`StubAnswer.transitioning(_:to:)`).
extension StubTransport {
    /// Returns the state of a scenario. The initial state is ``started``.
    public func state(of scenario: String) -> String { registry.withLock { $0.state(of: scenario) } }

    /// Moves a scenario to a state.
    public func setState(_ scenario: String, to state: String) { registry.withLock { $0.states[scenario] = state } }
}
