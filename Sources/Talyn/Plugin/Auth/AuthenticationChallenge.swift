/// A challenge of a `WWW-Authenticate` field, of any scheme (RFC 9110 §11.6.1).
struct AuthenticationChallenge: Sendable, Equatable {
    /// A parameter name and its unquoted value.
    struct Parameter: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// The scheme as sent, such as `Digest`.
    let scheme: String

    /// The token68 that replaces parameters, as after `Negotiate`; nil without one.
    var token: String?

    /// The parameters in order, without malformed ones.
    var parameters: [Parameter] = []

    init(scheme: String, token: String? = nil, parameters: [Parameter] = []) {
        self.scheme = scheme
        self.token = token
        self.parameters = parameters
    }

    /// The value of the first parameter of a name; nil if there is none.
    subscript(name: String) -> String? { parameters.value(of: name) }

    /// Returns whether it has a scheme, compared without case.
    func isOf(scheme: String) -> Bool { HTTPHeaders.isSameName(self.scheme, scheme) }

    /// Returns the challenges of a head in order. Each field line is parsed separately; malformed text is skipped.
    static func all(in headers: HTTPHeaders) -> [AuthenticationChallenge] {
        headers.values(for: "WWW-Authenticate").flatMap { value in
            var reader = ChallengeReader(value)
            return reader.challenges()
        }
    }
}

extension [AuthenticationChallenge.Parameter] {
    /// Returns the value of the first parameter of a name, compared without case; nil if there is none.
    func value(of name: String) -> String? {
        first { HTTPHeaders.isSameName($0.name, name) }?.value
    }

    /// Parses parameters without a scheme, such as the value of `Authentication-Info` (RFC 7615 §3).
    static func read(from text: String) -> Self {
        var reader = ChallengeReader(text)
        return reader.parameters()
    }
}
