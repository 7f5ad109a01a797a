/// A search for secrets that were found elsewhere: as they are, percent-encoded, form-encoded, with the escapes of
/// JSON, in base64 also as a part of something longer.
///
/// A secret of fewer than 6 bytes is not searched for; it would be found by chance. One of digits only is found only
/// where it is a number of its own, and becomes 0, so that JSON stays JSON, but beside a word. Making a search takes
/// time in proportion to the length of the secrets: one search serves many texts.
package struct SecretSearch: Sendable {
    /// The least length of a secret, in bytes.
    static let least = 6

    /// The bytes of a long secret by which it is found; all that follows of it is hidden too.
    private static let prefixLength = 256

    /// The forms of all secrets, sorted: those with one beginning stand together, so that a thousand of them cost a
    /// text hardly more than one.
    private var forms: [[UInt8]] = []
    /// For each form the number of those before it that are digits only; empty if no number is long.
    private var numbers: [Int] = []
    /// Whether JSON may write a secret with escapes.
    private var hasEscapes = false
    // Most positions are ruled out by two bytes. Empty, and so without cost, while nothing is searched for.
    private var beginnings: [UInt64] = []

    package init(for secrets: Set<String>) {
        var all: [[UInt8]] = []
        for secret in secrets where secret.utf8.count >= Self.least {
            let mayBePlaceholder = secret.utf8.count <= Redactor.placeholder.count
            if mayBePlaceholder, Redaction.placeholder.contains(bytes: secret) { continue }
            // Most secrets are written in one way only, but for base64.
            let bytes = Array(secret.utf8)
            let isPlain = bytes[...].isAll(of: .unreserved)
            hasEscapes = hasEscapes || !isPlain
            all += (isPlain ? [bytes] : Self.forms(of: bytes)) + Self.base64(of: bytes)
        }
        all.sort { $0.lexicographicallyPrecedes($1) }
        var hasLongNumber = false
        for form in all where form.count >= Self.least && form != forms.last {
            forms.append(form)
            hasLongNumber = hasLongNumber || form.count >= Self.prefixLength && form[...].isAll(of: .digits)
        }
        if forms.isEmpty { return }
        beginnings = [UInt64](repeating: 0, count: 1 << 10)
        for form in forms { beginnings[Int(form[0]) << 2 | Int(form[1]) >> 6] |= 1 << UInt64(form[1] & 63) }
        if !hasLongNumber { return }
        numbers = [0]
        for (index, form) in forms.enumerated() {
            numbers.append(numbers[index] + (form[...].isAll(of: .digits) ? 1 : 0))
        }
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
        search(bytes) { edits.add($0..<$1, $2) }
        // Writers of JSON differ in what they escape: a search for each way would be one for a hundred forms.
        if hasEscapes, bytes[...].position(of: .backslash) != nil {
            let (plain, indices) = Self.unescaped(bytes[...])
            search(plain) { edits.add(indices[$0]..<indices[$1], $2) }
        }
        return edits
    }

    /// Calls `found` with the start, the end and the replacement of each secret.
    private func search(_ bytes: [UInt8], _ found: (Int, Int, [UInt8]) -> Void) {
        var index = 0
        while index + Self.least <= bytes.count {
            let (first, second) = (Int(bytes[index]), bytes[index + 1])
            guard beginnings[first << 2 | Int(second) >> 6] >> UInt64(second & 63) & 1 == 1,
                let end = match(bytes, at: index)
            else {
                index += 1
                continue
            }
            let isNumber = bytes[index..<end].isAll(of: .digits) && !Self.isBesideWord(bytes, index..<end)
            found(index, end, isNumber ? [0x30] : Redactor.placeholder)
            index = end
        }
    }

    /// Returns whether digits stand between the words of a sentence, where JSON has no number.
    private static func isBesideWord(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let before = bytes[..<range.lowerBound].last { $0 != 0x20 }
        let after = bytes[range.upperBound...].first { $0 != 0x20 }
        return before?.isNameLetter ?? false || after?.isNameLetter ?? false
    }

    /// Returns bytes without the escapes of JSON, and for each of them, and for the end, its index in the others.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> (plain: [UInt8], indices: [Int]) {
        var (plain, indices, index) = ([UInt8](), [Int](), bytes.startIndex)
        while index < bytes.endIndex {
            let escape = bytes[index] == .backslash ? JSONEscape(bytes[index...]) : nil
            if let escape, let scalar = escape.scalar {
                plain += String(scalar).utf8
            } else {
                plain.append(bytes[index])
            }
            while indices.count < plain.count { indices.append(index) }
            // Half of a surrogate pair stands for itself.
            index += escape?.scalar == nil ? 1 : escape?.length ?? 1
        }
        return (plain, indices + [index])
    }

    /// Returns the end of the longest secret, or part of one, that begins here.
    private func match(_ bytes: [UInt8], at start: Int) -> Int? {
        // The forms that agree so far.
        var (low, high) = (0, forms.count)
        var (index, end, isNumber) = (start, Int?.none, true)
        let isInner = start > 0 && bytes[start - 1].isBase64URL
        while low < high {
            let isWhole = forms[low].count == index - start
            let isLong = index - start >= Self.prefixLength
            // Only numbers remain, which do not begin within a word: reading a long one from each of its digits would
            // take quadratic time.
            let areNumbers = isNumber && !numbers.isEmpty && numbers[high] - numbers[low] == high - low
            if areNumbers, isInner { break }
            if isWhole || isLong {
                let mayStand = !isInner && (index == bytes.count || !bytes[index].isBase64URL)
                // A long number with something behind it is the beginning of a secret that is none.
                if !isNumber || mayStand || isLong && !areNumbers { end = index }
            }
            if isWhole { low += 1 }
            guard index < bytes.count else { break }
            let (length, byte) = (index - start, bytes[index])
            low = first(in: low..<high) { $0[length] >= byte }
            high = first(in: low..<high) { $0[length] > byte }
            isNumber = isNumber && byte.isDigit
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
}

extension SecretSearch {
    /// Returns the forms in which a secret may be written, but for base64 and the escapes of JSON.
    private static func forms(of bytes: [UInt8]) -> [[UInt8]] {
        var forms = [bytes]
        for allowed in [PercentEncoding.AllowedBytes.unreserved, .query, .segment] {
            for (tenth, space) in [(0x41, nil), (0x61, nil), (0x41, 0x2B), (0x61, 0x2B)] as [(UInt8, UInt8?)] {
                forms.append(TextEncoding.percentEncoded(bytes, allowed, tenth: tenth, space: space))
            }
        }
        return forms
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
