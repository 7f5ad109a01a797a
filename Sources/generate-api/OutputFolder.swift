import APIGenerator
import Foundation

/// The folder with the files that were written before.
struct OutputFolder {
    let path: String
    private let url: URL

    init(_ path: String, relativeTo folder: URL) {
        self.path = path
        url = URL(fileURLWithPath: path, isDirectory: true, relativeTo: folder)
    }

    /// Writes the files that differ, and removes those of a generation before that are no longer made.
    /// - Returns: the number of files that were written or removed.
    /// - Throws: ``ForeignFile``, before anything is written, if a file was not generated.
    func write(_ files: [Generator.Output.File]) throws -> Int {
        for file in files {
            let isThere = FileManager.default.fileExists(atPath: url.appendingPathComponent(file.name).path)
            if isThere, !(text(of: file.name).map(Self.isGenerated) ?? false) {
                throw ForeignFile(path: "\(path)/\(file.name)")
            }
        }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        var changes = 0
        for file in files where text(of: file.name) != file.text {
            try Data(file.text.utf8).write(to: url.appendingPathComponent(file.name), options: .atomic)
            changes += 1
        }
        for name in stale(files) {
            try FileManager.default.removeItem(at: url.appendingPathComponent(name))
            changes += 1
        }
        return changes
    }

    /// Returns the names of files that differ, are missing or are no longer made.
    func outdated(_ files: [Generator.Output.File]) -> [String] {
        files.filter { text(of: $0.name) != $0.text }.map(\.name) + stale(files)
    }

    /// The files of an earlier run for the same document. Those of other documents may stand beside them.
    private func stale(_ files: [Generator.Output.File]) -> [String] {
        guard let line = files.first.map({ Self.firstLine($0.text) }) else { return [] }
        let made = Set(files.map(\.name))
        let all = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return all.sorted().filter { !made.contains($0) && text(of: $0).map(Self.firstLine) == line }
    }

    private func text(of name: String) -> String? {
        (try? Data(contentsOf: url.appendingPathComponent(name))).flatMap { String(bytes: $0, encoding: .utf8) }
    }

    private static func firstLine(_ text: String) -> String {
        String(decoding: text.utf8.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func isGenerated(_ text: String) -> Bool {
        let line = firstLine(text)
        return line.utf8.starts(with: Generator.mark.utf8) && line.contains(Generator.command)
    }
}

/// A file in the way of one that is generated.
struct ForeignFile: LocalizedError {
    let path: String

    var errorDescription: String? { "\(path) was written by somebody else; move it away, or give another --output" }
}
