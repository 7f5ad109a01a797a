internal import Talyn

/// The expected number of uses of a stub, for ``StubTransport/verify()``. An integer literal means exactly that many.
///
/// ```swift
/// stubs.on(GitHub.zen, .text("Keep it logically awesome."), times: 2)
/// stubs.on(GitHub.user("octocat"), .json(User.octocat), times: .atMost(1))
/// ```
/// It does not limit answers: a request beyond it is answered, and reported by ``StubTransport/verify()``. Negative
/// numbers count as zero; `times: 0` is for requests that must not be sent.
public struct StubTimes: Sendable, Hashable, ExpressibleByIntegerLiteral {
    private let least: Int
    private let most: Int

    private init(_ least: Int, _ most: Int) {
        self.least = max(least, 0)
        self.most = max(most, 0)
    }

    /// Makes an exact number.
    public init(integerLiteral value: Int) { self.init(value, value) }

    /// Exactly this many uses.
    public static func exactly(_ times: Int) -> StubTimes { StubTimes(times, times) }

    /// At least this many uses. The default of every stub is at least one.
    public static func atLeast(_ times: Int) -> StubTimes { StubTimes(times, .max) }

    /// At most this many uses, including none.
    public static func atMost(_ times: Int) -> StubTimes { StubTimes(0, times) }

    /// A number within a range.
    public static func between(_ range: ClosedRange<Int>) -> StubTimes { StubTimes(range.lowerBound, range.upperBound) }

    /// Any number of uses, including none: for a stub of a set-up that a test may leave unused or replace.
    public static let any = StubTimes(0, .max)

    /// Returns whether a number of uses is as expected.
    func contains(_ times: Int) -> Bool { least <= times && times <= most }
}

extension StubTimes: CustomStringConvertible {
    /// `once`, `at least twice`, `2 to 4 times`.
    public var description: String {
        if self == .any { return "any number of times" }
        if least == most { return Self.text(least) }
        if most == .max { return "at least \(Self.text(least))" }
        if least == 0 { return "at most \(Self.text(most))" }
        return "\(least) to \(most) times"
    }

    /// `never`, `once`, `twice`, `3 times`.
    static func text(_ times: Int) -> String {
        switch times {
        case 0: "never"
        case 1: "once"
        case 2: "twice"
        default: "\(times) times"
        }
    }
}
