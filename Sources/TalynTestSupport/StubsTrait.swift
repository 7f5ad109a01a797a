#if canImport(Testing)
public import Talyn
public import Testing

/// Gives each test stubs of its own, and verifies them at its end: `.stubs(_:)`.
public struct StubsTrait: TestTrait, SuiteTrait, TestScoping {
    /// The stubs of an outer one of these, which verifies them.
    @TaskLocal private static var outer: StubTransport?

    let register: @Sendable (StubTransport) throws -> Void

    /// Of a suite, each of its tests gets stubs of its own.
    public var isRecursive: Bool { true }

    /// Runs the test over the stubs.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Within a suite's: the test adds to those, and they are verified once.
        if let stubs = Self.outer, stubs === StubTransport.current {
            try register(stubs)
            return try await function()
        }
        let stubs = StubTransport()
        try register(stubs)
        try await VerifiedTest(
            log: { stubs.log }, verify: { _ in try stubs.verify() }, of: test
        ).run { try await withStubs(stubs) { try await Self.$outer.withValue(stubs, operation: function) } }
    }
}

extension Trait where Self == StubsTrait {
    /// Every provider in the test answers from stubs, made anew for each test and each of its arguments.
    ///
    /// ```swift
    /// @Test(.stubs { $0.on(GitHub.zen, .text("Keep it logically awesome.")) })
    /// func zenIsShown() async throws {
    ///     let zen = try await Provider<GitHub>().request(.zen, as: String.self)
    ///     #expect(zen == "Keep it logically awesome.")
    /// }
    /// ```
    /// At the end of the test they are verified (`StubTransport.verify()`); what that finds is an issue of the test. A test
    /// that fails has the log of its exchanges attached. On a suite, it is for each of its tests; stubs that not every test
    /// asks for are registered with `times: .any`, and a test's own go before them. Within the test the stubs are
    /// `StubTransport.current`.
    ///
    /// They reach what a task of the test does, and not `Task.detached`, nor callbacks from elsewhere.
    public static func stubs(_ register: @escaping @Sendable (StubTransport) throws -> Void) -> Self {
        Self(register: register)
    }
}
#endif
