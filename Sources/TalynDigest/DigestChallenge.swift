internal import Talyn

/// A Digest challenge that the plugin can answer (RFC 7616 §3.3).
struct DigestChallenge: Sendable {
    /// The supported algorithms, the stronger one first.
    enum Algorithm: String, CaseIterable, Sendable {
        case sha256 = "SHA-256"
        case md5 = "MD5"

        /// Returns the hash of a text's UTF-8 in lower-case hexadecimal, as RFC 7616 §3.3 requires.
        func hash(_ text: String) -> String {
            let bytes = Array(text.utf8)
            let digest = self == .sha256 ? SHA256.digest(of: bytes) : MD5.digest(of: bytes)
            return digest.hexDigits
        }
    }

    let realm: String
    let nonce: String
    /// The value to return unchanged; nil without one.
    let opaque: String?
    let algorithm: Algorithm
    /// The algorithm as sent; nil if omitted, which means MD5.
    let algorithmName: String?
    /// The quality of protection: `auth`, or nil for the form of RFC 2069, without nonce count and client nonce.
    let qop: String?
    /// Whether only the nonce was rejected, not the name and password.
    let isStale: Bool

    /// Nil for another scheme, without realm or nonce, for an unsupported algorithm or protection, and for characters
    /// that a header cannot carry.
    init?(_ challenge: AuthenticationChallenge) {
        let name = challenge["algorithm"]
        // An empty nonce would make an authorization valid forever.
        guard challenge.isOf(scheme: "Digest"), let realm = challenge["realm"], let nonce = challenge["nonce"],
            !nonce.isEmpty,
            let algorithm = Algorithm.allCases.first(where: { HTTPHeaders.isSameName($0.rawValue, name ?? "MD5") }),
            // A header value has no control character except tab (RFC 9110 §5.5).
            "\(realm)\(nonce)\(challenge["opaque"] ?? "")".utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return nil }
        let offers = (challenge["qop"] ?? "").asciiLowercased.utf8.split { $0 == UInt8(ascii: ",") || $0.isSpace }
        if offers.contains(where: { $0.elementsEqual("auth".utf8) }) {
            qop = "auth"
        } else if algorithm == .md5, offers.isEmpty {
            qop = nil
        } else {
            return nil
        }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge["opaque"]
        self.algorithm = algorithm
        algorithmName = name
        isStale = challenge["stale"]?.asciiLowercased == "true"
    }

    /// Returns the supported challenge with the stronger algorithm, the first one of equals; nil if there is none.
    static func strongest(in headers: HTTPHeaders) -> DigestChallenge? {
        let usable = AuthenticationChallenge.all(in: headers).compactMap(DigestChallenge.init)
        return usable.first { $0.algorithm == .sha256 } ?? usable.first
    }
}
