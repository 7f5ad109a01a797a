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

    /// Returns the hash of a text's UTF-8.
    func hash(_ text: String) -> String { hash(Array(text.utf8)) }

    /// Returns the hash of bytes in lower-case hexadecimal, as RFC 7616 §3.3 requires.
    func hash(_ bytes: [UInt8]) -> String {
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

/// The blocks of a message for MD5 (RFC 1321 §3.1 and §3.2).
enum HashBlocks {
    /// Calls `take` with the sixteen words of each block, in order. The message is padded with a bit, zeros and its
    /// length in bits.
    static func each(of message: [UInt8], _ take: ([UInt32]) -> Void) {
        // Only the last block is copied, because a message may be a large body.
        var last = Array(message[(message.count / 64 * 64)...])
        last.append(0x80)
        while last.count % 64 != 56 { last.append(0) }
        let length = UInt64(message.count) &* 8
        withUnsafeBytes(of: length.littleEndian) { last.append(contentsOf: $0) }
        eachWhole(of: message, take)
        eachWhole(of: last, take)
    }

    private static func eachWhole(of bytes: [UInt8], _ take: ([UInt32]) -> Void) {
        bytes.withUnsafeBytes { bytes in
            var words = [UInt32](repeating: 0, count: 16)
            for start in stride(from: 0, to: bytes.count / 64 * 64, by: 64) {
                for index in 0..<16 {
                    let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
                    words[index] = UInt32(littleEndian: word)
                }
                take(words)
            }
        }
    }
}

extension UInt32 {
    /// Returns the bits rotated left; `count` is 1 to 31.
    func rotated(left count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }
}
