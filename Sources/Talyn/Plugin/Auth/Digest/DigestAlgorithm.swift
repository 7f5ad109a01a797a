/// The supported algorithms of Digest, strongest first (RFC 7616 §6.1). SHA-512-256 is not supported.
enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha256 = "SHA-256"
    case sha256Session = "SHA-256-sess"
    case md5 = "MD5"
    case md5Session = "MD5-sess"

    /// Makes the algorithm of a name, compared without case; nil if it is not supported.
    init?(name: String) {
        guard let algorithm = Self.allCases.first(where: { HTTPHeaders.isSameName($0.rawValue, name) }) else {
            return nil
        }
        self = algorithm
    }

    /// Whether name and password are hashed once per session.
    var isSession: Bool { self == .sha256Session || self == .md5Session }

    /// Returns the hash of a text's UTF-8 in hexadecimal.
    func hash(_ text: String) -> String { hash(bytes: Array(text.utf8)) }

    /// Returns the hash of bytes in lower-case hexadecimal, as RFC 7616 §3.3 requires.
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
    /// All bits in lower-case hexadecimal, with leading zeros.
    var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, Self.bitWidth / 4 - digits.count)) + digits
    }
}
