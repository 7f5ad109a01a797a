import Foundation

@testable import photos

/// Runs the demo and records its output.
final class Terminal: Sendable {
    private let lock = NSLock()
    // Safe: accessed under the lock only.
    nonisolated(unsafe) private var printed = (out: [String](), err: [String]())

    /// The lines of standard output.
    var out: [String] { lock.withLock { printed.out } }

    /// The lines of standard error.
    var err: [String] { lock.withLock { printed.err } }

    /// The lines of standard error that are neither of the log nor of the progress.
    var report: [String] {
        err.filter { line in
            !["REQUEST", "SUCCESS", "FAILURE"].contains { line.hasPrefix($0) } && !line.hasSuffix(" %")
        }
    }

    /// Runs the demo to its end and returns its exit code.
    func run(_ arguments: String...) async -> Int32 { await run(arguments) }

    func run(_ arguments: [String]) async -> Int32 {
        await Photos.run(arguments, out: { self.print($0) }, err: { self.printError($0) })
    }

    func print(_ line: String) { lock.withLock { printed.out.append(line) } }

    func printError(_ line: String) { lock.withLock { printed.err.append(line) } }
}
