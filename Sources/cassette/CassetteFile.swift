import Foundation
import Talyn
import TalynCassettes

/// A cassette on disk.
struct CassetteFile: Sendable, Equatable {
    let url: URL
    /// The path that is shown: relative to the command's folder, unless the file is outside of it.
    let name: String

    /// The files at these paths: each file, and every `.har` file in each folder. Hidden folders, such as `.build`, are
    /// skipped unless they are named.
    /// - Throws: `CassetteError.unreadable` for a path that does not exist, and when there is no file at all.
    static func files(at paths: [String], in folder: URL) throws(CassetteError) -> [CassetteFile] {
        let paths = paths.isEmpty ? ["."] : paths
        var found: [URL] = []
        for path in paths {
            let url = path == "." ? folder : URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
                throw .unreadable(file: path, reason: "there is no such file or folder")
            }
            found += isFolder.boolValue ? cassettes(in: url) : [url]
        }
        if found.isEmpty {
            throw .unreadable(file: paths.joined(separator: ", "), reason: "there is no .har file; name its folder")
        }
        let root = folder.standardizedFileURL.path + "/"
        var seen: Set<String> = []
        return found.filter { seen.insert($0.path).inserted }.map { url in
            let path = url.standardizedFileURL.path
            let isInside = path.hasPrefix(bytes: root)
            return CassetteFile(
                url: url, name: isInside ? String(Substring(path.utf8.dropFirst(root.utf8.count))) : path)
        }
    }

    private static func cassettes(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension.asciiLowercased == "har" }
            .map(\.standardizedFileURL).sorted { $0.path < $1.path }
    }
}
