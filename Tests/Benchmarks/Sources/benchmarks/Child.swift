import Foundation
import Measure

/// Work that runs in a separate process, so that its peak memory is its own.
struct Child: Sendable {
    /// The result, as one line of JSON.
    struct Figures: Codable, Sendable {
        var seconds = 0.0
        /// The peak memory in MB.
        var peak = 0.0
        /// Other counts.
        var counts: [String: Double] = [:]
    }

    let name: String
    let work: @Sendable () async throws -> [String: Double]
    /// The comparison of what was moved, which is not measured.
    let check: @Sendable () throws -> Void

    init(
        name: String, check: @escaping @Sendable () throws -> Void = {},
        work: @escaping @Sendable () async throws -> [String: Double]
    ) {
        self.name = name
        self.check = check
        self.work = work
    }

    /// Runs the work in this process; called in the child.
    func runHere() async throws -> Figures {
        let start = Instant.now
        let counts = try await work()
        let figures = Figures(
            seconds: Instant.now.wall - start.wall, peak: ProcessFigures.now.peakMemory, counts: counts)
        try check()
        return figures
    }

    /// Runs the work in a new process and waits for its end.
    func run() throws -> Figures {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--child", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ChildFailed(name: name, status: process.terminationStatus) }
        return try JSONDecoder().decode(Figures.self, from: text)
    }

    /// A process without work.
    static let idle = Child(name: "idle") { [:] }

    static let all = [idle] + transfers + [rawEvents, urlSessionEvents] + curlEvents + scales
}

/// The error of a child that did not finish.
struct ChildFailed: Error {
    let name: String
    let status: Int32
}
