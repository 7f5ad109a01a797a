/// An access token and when it ends: what ``TokenRefreshPlugin`` works with.
public struct AccessCredential: Sendable, Hashable {
    /// The token, as it is sent.
    public let token: String

    /// When it ends; nil when that is not known, and then it is renewed only once a server refuses it.
    public let expirationDate: Date?

    /// Whose token it is; nil when there is one account only.
    ///
    /// A call that was refused is not sent again for another account than it was made for.
    public let account: String?

    /// A token that ends at a date.
    public init(_ token: String, expirationDate: Date? = nil, account: String? = nil) {
        self.token = token
        self.expirationDate = expirationDate
        self.account = account
    }

    /// Whether it ends within some time; one whose end is not known never does.
    func expires(within leeway: Duration, of date: Date) -> Bool {
        // As numbers: a date that is none is before every other to Date itself.
        expirationDate.map { $0.timeIntervalSince(date) <= leeway.bounded.seconds } ?? false
    }
}

extension AccessCredential: RedactedStringConvertible {
    /// When it ends; never the token nor the account.
    public var description: String { "AccessCredential(\(expirationDate.map { "until \($0)" } ?? "no end"))" }
}
