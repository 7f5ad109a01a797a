import Foundation

/// The terminal that the output goes to, if it does.
struct TerminalSize: Sendable {
    var columns = 80
    /// Whether lines can be redrawn in place.
    var isInteractive = false

    /// That of standard output. Its width is `COLUMNS`, otherwise the terminal's, otherwise 80.
    static var current: TerminalSize {
        let environment = ProcessInfo.processInfo.environment
        var (terminal, size) = (TerminalSize(), winsize())
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { terminal.columns = Int(size.ws_col) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }) { terminal.columns = columns }
        let isDumb = environment["TERM"]?.utf8.elementsEqual("dumb".utf8) ?? false
        terminal.isInteractive = isatty(STDOUT_FILENO) == 1 && !isDumb
        return terminal
    }
}
