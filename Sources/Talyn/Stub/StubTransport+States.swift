// Scenarios: states with names, in which stubs answer, and which answers move (`StubAnswer.transitioning(_:to:)`).
extension StubTransport {
    /// The state of a scenario: ``started`` until something moves it.
    public func state(of scenario: String) -> String { book.withLock { $0.state(of: scenario) } }

    /// Moves a scenario to a state, from wherever it is.
    public func setState(_ scenario: String, to state: String) { book.withLock { $0.states[scenario] = state } }
}
