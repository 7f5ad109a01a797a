import Foundation

@testable import photos

/// Runs the demo and keeps what it prints.
final class Terminal: Sendable {
    private let lock = NSLock()
    // Safe: touched under the lock only.
    nonisolated(unsafe) private var printed = (out: "", err: [String]())

    /// What went to standard output, each print with its line end.
    var out: String { lock.withLock { printed.out } }

    /// The lines that went to standard error.
    var err: [String] { lock.withLock { printed.err } }

    /// The lines on standard error that are no log.
    var report: [String] { err.filter { !$0.hasPrefix("REQUEST") && !$0.hasPrefix("FAILURE") } }

    /// Runs the demo to its end; the result is the exit code.
    func run(_ arguments: String..., columns: Int = 80) async -> Int32 {
        await Photos.run(
            arguments, columns: columns,
            out: { text in self.lock.withLock { self.printed.out += "\(text)\n" } },
            err: { line in self.lock.withLock { self.printed.err.append(line) } })
    }
}
