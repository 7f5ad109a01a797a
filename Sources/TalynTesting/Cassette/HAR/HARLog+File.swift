package import Talyn

extension HARLog {
    /// How large a file may be that is read: 64 MiB.
    package static let fileLimit = 64 << 20

    /// Reads a file.
    /// - Throws: ``CassetteError``: unreadable, too large, or malformed.
    package init(contentsOf file: URL, limit: Int = HARLog.fileLimit) throws(CassetteError) {
        try self.init(HARLog.data(of: file, limit: limit), file: file.path, limit: limit)
    }

    /// The bytes of a file: one more than `limit` where there are more.
    /// - Throws: ``CassetteError/unreadable(file:reason:)``.
    static func data(of file: URL, limit: Int = HARLog.fileLimit) throws(CassetteError) -> Data {
        do throws(FileFault) { return try file.contents(upTo: limit) } catch {
            let reason = error == .missing ? "there is no such file" : "it \(error.rawValue)"
            throw .unreadable(file: file.path, reason: reason)
        }
    }

    /// Reads what is in a file, of at most `limit` bytes.
    /// - Throws: ``CassetteError``: too large, or malformed.
    package init(_ data: Data, file: String, limit: Int = HARLog.fileLimit) throws(CassetteError) {
        guard data.count <= limit else { throw .tooLarge(file: file, limit: limit) }
        let document: JSONValue
        do { document = try JSONValue(parsing: data) } catch {
            throw .malformed(file: file, entry: nil, field: nil, reason: Self.reason(of: error))
        }
        try self.init(document, file: file)
    }

    /// Writes the file, whole or not at all; its folder is made where it is missing. A file that is replaced passes its
    /// permissions on.
    /// - Throws: ``CassetteError/unwritable(file:reason:)``, also where an entry could not be read.
    package func write(to file: URL) throws(CassetteError) {
        // Of a symbolic link the file is replaced, not the link, which has permissions of its own.
        let file = file.resolvingSymlinksInPath()
        try checkReplaceable(file)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let files = FileManager.default
            guard let mode = try? files.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber else {
                return try Data(text.utf8).write(to: file, options: .atomic)
            }
            // With its permissions from the start: nobody reads meanwhile what only the owner may.
            let part = file.deletingLastPathComponent().appendingPathComponent(".talyn-\(UUID().uuidString).part")
            defer { try? files.removeItem(at: part) }
            guard files.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteNoPermission)
            }
            try Data(text.utf8).write(to: part)
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: part.path)
            guard rename(part.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw .unwritable(file: file.path, reason: "its folder does not take it")
        }
    }

    /// Lets a document be replaced that has no entry which could not be read: that one would be lost, or keep its secrets.
    /// - Throws: ``CassetteError/unwritable(file:reason:)``.
    package func checkReplaceable(_ file: URL) throws(CassetteError) {
        let faults = entries.enumerated().compactMap { index, entry in
            entry.fault.map { "entry \(index), which cannot be read (\($0.detail))" }
        }
        if faults.isEmpty { return }
        let shown = faults.prefix(3).joined(separator: ", ") + (faults.count > 3 ? " and \(faults.count - 3) more" : "")
        throw .unwritable(file: file.path, reason: "mend or delete \(shown): it would be lost, or keep its secrets")
    }

    /// What a parser says, which quotes nothing of the document.
    private static func reason(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "is not valid JSON" }
        let text = context.debugDescription
        return "is n\(text.dropFirst().prefix(beforeBytes: "."))"
    }
}
