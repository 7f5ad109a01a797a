/// How often a stub is to answer, for ``StubTransport/verify()``. An integer stands for exactly so often.
///
/// ```swift
/// stubs.on(GitHub.zen, .text("Keep it logically awesome."), times: 2)
/// stubs.on(GitHub.user("octocat"), .json(User.octocat), times: .atMost(1))
/// ```
/// It changes no answer: a request beyond it is answered too, and found by ``StubTransport/verify()``. Numbers below zero
/// are zero, and `times: 0` is for what must not be asked.
public struct StubTimes: Sendable, Hashable, ExpressibleByIntegerLiteral {
    private let least: Int
    private let most: Int

    private init(_ least: Int, _ most: Int) {
        self.least = max(min(least, most), 0)
        self.most = max(least, most, 0)
    }

    /// Exactly so often.
    public init(integerLiteral value: Int) { self.init(value, value) }

    /// Exactly so often.
    public static func exactly(_ times: Int) -> StubTimes { StubTimes(times, times) }

    /// So often or more: once is the default of every stub.
    public static func atLeast(_ times: Int) -> StubTimes { StubTimes(times, .max) }

    /// So often or less, or never.
    public static func atMost(_ times: Int) -> StubTimes { StubTimes(0, times) }

    /// From one number to another, whichever is the larger.
    public static func between(_ one: Int, and other: Int) -> StubTimes { StubTimes(one, other) }

    /// A number in a range.
    public static func between(_ range: ClosedRange<Int>) -> StubTimes { StubTimes(range.lowerBound, range.upperBound) }

    /// However often, or never.
    public static let any = StubTimes(0, .max)

    /// Whether so often is right.
    func contains(_ times: Int) -> Bool { least <= times && times <= most }

    /// Whether so often is too often, which nothing can make good.
    func isExceeded(by times: Int) -> Bool { times > most }
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
