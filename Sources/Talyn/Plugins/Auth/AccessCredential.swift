/// An access token with its expiration date, for ``TokenRefreshPlugin``.
public struct AccessCredential: Sendable, Hashable {
    /// The token as it is sent.
    public let token: String

    /// The date on which the token expires; nil if unknown. It is then refreshed only after a server rejects it.
    public let expirationDate: Date?

    /// The account of the token; nil if there is only one.
    ///
    /// A rejected call is not sent again with a token of another account. A response cache stores by account, so that
    /// responses outlive the token.
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

/// The credential that a plugin has set on an endpoint, and its location.
struct SentCredential: Sendable {
    enum Tag: CallTagKey { static let defaultValue: SentCredential? = nil }

    let credential: AccessCredential
    let type: AuthorizationType
}

extension Endpoint {
    /// The account of the token that a plugin has set, and the header of the token; nil without one, or if the endpoint
    /// does not have that token any more.
    package var account: (name: String, header: String?)? {
        guard let sent = options.tags[SentCredential.Tag.self], let name = sent.credential.account,
            sent.type.isSet(sent.credential.token, on: self)
        else { return nil }
        return (name, sent.type.headerName)
    }
}

extension AccessCredential: RedactedStringConvertible {
    /// The expiration date; never the token or account.
    public var description: String { "AccessCredential(\(expirationDate.map { "until \($0)" } ?? "no end"))" }
}
