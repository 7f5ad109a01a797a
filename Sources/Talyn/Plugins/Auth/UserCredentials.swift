/// A user name and password for ``CredentialsPlugin`` and the `DigestPlugin` of `TalynDigest`. Descriptions never show
/// them.
///
/// Both are sent as UTF-8 in composed form (NFC), so that `é` is the same from every keyboard.
public struct UserCredentials: Sendable, Hashable {
    /// The user name. Basic does not allow a colon in it.
    public var user: String

    /// The password.
    public var password: String

    /// Makes credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Returns the value of an `Authorization` header of Basic (RFC 7617).
    /// - Throws: `.invalidRequest` for a name with a colon, and for control characters, which the RFC forbids.
    package func basicAuthorization() throws(RequestError) -> String {
        if user.contains(bytes: ":") {
            throw RequestError(.invalidRequest("the user name contains a colon, which Basic cannot send (RFC 7617 §2)"))
        }
        let pair = "\(user):\(password)".precomposedStringWithCanonicalMapping
        if pair.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw RequestError(.invalidRequest("the user name or password contains a control character (RFC 7617 §2)"))
        }
        return "Basic \(Data(pair.utf8).base64EncodedString())"
    }
}

extension UserCredentials: RedactedStringConvertible {
    /// A placeholder; neither the name nor the password.
    public var description: String { "UserCredentials(<hidden>)" }
}
