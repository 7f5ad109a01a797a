extension Redaction {
    /// A text without the echoes of secrets that were found elsewhere: as they are, percent-encoded, form-encoded,
    /// escaped for JSON, in base64 also as a part of something longer.
    ///
    /// A secret of fewer than 6 characters is not looked for; it would be found by chance. One of digits only becomes 0,
    /// and only where it is a number of its own, so that JSON stays JSON.
    package func scrubbing(_ text: String, of found: Set<String>) -> String { EchoSearch(for: found).scrubbed(text) }

    /// The same for bytes of any kind.
    package func scrubbing(_ data: Data, of found: Set<String>) -> Data { EchoSearch(for: found).scrubbed(data) }
}

/// A search for many secrets at once, in one pass. Making it costs as much as the secrets are long: made once, it serves
/// many texts.
package struct EchoSearch: Sendable {
    /// The least length of a secret, in bytes.
    static let least = 6

    /// A trie: the node that a byte leads to from a node. Secrets with the same beginning share it, so that a thousand of
    /// them cost a text no more than one.
    private var nodes: [Int: Int] = [:]
    /// The nodes at which a secret ends.
    private var ends: Set<Int> = []
    private var count = 1
    // Most positions are ruled out by two bytes. Empty, and so without cost, while nothing is looked for.
    private var beginnings: [Bool] = []

    package init(for secrets: Set<String>) {
        for secret in secrets where secret.utf8.count >= Self.least && !Redaction.placeholder.contains(secret) {
            for bytes in Self.forms(of: secret) where bytes.count >= Self.least { insert(bytes) }
        }
    }

    private mutating func insert(_ bytes: [UInt8]) {
        if beginnings.isEmpty { beginnings = [Bool](repeating: false, count: 1 << 16) }
        beginnings[Int(bytes[0]) << 8 | Int(bytes[1])] = true
        var node = 0
        for byte in bytes {
            let edge = node << 8 | Int(byte)
            node = nodes[edge] ?? count
            if node == count {
                nodes[edge] = node
                count += 1
            }
        }
        ends.insert(node)
    }

    /// Whether nothing is looked for.
    package var isEmpty: Bool { ends.isEmpty }

    /// A text without the secrets.
    package func scrubbed(_ text: String) -> String {
        replaced(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Bytes without the secrets.
    package func scrubbed(_ data: Data) -> Data { replaced([UInt8](data)).map { Data($0) } ?? data }

    /// The bytes without the secrets; nil when there is none.
    private func replaced(_ bytes: [UInt8]) -> [UInt8]? {
        guard !ends.isEmpty, bytes.count >= Self.least else { return nil }
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index + Self.least <= bytes.count {
            guard beginnings[Int(bytes[index]) << 8 | Int(bytes[index + 1])], let end = match(bytes, at: index) else {
                index += 1
                continue
            }
            result += bytes[copied..<index]
            result += bytes[index..<end].allSatisfy(\.isDigit) ? [0x30] : Redactor.placeholder
            index = end
            copied = end
        }
        return copied == 0 ? nil : result + bytes[copied...]
    }

    /// Where the longest secret that begins here ends.
    private func match(_ bytes: [UInt8], at start: Int) -> Int? {
        var node = 0
        var end: Int?
        for index in start..<bytes.count {
            guard let next = nodes[node << 8 | Int(bytes[index])] else { break }
            node = next
            if ends.contains(node), Self.mayStand(bytes, start..<index + 1) { end = index + 1 }
        }
        return end
    }

    private static func mayStand(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard bytes[range].allSatisfy(\.isDigit) else { return true }
        return !(range.lowerBound > 0 && bytes[range.lowerBound - 1].isBase64URL)
            && !(range.upperBound < bytes.count && bytes[range.upperBound].isBase64URL)
    }

    /// How a secret may be written.
    private static func forms(of secret: String) -> [[UInt8]] {
        let bytes = Array(secret.utf8)
        var forms = [bytes, JSONText.escaped(secret), asciiJSON(secret)]
        // Some writers of JSON escape more than they must.
        forms += forms[1...].map {
            Array(String(decoding: $0, as: UTF8.self).replacingOccurrences(of: "/", with: #"\/"#).utf8)
        }
        for allowed in [PercentEncoding.AllowedBytes.unreserved, .query, .segment] {
            for digits in ["0123456789ABCDEF", "0123456789abcdef"].map({ Array($0.utf8) }) {
                let encoded = percentEncoded(bytes, allowed, digits, space: nil)
                forms += [encoded, percentEncoded(bytes, allowed, digits, space: 0x2B)]
            }
        }
        return forms + base64(of: bytes)
    }

    private static func percentEncoded(
        _ bytes: [UInt8], _ allowed: PercentEncoding.AllowedBytes, _ digits: [UInt8], space: UInt8?
    ) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            if let space, byte == 0x20 { return [space] }
            return allowed.contains(byte) ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func asciiJSON(_ secret: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in secret.utf16 {
            if unit < 0x80 {
                bytes += JSONText.escaped(String(decoding: [unit], as: UTF16.self))
            } else {
                let digits = String(unit, radix: 16)
                bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            }
        }
        return bytes
    }

    /// What stays the same of a secret in base64, whatever stands before and behind it.
    private static func base64(of bytes: [UInt8]) -> [[UInt8]] {
        var forms = [Array(Data(bytes).base64EncodedString().utf8).filter { $0 != 0x3D }]
        for shift in 0..<3 where bytes.count >= 8 {
            let encoded = Array(Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().utf8)
            // The first characters hold bits of what stands before, the last one bits of what stands behind.
            let whole = (shift + bytes.count) * 8 / 6
            forms.append(Array(encoded[(shift == 0 ? 0 : shift + 1)..<whole]))
        }
        return forms + forms.map { $0.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 } }
    }
}
