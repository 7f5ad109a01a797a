/// A supported Digest challenge (RFC 7616 §3.3).
struct DigestChallenge: Sendable {
    /// The parts of a request that an authorization protects.
    enum Protection: Sendable {
        /// Method and target, in the form of RFC 2069: without nonce count and client nonce.
        case legacy
        /// Method and target: `auth`.
        case request
        /// Method, target and body: `auth-int`.
        case requestAndBody
    }

    let realm: String
    var nonce: String
    /// The value to return unchanged; nil without one.
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// The algorithm as sent; nil if omitted, which means MD5.
    let algorithmName: String?
    let protection: Protection
    /// Whether only the nonce was rejected, not the name and password.
    let isStale: Bool
    /// Whether the server requires the hash of the name instead of the name.
    let wantsUserHash: Bool

    /// Nil for another scheme, without realm or nonce, for an unsupported algorithm or protection, and for characters
    /// that a header cannot carry.
    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.isOf(scheme: "Digest"), let realm = challenge["realm"], let nonce = challenge["nonce"],
            let algorithm = DigestAlgorithm(name: challenge["algorithm"] ?? "MD5"),
            let protection = Self.protection(challenge["qop"], algorithm),
            Self.isUsable(nonce: nonce), Self.isSendable(realm), Self.isSendable(challenge["opaque"] ?? "")
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge["opaque"]
        self.algorithm = algorithm
        algorithmName = challenge["algorithm"]
        self.protection = protection
        isStale = challenge["stale"]?.asciiLowercased == "true"
        wantsUserHash = challenge["userhash"]?.asciiLowercased == "true"
    }

    /// Returns the weakest protection offered; nil if none is supported. No offer means the form of RFC 2069, which is
    /// limited to MD5.
    private static func protection(_ offer: String?, _ algorithm: DigestAlgorithm) -> Protection? {
        let offers = (offer ?? "").asciiLowercased.utf8.split { $0 == UInt8(ascii: ",") || $0.isSpace }.map {
            Substring($0)
        }
        if offers.contains("auth") { return .request }
        if offers.contains("auth-int") { return .requestAndBody }
        return offers.isEmpty && algorithm == .md5 ? .legacy : nil
    }

    /// Returns whether a nonce can be used. An empty one would make an authorization valid forever.
    static func isUsable(nonce: String) -> Bool { !nonce.isEmpty && isSendable(nonce) }

    private static func isSendable(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Returns whether the protected parts are available before the request is sent.
    func suits(_ body: Body) -> Bool {
        guard protection == .requestAndBody else { return true }
        return switch body {
        case .none, .data: true
        case .file, .stream: false
        }
    }

    /// Returns the supported challenge with the strongest algorithm, the first one of equals; nil if there is none.
    static func strongest(in headers: HTTPHeaders, for body: Body) -> DigestChallenge? {
        let usable = AuthenticationChallenge.all(in: headers).compactMap(DigestChallenge.init).filter { $0.suits(body) }
        for algorithm in DigestAlgorithm.allCases {
            if let challenge = usable.first(where: { $0.algorithm == algorithm }) { return challenge }
        }
        return nil
    }
}
