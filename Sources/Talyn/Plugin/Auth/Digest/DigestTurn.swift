/// One use of a nonce: the inputs of an authorization besides the request and the credentials.
struct DigestTurn: Sendable {
    var challenge: DigestChallenge

    /// The nonce count, from 1; 0 before the first use.
    var count: UInt32

    /// The client nonce, the same for each use of a nonce.
    let clientNonce: String

    /// The first nonce of the session, which the `-sess` algorithms keep after a `nextnonce`.
    let firstNonce: String

    /// Returns the value of an `Authorization` header (RFC 7616 §3.4).
    func authorization(for endpoint: Endpoint, _ credentials: UserCredentials) -> String {
        let user = credentials.user.precomposedStringWithCanonicalMapping
        let password = credentials.password.precomposedStringWithCanonicalMapping
        let target = endpoint.url.requestTarget
        var parameters = [
            name(user), "realm=\(Self.quoted(challenge.realm))", "uri=\(Self.quoted(target))",
        ]
        if let algorithm = challenge.algorithmName { parameters.append("algorithm=\(algorithm)") }
        parameters.append("nonce=\(Self.quoted(challenge.nonce))")
        if let qop {
            parameters += ["nc=\(count.hexDigits)", "cnonce=\(Self.quoted(clientNonce))", "qop=\(qop)"]
        }
        let proof = self.proof(user, password, method: endpoint.method, target: target, body: endpoint.body)
        parameters.append("response=\"\(proof)\"")
        if let opaque = challenge.opaque { parameters.append("opaque=\(Self.quoted(opaque))") }
        if challenge.wantsUserHash { parameters.append("userhash=true") }
        return "Digest \(parameters.joined(separator: ", "))"
    }

    /// Returns the hash that proves the password (RFC 7616 §3.4.1 to §3.4.3; RFC 2069 §2.1.2 without qop).
    private func proof(
        _ user: String, _ password: String, method: HTTPMethod, target: String, body: Body
    ) -> String {
        let algorithm = challenge.algorithm
        var secret = algorithm.hash("\(user):\(challenge.realm):\(password)")
        if algorithm.isSession { secret = algorithm.hash("\(secret):\(firstNonce):\(clientNonce)") }
        var request = "\(method.rawValue):\(target)"
        if challenge.protection == .requestAndBody {
            let bytes = if case .data(let data) = body { [UInt8](data) } else { [UInt8]() }
            request += ":\(algorithm.hash(bytes))"
        }
        let covered = algorithm.hash(request)
        guard let qop else { return algorithm.hash("\(secret):\(challenge.nonce):\(covered)") }
        return algorithm.hash("\(secret):\(challenge.nonce):\(count.hexDigits):\(clientNonce):\(qop):\(covered)")
    }

    /// The name of the protection; nil for the form of RFC 2069.
    private var qop: String? {
        switch challenge.protection {
        case .legacy: nil
        case .request: "auth"
        case .requestAndBody: "auth-int"
        }
    }

    /// Returns the user parameter: the hash of the name, the name, or the extended notation of RFC 8187 for names that
    /// servers quote differently.
    private func name(_ user: String) -> String {
        if challenge.wantsUserHash { return "username=\"\(challenge.algorithm.hash("\(user):\(challenge.realm)"))\"" }
        if user.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return "username=\"\(user)\""
        }
        var escaped = URLText(capacity: user.utf8.count * 3)
        escaped.appendPercentEncoded(user, allowing: .attribute)
        return "username*=UTF-8''\(escaped.string)"
    }

    /// Returns a quoted string (RFC 9110 §5.6.4).
    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension URL {
    /// The path and query on the wire (RFC 9112 §3.2.1): without the fragment, and `/` for an empty path.
    var requestTarget: String {
        guard let rest = absoluteString.cut(atBytes: "://")?.tail.prefix(beforeBytes: "#") else { return "/" }
        let target = Substring(rest.utf8.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
        return target.hasPrefix(bytes: "/") ? String(target) : "/\(target)"
    }
}
