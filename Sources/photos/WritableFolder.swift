import Foundation

/// A folder that files can be written to.
struct WritableFolder: Sendable {
    let url: URL

    /// Finds the folder at a path, or makes it, with the folders it is in.
    init(at path: String) throws(FolderError) {
        url = URL(fileURLWithPath: path, isDirectory: true)
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw FolderError("'\(path)' is a file, not a folder.") }
        } else {
            do { try files.createDirectory(at: url, withIntermediateDirectories: true) } catch {
                throw FolderError("the folder '\(path)' cannot be made.")
            }
        }
        // Permissions do not tell it all: a file system may be read-only or have no files of a user's own. A folder,
        // because files are made by a temporary one on some platforms.
        let probe = url.appendingPathComponent(".photos-\(UUID().uuidString)", isDirectory: true)
        do { try files.createDirectory(at: probe, withIntermediateDirectories: false) } catch {
            throw FolderError("the folder '\(path)' cannot be written.")
        }
        try? files.removeItem(at: probe)
    }
}

/// A folder for pictures that cannot be used; exit code 1.
struct FolderError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { "photos: \(message.terminalSafe)" }
}
