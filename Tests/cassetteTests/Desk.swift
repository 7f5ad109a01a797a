import Foundation
import Talyn
import TalynCassettes

@testable import cassette

/// A temporary folder with cassettes, and a terminal that records its output.
final class Desk: Sendable {
    let folder: URL
    private let printed = Locked((out: [String](), err: [String]()))

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "desk-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The lines of standard output.
    var out: [String] { printed.withLock { $0.out } }
    /// The lines of standard error.
    var err: [String] { printed.withLock { $0.err } }
    /// All output.
    var text: String { (out + err).joined(separator: "\n") }

    @discardableResult
    func write(_ text: String, _ name: String) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file
    }

    @discardableResult
    func write(_ entries: [HAREntry], _ name: String) throws -> URL {
        try write(HARLog(entries: entries).text, name)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// Runs a command to its end; earlier output is discarded.
    func run(_ arguments: String..., environment: [String: String] = [:]) async -> Int32 {
        await run(arguments, environment: environment)
    }

    func run(_ arguments: [String], environment: [String: String]) async -> Int32 {
        printed.withLock { $0 = ([], []) }
        return await CassetteTool.run(
            arguments, folder: folder, environment: environment,
            out: { line in self.printed.withLock { $0.out.append(line) } },
            err: { line in self.printed.withLock { $0.err.append(line) } })
    }
}

extension HAREntry {
    /// A recorded exchange.
    static func get(
        _ url: String, _ status: Int = 200, json: String? = "{}", headers: [HARField] = [], method: String = "GET"
    ) -> HAREntry {
        HAREntry(
            started: "2026-11-21T09:00:00Z", time: 12,
            request: HARRequest(method: method, url: url, headers: headers),
            response: HARResponse(
                status: status, headers: [HARField("Content-Type", "application/json")], mimeType: "application/json",
                body: json.map { Data($0.utf8) }))
    }
}
