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

    /// Runs the demo to its end and returns its exit code.
    func run(_ arguments: String..., columns: Int = 80) async -> Int32 {
        await Photos.run(
            arguments, columns: columns,
            out: { text in self.lock.withLock { self.printed.out += "\(text)\n" } },
            err: { line in self.lock.withLock { self.printed.err.append(line) } })
    }
}
