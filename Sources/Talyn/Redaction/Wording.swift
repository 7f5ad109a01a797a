/// Whether a text that may be a secret is mere wording, judged by its looks.
enum Wording {
    /// Whether it is in short words (of 14 letters at most, of 7 characters where there are digits), a date, a URL, a
    /// path or JSON: `client_secret_basic`, `HMAC-SHA256`, `At least 8 characters`.
    static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first(where: { !$0.isSpace }) else { return true }
        // What is in JSON, and in the query of a URL, is judged by its own names.
        if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/")].contains(first) { return true }
        if text.hasPrefix(bytes: "urn:", ignoringCase: true) || isURL(text) { return true }
        // `2026-11-21T09:28:19.000Z`, and numbers.
        if text.allSatisfy({ $0.isDigit || $0.isSpace || "+,-./:TZ".utf8.contains($0) }) { return !isCardNumber(text) }
        return text.split(whereSeparator: \.isSpace).allSatisfy { word in
            // Codes are written in groups as well.
            if word.count > 16, word.contains(where: \.isDigit) { return false }
            return word.split { !$0.isLetter && !$0.isDigit }.allSatisfy {
                $0.count <= ($0.contains(where: \.isDigit) ? 7 : 14)
            }
        }
    }

    /// Whether it begins with `scheme://`.
    static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
        text.drop { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }.hasPrefix(bytes: "://")
    }

    /// 13 to 19 digits, in groups or not, of which the last one checks the others (ISO/IEC 7812-1).
    private static func isCardNumber(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.filter(\.isDigit)
        guard 13...19 ~= digits.count, text.allSatisfy({ $0.isDigit || $0 == 0x20 || $0 == 0x2D }) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - 0x30) * (digit.offset.isMultiple(of: 2) ? 1 : 2)
            return sum + value / 10 + value % 10
        }
        return sum.isMultiple(of: 10)
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether it is one of these texts, which are in lower case, ignoring the case of ASCII letters.
    func isOne(of texts: [String]) -> Bool {
        texts.contains { $0.utf8.count == count && hasPrefix(bytes: $0, ignoringCase: true) }
    }
}
