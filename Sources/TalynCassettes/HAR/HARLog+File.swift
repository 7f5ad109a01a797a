package import Talyn

extension HARLog {
    /// The largest file that is read: 64 MiB.
    package static let fileLimit = 64 << 20

    /// Reads a file.
    /// - Throws: ``CassetteError``: unreadable, too large, or malformed.
    package init(contentsOf file: URL, limit: Int = HARLog.fileLimit) throws(CassetteError) {
        try self.init(HARLog.data(of: file, limit: limit), file: file.path, limit: limit)
    }

    /// Returns the bytes of a file; of a larger file one more than `limit`.
    /// - Throws: ``CassetteError/unreadable(file:reason:)``.
    static func data(of file: URL, limit: Int = HARLog.fileLimit) throws(CassetteError) -> Data {
        do throws(FileFault) { return try file.contents(upTo: limit) } catch {
            let reason = error == .missing ? "there is no such file" : "it \(error.rawValue)"
            throw .unreadable(file: file.path, reason: reason)
        }
    }

    /// Writes the file atomically, and creates its folder. An existing file keeps its permissions.
    /// - Throws: ``CassetteError/unwritable(file:reason:)``, also if an entry could not be read.
    package func write(to file: URL) throws(CassetteError) {
        // A symbolic link stays; the file it points to is replaced.
        let file = file.resolvingSymlinksInPath()
        try checkReplaceable(file)
        let kind = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        guard kind == nil || kind == .typeRegular else {
            let fault: FileFault = kind == .typeDirectory ? .directory : .irregular
            throw .unwritable(file: file.path, reason: "it \(fault.rawValue)")
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let files = FileManager.default
            guard let mode = try? files.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber else {
                return try Data(text.utf8).write(to: file, options: .atomic)
            }
            // Readable by the owner only until it has the permissions of the file that it replaces.
            let part = file.deletingLastPathComponent().appendingPathComponent(".talyn-\(UUID().uuidString).part")
            defer { try? files.removeItem(at: part) }
            guard files.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteNoPermission)
            }
            try Data(text.utf8).write(to: part)
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: part.path)
            guard rename(part.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw .unwritable(file: file.path, reason: "its folder cannot be written")
        }
    }

    /// Checks that every entry could be read: others would be lost, or keep their secrets.
    /// - Throws: ``CassetteError/unwritable(file:reason:)``.
    package func checkReplaceable(_ file: URL) throws(CassetteError) {
        let faults = entries.enumerated().compactMap { index, entry in
            entry.fault.map { "entry \(index), which cannot be read (\($0.detail))" }
        }
        if faults.isEmpty { return }
        let shown = faults.prefix(3).joined(separator: ", ") + (faults.count > 3 ? " and \(faults.count - 3) more" : "")
        throw .unwritable(file: file.path, reason: "repair or delete \(shown): it would be lost, or keep its secrets")
    }
}
