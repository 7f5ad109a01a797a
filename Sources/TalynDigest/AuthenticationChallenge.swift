internal import Talyn

/// A challenge of a `WWW-Authenticate` field, of any scheme (RFC 9110 §11.6.1).
struct AuthenticationChallenge: Sendable {
    /// The scheme as sent, such as `Digest`.
    let scheme: String
    /// The parameters in order, without malformed ones.
    fileprivate(set) var parameters: [(name: String, value: String)] = []

    /// The value of the first parameter of a name; nil if there is none.
    subscript(name: String) -> String? {
        parameters.first { HTTPHeaders.isSameName($0.name, name) }?.value
    }

    /// Returns whether it has a scheme, compared without case.
    func isOf(scheme: String) -> Bool { HTTPHeaders.isSameName(self.scheme, scheme) }

    /// Returns the challenges of a head in order. Each field line is parsed separately; malformed text is skipped up to
    /// the next comma.
    static func all(in headers: HTTPHeaders) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        for value in headers.values(for: "WWW-Authenticate") {
            var reader = ByteReader(value)
            challenges += reader.challenges()
        }
        return challenges
    }
}

extension ByteReader {
    /// Reads challenges. Commas separate them as well as their parameters, so an element of the list is a parameter of
    /// the challenge before it, or begins with a scheme.
    fileprivate mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        while next != nil {
            skipSpaces()
            let start = index
            if let parameter = challengeParameter() {
                if !challenges.isEmpty { challenges[challenges.count - 1].parameters.append(parameter) }
            } else {
                index = start
                if let challenge = challenge() { challenges.append(challenge) }
            }
            while !isAtElementEnd {
                if quotedString() == nil { index += 1 }
            }
            _ = skip(UInt8(ascii: ","))
        }
        return challenges
    }

    /// Reads a scheme and its first parameter; nil if there is none. The scheme of other text, such as a token, is
    /// kept, so that later parameters do not count as another scheme's.
    private mutating func challenge() -> AuthenticationChallenge? {
        guard let scheme = token(), skipSpaces() || isAtElementEnd else { return nil }
        return AuthenticationChallenge(scheme: scheme, parameters: challengeParameter().map { [$0] } ?? [])
    }

    /// Reads an element of a name, `=` and a token or quoted string; nil if it is anything else.
    private mutating func challengeParameter() -> (name: String, value: String)? {
        guard let name = token() else { return nil }
        skipSpaces()
        guard skip(UInt8(ascii: "=")) else { return nil }
        skipSpaces()
        guard let value = quotedString() ?? token(), !isUnclosed else { return nil }
        skipSpaces()
        return isAtElementEnd ? (name, value) : nil
    }

    private var isAtElementEnd: Bool { next == nil || next == UInt8(ascii: ",") }
}
