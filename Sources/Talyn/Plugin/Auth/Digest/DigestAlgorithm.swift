/// The algorithms of Digest that are answered, the strongest first (RFC 7616 §6.1). SHA-512-256 is not among them.
enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha256 = "SHA-256"
    case sha256Session = "SHA-256-sess"
    case md5 = "MD5"
    case md5Session = "MD5-sess"

    /// The algorithm of a name in any case; nil when it is not one of these.
    init?(name: String) {
        guard let algorithm = Self.allCases.first(where: { HTTPHeaders.isSameName($0.rawValue, name) }) else {
            return nil
        }
        self = algorithm
    }

    /// Whether the name and password are hashed once for all answers of a session.
    var isSession: Bool { self == .sha256Session || self == .md5Session }

    /// The hash of a text's UTF-8 as hexadecimal digits.
    func hash(_ text: String) -> String { hash(bytes: Array(text.utf8)) }

    /// The hash of bytes as hexadecimal digits, in lower case as RFC 7616 §3.3 wants them.
    func hash(bytes: some ContiguousBytes) -> String {
        let digest =
            switch self {
            case .sha256, .sha256Session: SHA256.digest(of: bytes)
            case .md5, .md5Session: MD5.digest(of: bytes)
            }
        return digest.map(\.hexDigits).joined()
    }
}

extension FixedWidthInteger {
    /// All bits as hexadecimal digits in lower case, leading zeros too.
    var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, Self.bitWidth / 4 - digits.count)) + digits
    }
}
