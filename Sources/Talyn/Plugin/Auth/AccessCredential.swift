/// An access token with its expiration date, for ``TokenRefreshPlugin``.
public struct AccessCredential: Sendable, Hashable {
    /// The token as it is sent.
    public let token: String

    /// The date on which the token expires; nil if unknown. It is then refreshed only after a server rejects it.
    public let expirationDate: Date?

    /// The account of the token; nil if there is only one.
    ///
    /// A rejected call is not sent again with a token of another account.
    public let account: String?

    /// Makes a credential.
    public init(_ token: String, expirationDate: Date? = nil, account: String? = nil) {
        self.token = token
        self.expirationDate = expirationDate
        self.account = account
    }

    /// Returns whether it expires within a time; false without an expiration date.
    func expires(within leeway: Duration, of date: @autoclosure () -> Date) -> Bool {
        // Compared as numbers: Date orders NaN before every other date.
        expirationDate.map { $0.timeIntervalSince(date()) <= leeway.bounded.seconds } ?? false
    }
}

extension AccessCredential: RedactedStringConvertible {
    /// The expiration date; never the token or account.
    public var description: String { "AccessCredential(\(expirationDate.map { "until \($0)" } ?? "no end"))" }
}
