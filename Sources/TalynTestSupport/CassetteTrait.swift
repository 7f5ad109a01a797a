#if canImport(Testing)
internal import Talyn
public import TalynTesting
public import Testing

/// Gives a test a cassette, and finishes it at the test's end: `.cassette(_:mode:filePath:)`.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let make: @Sendable (Test) -> Cassette

    /// Whether, of a suite, each of its tests gets a cassette of its own: where the test names it.
    public let isRecursive: Bool

    /// Why a test cannot have a cassette.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the test, or the suite, over the cassette.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if !test.isSuite, test.isParameterized {
            throw Refusal(
                description: "\(test.name): each of its arguments would be written to the same cassette; use "
                    + "withCassette in the test, with a name that the argument is part of")
        }
        let cassette = make(test)
        try await VerifiedTest(
            log: { cassette.log }, verify: { hasIssues in try cassette.finish(writes: !hasIssues) }, of: test
        ).run { try await StubScope.$transport.withValue(cassette, operation: function) }
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
    /// Without a name it is that of the source and the function, such as `ProfileTests.theProfileIsShown`. On a suite one
    /// with a name is for all of its tests together, one without is one for each.
    ///
    /// At the end it is finished (`Cassette.finish()`): entries that nobody asked for are an issue, and so are requests that
    /// had none. What a test recorded that has issues is not written, and that is an issue too. A test that fails has the
    /// log of its exchanges attached. A test with arguments cannot have it.
    public static func cassette(
        _ name: String? = nil, mode: Cassette.Mode = .fromEnvironment, filePath: StaticString = #filePath
    ) -> Self {
        Self(
            make: { Cassette(name ?? $0.cassetteName, mode: mode, filePath: filePath) }, isRecursive: name == nil)
    }

    /// Every provider in the test, or in all tests of the suite, answers from a cassette that this makes: with a rule of
    /// its own for matching, say.
    public static func cassette(_ make: @escaping @Sendable () -> Cassette) -> Self {
        Self(make: { _ in make() }, isRecursive: false)
    }
}

extension Test {
    /// The source and the function, without what a name of a file should not hold.
    fileprivate var cassetteName: String {
        let source = sourceLocation.fileName.prefix(beforeBytes: ".")
        let function = name.hasPrefix(bytes: "`") ? name.split(atBytes: "`")[1] : name.prefix(beforeBytes: "(")
        return "\(source).\(String(function.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }))"
    }
}
#endif
