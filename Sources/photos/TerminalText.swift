extension String {
    /// The text on one line, without terminal control sequences and direction overrides, each of which becomes a space:
    /// a title may be anybody's text.
    var terminalSafe: String { String(UnicodeScalarView(unicodeScalars.map { $0.isTerminalControl ? " " : $0 })) }
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
