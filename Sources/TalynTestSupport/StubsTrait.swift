#if canImport(Testing)
public import TalynStubs
public import Testing

/// A trait that gives each test stubs of its own, and verifies them at its end: `.stubs(_:)`.
public struct StubsTrait: TestTrait, SuiteTrait, TestScoping {
    /// The stubs of an outer trait, which verifies them.
    @TaskLocal private static var outer: StubTransport?

    let register: @Sendable (StubTransport) throws -> Void

    /// True: each test of a suite gets stubs of its own.
    public var isRecursive: Bool { true }

    /// Runs the test over the stubs.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Within a suite with this trait the test adds stubs, and the suite's trait verifies them.
        if let stubs = Self.outer, stubs === StubTransport.current {
            try register(stubs)
            return try await function()
        }
        let stubs = StubTransport()
        try register(stubs)
        try await VerifiedTest(
            log: { stubs.log }, verify: { _ in try stubs.verify() }, test: test
        ).run { try await withStubs(stubs) { try await Self.$outer.withValue(stubs, operation: function) } }
    }
}

extension Trait where Self == StubsTrait {
    /// Every provider in the test answers from stubs, which are new for each test and each argument.
    ///
    /// ```swift
    /// @Test(.stubs { $0.on(GitHub.zen, .text("Keep it logically awesome.")) })
    /// func zenIsShown() async throws {
    ///     let zen = try await Provider<GitHub>().request(.zen, as: String.self)
    ///     #expect(zen == "Keep it logically awesome.")
    /// }
    /// ```
    /// It is a guard against live calls too: no provider in the test reaches the network, whatever its transport, and a
    /// call that nothing answers fails. `.stubs { _ in }` on a suite guards its tests. A request that these stubs have
    /// no stub for is answered by the provider's own `StubTransport` or replaying cassette, and counted there:
    /// `withStubs(_:isolation:operation:)`.
    ///
    /// At the end of the test they are verified (`StubTransport.verify()`); a failed verification is an issue of the
    /// test. A test that fails has the log of its exchanges attached. On a suite the trait applies to each test:
    /// register stubs that not every test uses with `times: .any`; the stubs of a test take precedence. Within the test
    /// the stubs are `StubTransport.current`.
    ///
    /// They are task-local: they do not reach `Task.detached`, or callbacks from outside of the test's tasks.
    public static func stubs(_ register: @escaping @Sendable (StubTransport) throws -> Void) -> Self {
        Self(register: register)
    }
}
#endif
