internal import Foundation
internal import Talyn

/// One use of a nonce: the inputs of an authorization besides the request and the credentials.
struct DigestAuthorization: Sendable {
    var challenge: DigestChallenge
    /// The nonce count, from 1; 0 before the first use.
    var count: UInt32 = 0
    /// The client nonce, the same for each use of a nonce.
    let clientNonce: String

    /// Returns the value of an `Authorization` header (RFC 7616 §3.4).
    func value(for endpoint: Endpoint, _ credentials: UserCredentials) -> String {
        let user = credentials.user.precomposedStringWithCanonicalMapping
        let password = credentials.password.precomposedStringWithCanonicalMapping
        let (hash, target) = (challenge.algorithm.hash, endpoint.url.requestTarget)
        var parameters = [name(user), "realm=\(quoted(challenge.realm))", "uri=\(quoted(target))"]
        if let algorithm = challenge.algorithmName { parameters.append("algorithm=\(algorithm)") }
        parameters.append("nonce=\(quoted(challenge.nonce))")
        // Stands between the hash of the credentials and that of the request (RFC 7616 §3.4.1, RFC 2069 §2.1.2).
        var middle = challenge.nonce
        if let qop = challenge.qop {
            parameters += ["nc=\(count.hexDigits)", "cnonce=\(quoted(clientNonce))", "qop=\(qop)"]
            middle += ":\(count.hexDigits):\(clientNonce):\(qop)"
        }
        let secret = hash("\(user):\(challenge.realm):\(password)")
        let response = hash("\(secret):\(middle):\(hash("\(endpoint.method.rawValue):\(target)"))")
        parameters.append("response=\"\(response)\"")
        if let opaque = challenge.opaque { parameters.append("opaque=\(quoted(opaque))") }
        return "Digest \(parameters.joined(separator: ", "))"
    }

    /// Returns the user parameter: the name, or the extended notation of RFC 8187 for names that servers quote
    /// differently.
    private func name(_ user: String) -> String {
        let isPlain = user.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { return "username=\"\(user)\"" }
        // `attr-char` (RFC 8187 §3.2.1): that of a token without three characters.
        let escaped = user.utf8.map { byte in
            let character = String(UnicodeScalar(byte))
            let isAllowed = HTTPHeaders.isToken(character) && !"%'*".contains(bytes: character)
            return isAllowed ? character : "%\(byte.hexDigits.uppercased())"
        }
        return "username*=UTF-8''\(escaped.joined())"
    }

    /// Returns a quoted string (RFC 9110 §5.6.4).
    private func quoted(_ text: String) -> String {
        "\"\(text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\""))\""
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
