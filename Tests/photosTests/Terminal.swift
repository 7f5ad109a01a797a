import Foundation

@testable import photos

/// Runs the demo and records its output.
final class Terminal: Sendable {
    private let lock = NSLock()
    // Safe: accessed under the lock only.
    nonisolated(unsafe) private var printed = (out: "", err: [String]())

    /// The standard output; each line with its end.
    var out: String { lock.withLock { printed.out } }

    /// The lines of standard error.
    var err: [String] { lock.withLock { printed.err } }

    /// The lines of standard error that are not log lines.
    var report: [String] { err.filter { !$0.hasPrefix("REQUEST") && !$0.hasPrefix("FAILURE") } }

    private let written: @Sendable (String) -> Void

    /// Makes a terminal that passes on each text of standard output.
    init(written: @escaping @Sendable (String) -> Void = { _ in }) { self.written = written }

    /// Runs the demo to its end and returns its exit code.
    func run(_ arguments: String..., columns: Int = 80, isInteractive: Bool = false) async -> Int32 {
        await Photos.run(
            arguments, terminal: TerminalSize(columns: columns, isInteractive: isInteractive),
            out: { text in
                self.lock.withLock { self.printed.out += text }
                self.written(text)
            },
            err: { line in self.lock.withLock { self.printed.err.append(line) } })
    }
}
