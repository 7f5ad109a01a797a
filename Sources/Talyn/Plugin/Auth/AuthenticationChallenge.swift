/// What a server asks for in `WWW-Authenticate`, of any scheme (RFC 9110 §11.6.1).
struct AuthenticationChallenge: Sendable, Equatable {
    /// A name and its value, unquoted.
    struct Parameter: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// The scheme as it was written, such as `Digest`.
    let scheme: String

    /// What stands in place of parameters, as after `Negotiate`; nil when there is none.
    var token: String?

    /// The parameters in order; those that cannot be read are left out.
    var parameters: [Parameter] = []

    init(scheme: String, token: String? = nil, parameters: [Parameter] = []) {
        self.scheme = scheme
        self.token = token
        self.parameters = parameters
    }

    /// The value of a parameter, the first one when it stands there more than once; nil when there is none.
    subscript(name: String) -> String? { parameters.value(of: name) }

    /// Whether it is of a scheme, compared without case.
    func isOf(scheme: String) -> Bool { HTTPHeaders.isSameName(self.scheme, scheme) }

    /// Every challenge of a head in order, each header line read by itself; what is no challenge is passed over.
    static func all(in headers: HTTPHeaders) -> [AuthenticationChallenge] {
        headers.values(for: "WWW-Authenticate").flatMap { value in
            var reader = ChallengeReader(value)
            return reader.challenges()
        }
    }
}

extension [AuthenticationChallenge.Parameter] {
    /// The value of the first parameter of a name, compared without case; nil when there is none.
    func value(of name: String) -> String? {
        first { HTTPHeaders.isSameName($0.name, name) }?.value
    }

    /// The parameters of a list without a scheme, such as the value of `Authentication-Info` (RFC 7615 §3).
    static func read(from text: String) -> Self {
        var reader = ChallengeReader(text)
        return reader.parameters()
    }
}
