// The scalars of YAML 1.2's core schema (§10.3.2), which has those of JSON.
extension Node {
    /// The text of a scalar, also of a number or a Boolean; nil for another node and for null.
    package var text: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    /// The text of a scalar that is no null, Boolean or number; nil for another node.
    package var string: String? {
        guard let text else { return nil }
        return bool == nil && number == nil ? text : nil
    }

    /// Whether it is null, which an absent value is too.
    package var isNull: Bool {
        guard let plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(plain)
    }

    /// The Boolean; nil for another node. YAML 1.2 has no `yes`, `no`, `on` or `off`.
    package var bool: Bool? {
        switch plain {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// The integer; nil for another node, for a number with a fraction or an exponent, and outside of `Int64`.
    package var integer: Int64? {
        guard let plain else { return nil }
        guard let (digits, radix) = Self.digits(of: plain) else { return Int64(plain) }
        return Int64(digits, radix: radix)
    }

    /// The number, whole or not; nil for another node. It is infinite outside of the range of `Double`.
    package var number: Double? {
        guard let plain else { return nil }
        if let (digits, radix) = Self.digits(of: plain) {
            return digits.reduce(into: 0.0) { $0 = $0 * Double(radix) + Double($1.hexDigitValue ?? 0) }
        }
        switch plain {
        case ".nan", ".NaN", ".NAN": return .nan
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
        case "-.inf", "-.Inf", "-.INF": return -.infinity
        default: return Self.isDecimal(plain) ? Double(plain) : nil
        }
    }

    /// The text of a plain scalar; nil for another node.
    private var plain: String? {
        guard case .scalar(let text, isPlain: true) = content else { return nil }
        return text
    }

    /// The digits of a hexadecimal or octal integer, such as `0x1F` and `0o17`; nil for another text.
    private static func digits(of text: String) -> (digits: Substring, radix: Int)? {
        let digits = text.dropFirst(2)
        guard !digits.isEmpty else { return nil }
        if text.utf8.starts(with: "0x".utf8) {
            return digits.utf8.allSatisfy { DocumentReader.digit($0) != nil } ? (digits, 16) : nil
        }
        if text.utf8.starts(with: "0o".utf8) {
            return digits.utf8.allSatisfy { (0x30...0x37).contains($0) } ? (digits, 8) : nil
        }
        return nil
    }

    /// Whether a text is `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
    private static func isDecimal(_ text: String) -> Bool {
        var rest = text.utf8[...]
        /// Skips digits, and returns whether there were any.
        func skipDigits() -> Bool {
            let count = rest.count
            rest = rest.drop { (0x30...0x39).contains($0) }
            return rest.count < count
        }
        func skip(_ bytes: String.UTF8View) -> Bool {
            guard let first = rest.first, bytes.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        _ = skip("+-".utf8)
        let hasWhole = skipDigits()
        let hasFraction = skip(".".utf8) && skipDigits()
        guard hasWhole || hasFraction else { return false }
        if skip("eE".utf8) {
            _ = skip("+-".utf8)
            guard skipDigits() else { return false }
        }
        return rest.isEmpty
    }
}
