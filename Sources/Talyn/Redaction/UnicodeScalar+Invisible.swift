extension Unicode.Scalar {
    /// Whether it is no mark on paper: it moves a terminal's cursor, begins a line, or turns what stands beside it round.
    var isInvisible: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
