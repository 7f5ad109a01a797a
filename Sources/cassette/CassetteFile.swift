import Foundation
import Talyn
import TalynTesting

/// A cassette on disk.
struct CassetteFile: Sendable, Equatable {
    /// Where it is.
    let url: URL
    /// Its path as it is shown: from the folder of the command, where it is inside.
    let name: String

    /// The files that paths mean: themselves, or every `.har` within; of the whole folder when there are none.
    ///
    /// Hidden folders, such as `.build`, are left out unless they are named.
    static func files(at paths: [String], in folder: URL) throws(UsageError) -> [CassetteFile] {
        var found: [URL] = []
        for path in paths.isEmpty ? ["."] : paths {
            let url = path == "." ? folder : URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { throw .noFile(path) }
            found += isFolder.boolValue ? cassettes(in: url) : [url]
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.path).inserted }.map {
            CassetteFile(url: $0, name: name(of: $0, in: folder))
        }
    }

    /// The log of the file.
    func log() throws(CassetteError) -> HARLog { try HARLog(contentsOf: url) }

    private static func cassettes(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension.asciiLowercased == "har" }
            .map(\.standardizedFileURL).sorted { $0.path < $1.path }
    }

    private static func name(of url: URL, in folder: URL) -> String {
        let root = folder.standardizedFileURL.path + "/"
        let path = url.standardizedFileURL.path
        return path.hasPrefix(bytes: root) ? String(Substring(path.utf8.dropFirst(root.utf8.count))) : path
    }
}

extension CassetteError {
    /// What is wrong, without the path, which is shown already.
    func reason(in file: CassetteFile) -> String {
        let prefix = "\(file.url.path): "
        return description.hasPrefix(bytes: prefix)
            ? String(Substring(description.utf8.dropFirst(prefix.utf8.count))) : description
    }
}

extension Arguments {
    /// What is taken out, and shown to nobody.
    var redaction: Redaction {
        Redaction.standard.adding(headers: command == .drift ? [] : headers, names: names)
            .excepting(headers: exceptedHeaders, names: exceptedNames)
    }
}
