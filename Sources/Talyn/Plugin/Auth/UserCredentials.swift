/// A user's name and password, for ``CredentialsPlugin``. Never shown in any text.
///
/// Both are sent in UTF-8, composed (NFC), so that `é` is one character whichever keyboard it came from.
public struct UserCredentials: Sendable, Hashable {
    /// The user's name; for Basic without a colon, which would end it.
    public var user: String

    /// The password.
    public var password: String

    /// Credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The value of an `Authorization` header of Basic (RFC 7617).
    /// - Throws: `.invalidRequest` for a name with a colon, and for control characters, which the RFC forbids.
    func basicAuthorization() throws(RequestError) -> String {
        if user.contains(bytes: ":") {
            throw RequestError(.invalidRequest("a user name with a colon cannot be sent (RFC 7617 §2)"))
        }
        let pair = "\(user):\(password)".precomposedStringWithCanonicalMapping
        if pair.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw RequestError(.invalidRequest("a user name or password has a control character (RFC 7617 §2)"))
        }
        return "Basic \(Data(pair.utf8).base64EncodedString())"
    }
}

extension UserCredentials: RedactedStringConvertible {
    /// Neither the name nor the password.
    public var description: String { "UserCredentials(<hidden>)" }
}
