extension Character {
    /// The number of columns in a terminal: 2 for CJK and emoji, 0 for control characters and lone marks, else 1.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        // An emoji is one whatever joins it, such as the members of a family.
        if unicodeScalars.contains(where: \.properties.isEmojiPresentation) { return 2 }
        if first.properties.isEmoji, unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        // Hangul, CJK and kana, full-width forms: wide in UAX #11.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension StringProtocol {
    /// The number of columns in a terminal.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension String {
    /// The text cut or filled with spaces to exactly this number of columns.
    func fitted(to columns: Int) -> String {
        let text = cut(to: columns)
        return text + String(repeating: " ", count: columns - text.displayWidth)
    }

    /// The text cut between characters, with `…` in the last column, where it is wider than this number of columns.
    func cut(to columns: Int) -> String {
        var used = 0
        var kept = startIndex
        for index in indices {
            used += self[index].displayWidth
            if used > columns { return self[..<kept] + "…" }
            if used < columns { kept = self.index(after: index) }
        }
        return self
    }

    /// The text on one line, without terminal control sequences and direction overrides, each of which becomes a space:
    /// a title may be anybody's text.
    var terminalSafe: String { String(UnicodeScalarView(unicodeScalars.map { $0.isTerminalControl ? " " : $0 })) }

    /// JSON text in which terminal control characters are escaped. Line feeds stay: they are between values only.
    var jsonEscapedForTerminals: String {
        var safe = ""
        for scalar in unicodeScalars {
            // None is above U+FFFF.
            let digits = String(scalar.value, radix: 16)
            let isEscaped = scalar.isTerminalControl && scalar != "\n"
            safe += isEscaped ? "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)" : String(scalar)
        }
        return safe
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey it: control characters, line separators, direction overrides.
    fileprivate var isTerminalControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}
