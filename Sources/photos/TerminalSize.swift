import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The size of the terminal that standard output goes to.
enum TerminalSize {
    /// The columns to write in: `COLUMNS` if it is a positive integer, else the window's, else 80.
    ///
    /// `COLUMNS` wins because it is how a user or a script says what it wants; shells do not export it by themselves.
    ///
    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - window: the columns of the window; nil when there is none.
    static func columns(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        window: () -> Int? = windowColumns
    ) -> Int {
        if let wanted = environment["COLUMNS"].flatMap({ Int($0) }), wanted > 0 { return wanted }
        return window() ?? 80
    }

    /// The columns of the window behind standard output; nil when that is a file, a pipe, or a terminal that does not
    /// know its size (a serial line, some containers) and says 0.
    static func windowColumns() -> Int? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        // The constant is Int32 on Linux and UInt on Darwin.
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
