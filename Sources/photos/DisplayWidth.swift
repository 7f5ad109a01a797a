/// How many columns text takes in a terminal.
///
/// Two sources decide: East Asian Width (UAX #11: wide and fullwidth take two columns, ambiguous ones like `…` one, as
/// outside East Asian legacy encodings) and emoji presentation (UTS #51: two columns). Where terminals disagree, the
/// larger answer is taken, because a line that is too short is only ragged and one that is too long wraps.
extension Character {
    /// The columns of this grapheme cluster: 0 for a lone combining mark or control character, seldom more than 2.
    var displayWidth: Int {
        if let ascii = asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        var columns = 0
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            let joins =
                switch previous {
                case .some("\u{200D}"): scalar.properties.isEmoji
                case .some(let base) where scalar.properties.isEmojiModifier: base.properties.isEmojiModifierBase
                case .some(let base) where scalar == "\u{FE0F}": base.properties.isEmoji && columns == 1
                case .some(let base): base.isRegionalIndicator && scalar.isRegionalIndicator
                case .none: false
                }
            // What joins an emoji shares its two columns: a family is as wide as a child.
            columns = joins ? max(columns, 2) : columns + scalar.displayWidth
            previous = scalar
        }
        return columns
    }
}

extension StringProtocol {
    /// The columns of the whole text. Control characters count as nothing: see ``terminalSafe``.
    var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// The text on one line, without anything a terminal would obey: each run of control characters (C0, C1 and so each
    /// escape sequence), line breaks and direction overrides becomes one space.
    ///
    /// A title is a stranger's text. `ESC ] 0 ;` renames the window, U+202E turns the rest of the line round.
    var terminalSafe: String {
        var safe = String.UnicodeScalarView()
        var isReplacing = false
        for scalar in unicodeScalars {
            if scalar.isObeyedByTerminals {
                if !isReplacing { safe.append(" ") }
                isReplacing = true
            } else {
                safe.append(scalar)
                isReplacing = false
            }
        }
        return String(safe)
    }

    /// JSON text in which whatever a terminal would obey is escaped, so that its readers lose nothing. Line feeds stay:
    /// they stand between values only, as JSON has none inside of its strings.
    var jsonEscapedForTerminals: String {
        var safe = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar != "\n", scalar.isObeyedByTerminals {
                // None is above U+FFFF.
                let digits = String(scalar.value, radix: 16)
                safe.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
            } else {
                safe.append(scalar)
            }
        }
        return String(safe)
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    fileprivate var isObeyedByTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }

    fileprivate var displayWidth: Int {
        if isZeroWidth { return 0 }
        if value < 0x1100 { return 1 }
        return properties.isEmojiPresentation || wideScalars.contains { $0.contains(value) } ? 2 : 1
    }

    private var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
        // The soft hyphen is a format character that terminals draw.
        case .format: properties.isDefaultIgnorableCodePoint && value != 0xAD
        // Hangul vowels and final consonants, which are drawn into the syllable that a wide initial began.
        default: (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
        }
    }
}

/// Wide and fullwidth in EastAsianWidth.txt of Unicode 17, but for emoji, which the standard library knows.
/// Gaps that are unassigned are closed, so that the list stays short and tomorrow's ideographs are wide too.
private let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul initial consonants
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637, 0x268A...0x268F,  // trigrams, monograms
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,  // CJK, kana, Hangul letters, Yi
    0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,  // vertical, small and fullwidth forms
    0x16FE0...0x191FF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, Jurchen, kana supplements, Nüshu
    0x1D300...0x1D356, 0x1D360...0x1D376,  // Tai Xuan Jing, counting rods
    0x1F200...0x1F265, 0x1FA70...0x1FAFF,  // enclosed ideographs, emoji newer than the standard library
    0x20000...0x2FFFD, 0x30000...0x3FFFD,  // ideographic planes
]
