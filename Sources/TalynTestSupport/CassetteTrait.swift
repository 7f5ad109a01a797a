#if canImport(Testing)
internal import Talyn
public import TalynTesting
public import Testing

/// Gives each test a cassette, and finishes it at the test's end: ``Testing/Trait/cassette(_:mode:filePath:)``.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let make: @Sendable (Test) -> Cassette

    /// Of a suite, each of its tests gets a cassette of its own.
    public var isRecursive: Bool { true }

    /// Runs the test over the cassette.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let cassette = make(test)
        // What a test recorded that failed is not to be the truth from then on.
        try await VerifiedTest(
            log: { cassette.log }, verify: { try cassette.finish() }, verifiesFailed: false, of: test
        )
        .run { try await StubScope.$transport.withValue(cassette, operation: function) }
    }
}

extension Trait where Self == CassetteTrait {
    /// Every provider in the test answers from a cassette: `Cassettes/<name>.har` beside the test's source.
    ///
    /// ```swift
    /// @Test(.cassette("octocat")) func theProfileIsShown() async throws {
    ///     let user = try await Provider<GitHub>().request(.user("octocat"), as: User.self)
    ///     #expect(user.login == "octocat")
    /// }
    /// ```
    /// Without a name it is the test's function's. At the end of the test it is finished (`Cassette.finish()`): entries that
    /// nobody asked for are an issue, and so are requests that had none. A test that fails writes nothing and has the log
    /// of its exchanges attached.
    public static func cassette(
        _ name: String? = nil, mode: Cassette.Mode = .fromEnvironment, filePath: StaticString = #filePath
    ) -> Self {
        Self { test in
            Cassette(name ?? String(test.name.prefix { $0 != "(" }), mode: mode, filePath: filePath)
        }
    }

    /// Every provider in the test answers from a cassette that this makes: with a rule of its own for matching, say.
    public static func cassette(_ make: @escaping @Sendable () -> Cassette) -> Self { Self { _ in make() } }
}
#endif
