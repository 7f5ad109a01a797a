#if canImport(Testing)
public import Talyn
public import TalynCassettes
internal import TalynStubs
public import Testing

/// A trait that gives a test a cassette, and finishes it at the test's end: `.cassette(_:mode:filePath:)`.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    let make: @Sendable (Test) -> Cassette

    /// Whether each test of a suite gets a cassette of its own, named after the test.
    public let isRecursive: Bool

    /// The reason why a test cannot have a cassette.
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
            log: { cassette.log }, verify: { hasIssues in try cassette.finish(writes: !hasIssues) }, test: test
        ).run { try await TransportOverride.$current.withValue(TransportScope(cassette), operation: function) }
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
    /// Without a name the cassette is named after the source and the function, such as
    /// `ProfileTests.theProfileIsShown`. On a suite, a trait with a name is one cassette for all tests; without a name
    /// each test gets its own.
    ///
    /// At the end of the test the cassette is finished (`Cassette.finish()`): unused entries and requests without an
    /// entry are issues. A test with issues does not write its recording, which is an issue too. A test that fails has
    /// the log of its exchanges attached. Tests with arguments cannot use this trait. Within `.stubs { }`, also of the
    /// suite, a cassette replays but does not record. The other parameters are those of `Cassette`.
    public static func cassette(
        _ name: String? = nil, mode: Cassette.Mode = .fromEnvironment, matching: CassetteMatching = .standard,
        redacting: Redaction = .standard, over live: any Transport = PlatformTransport.shared,
        bodyLimit: Int = 4 << 20, repeats: Bool = false, allowsUnused: Bool = false, keepsTimes: Bool = false,
        filePath: StaticString = #filePath
    ) -> Self {
        let make = { @Sendable (test: Test) in
            Cassette(
                name ?? test.cassetteName, mode: mode, matching: matching, redacting: redacting, over: live,
                bodyLimit: bodyLimit, repeats: repeats, allowsUnused: allowsUnused, keepsTimes: keepsTimes,
                filePath: filePath)
        }
        return Self(make: make, isRecursive: name == nil)
    }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.cassette()'")
    public static var cassette: Self { .cassette() }

    /// Every provider in the test, or in all tests of the suite, answers from the cassette that the closure makes, such
    /// as one at another place.
    public static func cassette(_ make: @escaping @Sendable () -> Cassette) -> Self {
        Self(make: { _ in make() }, isRecursive: false)
    }
}

extension Test {
    /// The source and the function, with `_` for characters that a file name should not contain.
    fileprivate var cassetteName: String {
        let source = sourceLocation.fileName.prefix(beforeBytes: ".")
        let function = name.hasPrefix(bytes: "`") ? name.split(atBytes: "`")[1] : name.prefix(beforeBytes: "(")
        return "\(source).\(String(function.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }))"
    }
}
#endif
