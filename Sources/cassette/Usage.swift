import Foundation
import Talyn
import TalynTesting

/// What tests used of cassettes, out of the logs in the folder that `TALYN_CASSETTE_USAGE` named.
struct Usage {
    /// The entries that were used, by the path of their cassette.
    private var used: [String: Set<Int>] = [:]
    /// The names of files that are no logs.
    private(set) var damaged: [String] = []

    /// Reads every `.json` file of a folder.
    init(logs folder: URL) throws(UsageError) {
        guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else {
            throw .noFile(folder.path)
        }
        for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
            guard let data = try? file.contents(upTo: HARLog.fileLimit), let log = try? JSONValue(parsing: data),
                let cassette = log["cassette"]?.stringValue, case .array(let indices)? = log["used"]
            else {
                damaged.append(file.lastPathComponent)
                continue
            }
            let numbers = indices.compactMap { index -> Int? in
                guard case .integer(let number) = index else { return nil }
                return Int(exactly: number)
            }
            used[Self.key(URL(fileURLWithPath: cassette)), default: []].formUnion(numbers)
        }
    }

    /// The entries that no test used, or the whole file.
    func findings(of file: CassetteFile, entries: [HAREntry]) -> [Check.Finding] {
        guard let used = used[Self.key(file.url)] else {
            return [Check.Finding(kind: "unopened", entry: nil, text: "no test opened it")]
        }
        return entries.indices.filter { !used.contains($0) }.map { index in
            Check.Finding(kind: "unused", entry: index, text: "no test used it")
        }
    }

    /// Links are followed, since a test may come another way than the command does.
    private static func key(_ file: URL) -> String { file.resolvingSymlinksInPath().standardizedFileURL.path }
}
