/// A search for secrets that were found elsewhere, in one pass over a text: as they are, percent-encoded, form-encoded,
/// escaped for JSON, in base64 also as a part of something longer.
///
/// A secret of fewer than 6 bytes is not searched for; it would be found by chance. One of digits only becomes 0, and
/// only where it is a number of its own, so that JSON stays JSON. To make a search costs as much as the secrets are
/// long: made once, it serves many texts.
package struct SecretSearch: Sendable {
    /// The least length of a secret, in bytes.
    static let least = 6

    /// The bytes of a long secret by which it is found; all that follows of it is hidden too.
    private static let prefixLength = 256

    /// The forms of all secrets, sorted: those with one beginning stand together, so that a thousand of them cost a
    /// text hardly more than one.
    private var forms: [[UInt8]] = []
    // Most positions are ruled out by two bytes. Empty, and so without cost, while nothing is searched for.
    private var beginnings: [Bool] = []

    package init(for secrets: Set<String>) {
        var all: [[UInt8]] = []
        for secret in secrets where secret.utf8.count >= Self.least && !Redaction.placeholder.contains(secret) {
            all += Self.forms(of: secret)
        }
        all.sort { $0.lexicographicallyPrecedes($1) }
        for form in all where form.count >= Self.least && form != forms.last { forms.append(form) }
        if forms.isEmpty { return }
        beginnings = [Bool](repeating: false, count: 1 << 16)
        for form in forms { beginnings[Int(form[0]) << 8 | Int(form[1])] = true }
    }

    /// Whether nothing is searched for.
    package var isEmpty: Bool { forms.isEmpty }

    /// Returns a text without the secrets.
    package func scrubbed(_ text: String) -> String {
        isEmpty ? text : changed(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns bytes without the secrets.
    package func scrubbed(_ data: Data) -> Data { isEmpty ? data : changed([UInt8](data)).map { Data($0) } ?? data }

    private func changed(_ bytes: [UInt8]) -> [UInt8]? {
        let edits = edits(of: bytes)
        return edits.isEmpty ? nil : edits.applied(to: bytes[...])
    }

    /// The changes that leave no secret.
    func edits(of bytes: [UInt8]) -> TextEdits {
        var edits = TextEdits()
        if forms.isEmpty { return edits }
        var index = 0
        while index + Self.least <= bytes.count {
            guard beginnings[Int(bytes[index]) << 8 | Int(bytes[index + 1])], let end = match(bytes, at: index) else {
                index += 1
                continue
            }
            edits.add(index..<end, bytes[index..<end].allSatisfy(\.isDigit) ? [0x30] : Redactor.placeholder)
            index = end
        }
        return edits
    }

    /// Returns the end of the longest secret, or part of one, that begins here.
    private func match(_ bytes: [UInt8], at start: Int) -> Int? {
        // The forms that agree so far.
        var (low, high) = (0, forms.count)
        var index = start
        var end: Int?
        while low < high {
            let length = index - start
            let isWhole = forms[low].count == length
            if isWhole || length >= Self.prefixLength, Self.mayStand(bytes, start..<index) { end = index }
            if isWhole { low += 1 }
            guard index < bytes.count else { break }
            low = first(in: low..<high) { $0[length] >= bytes[index] }
            high = first(in: low..<high) { $0[length] > bytes[index] }
            index += 1
        }
        return end
    }

    /// The first form of a range for which, and for all behind it, something holds.
    private func first(in range: Range<Int>, _ holds: ([UInt8]) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if holds(forms[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func mayStand(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard bytes[range].allSatisfy(\.isDigit) else { return true }
        return !(range.lowerBound > 0 && bytes[range.lowerBound - 1].isBase64URL)
            && !(range.upperBound < bytes.count && bytes[range.upperBound].isBase64URL)
    }
}

extension SecretSearch {
    /// Returns the forms in which a secret may be written.
    private static func forms(of secret: String) -> [[UInt8]] {
        let bytes = Array(secret.utf8)
        // Most secrets are written in one way only, but for base64.
        if bytes.allSatisfy(PercentEncoding.AllowedBytes.unreserved.contains) { return [bytes] + base64(of: bytes) }
        var forms = [bytes, JSONEscape.escaped(secret), asciiJSON(secret)]
        // Some writers of JSON escape more than they must.
        forms += forms[1...].map { form in form.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] } }
        for allowed in [PercentEncoding.AllowedBytes.unreserved, .query, .segment] {
            for (tenth, space) in [(0x41, nil), (0x61, nil), (0x41, 0x2B), (0x61, 0x2B)] as [(UInt8, UInt8?)] {
                forms.append(TextEncoding.percentEncoded(bytes, allowed, tenth: tenth, space: space))
            }
        }
        return forms + base64(of: bytes)
    }

    private static func asciiJSON(_ secret: String) -> [UInt8] {
        secret.utf16.flatMap { unit -> [UInt8] in
            if unit < 0x80 { return JSONEscape.escaped(String(decoding: [unit], as: UTF16.self)) }
            return JSONEscape.escaped(unit: unit)
        }
    }

    /// Returns the part of a secret in base64 that stays the same whatever stands before and behind it.
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
