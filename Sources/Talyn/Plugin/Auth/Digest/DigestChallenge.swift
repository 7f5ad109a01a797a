/// A challenge of Digest that can be answered (RFC 7616 §3.3).
struct DigestChallenge: Sendable, Equatable {
    /// What an answer covers besides the name and the password.
    enum Protection: Sendable {
        /// Method and target, in the form of RFC 2069: without a count and without a nonce of the client.
        case legacy
        /// Method and target: `auth`.
        case request
        /// Method, target and body: `auth-int`.
        case requestAndBody
    }

    let realm: String
    var nonce: String
    /// Handed back as it came; nil when there is none.
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// The algorithm as the server writes it; nil when it does not, which means MD5.
    let algorithmName: String?
    let protection: Protection
    /// Whether only the nonce was refused, and not the name and password.
    let isStale: Bool
    /// Whether the server wants the hash of the name in its place.
    let wantsUserHash: Bool

    /// Nil for another scheme, without realm or nonce, with an algorithm or protection that is not supported, and with
    /// characters that no header can send back.
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

    /// The least that is offered; nil when that is something unknown. Without an offer the form of RFC 2069, which knows MD5
    /// alone.
    private static func protection(_ offer: String?, _ algorithm: DigestAlgorithm) -> Protection? {
        let offers = (offer ?? "").asciiLowercased.utf8.split { $0 == UInt8(ascii: ",") || $0.isSpace }.map {
            Substring($0)
        }
        if offers.contains("auth") { return .request }
        if offers.contains("auth-int") { return .requestAndBody }
        return offers.isEmpty && algorithm == .md5 ? .legacy : nil
    }

    /// Whether a nonce can be answered: an empty one would make each answer good for ever.
    static func isUsable(nonce: String) -> Bool { !nonce.isEmpty && isSendable(nonce) }

    private static func isSendable(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Whether what it wants to be covered can be read before it is sent.
    func suits(_ body: Body) -> Bool {
        guard protection == .requestAndBody else { return true }
        return switch body {
        case .none, .data: true
        case .file, .stream: false
        }
    }

    /// Of the challenges of a head that can be answered for a body the one with the strongest algorithm, of two with the
    /// same the first; nil when there is none.
    static func strongest(in headers: HTTPHeaders, for body: Body) -> DigestChallenge? {
        let usable = AuthenticationChallenge.all(in: headers).compactMap(DigestChallenge.init).filter { $0.suits(body) }
        for algorithm in DigestAlgorithm.allCases {
            if let challenge = usable.first(where: { $0.algorithm == algorithm }) { return challenge }
        }
        return nil
    }
}
