// The parts that earlier downloads have left in a folder.
extension PartialFile {
    /// The beginning of the names of parts in a folder, whose files servers name.
    static let beginning = ".talyn-"
    /// The seconds for which a part may be that of a download that has not locked it yet.
    private static let youth: Double = 60
    /// The seconds for which a part is kept for a download that continues it: seven days.
    private static let longestAge: Double = 7 * 86_400

    /// Removes the other parts of this folder that nobody has locked, and that no download will continue:
    ///
    /// - those without a record, such as a process leaves that was killed, and records without a part;
    /// - those that have the version of the file that this one begins anew: those of links to it that are over, and
    ///   whose signature is of no known scheme. Only a tag and a length say that two links are to one version;
    /// - those that no download has used for seven days.
    ///
    /// `record` is that of this part; nil if it has none.
    func removeUnused(besides record: ResumeRecord?) {
        let folder = url.deletingLastPathComponent()
        for name in Self.names(in: folder) {
            let found = folder.appendingPathComponent(name, isDirectory: false)
            if name.hasSuffix(bytes: Self.longestEnding) {
                if FileEntry(at: found.deletingPathExtension()) == nil { unlink(found.path) }
            } else if name.hasSuffix(bytes: Self.ending), !name.isSame(bytes: url.lastPathComponent) {
                Self.remove(found) { $0?.isTry(of: record) ?? true }
            }
        }
    }

    /// Returns the names in a folder that begin as those of parts do. Others do not become strings: a folder may have
    /// a hundred thousand files.
    private static func names(in folder: URL) -> [String] {
        guard let entries = opendir(folder.path) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            // In place: a copy of the field would be as long as the longest name.
            withUnsafeBytes(of: &entry.pointee.d_name) { name in
                if name.starts(with: beginning.utf8) {
                    names.append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
                }
            }
        }
        return names
    }

    /// Removes a part and its record, if nobody has locked it.
    private static func remove(_ url: URL, where isUnused: (ResumeRecord?) -> Bool) {
        let record = URL(fileURLWithPath: "\(url.path).json", isDirectory: false)
        func isOver() -> Bool {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            guard let changed = attributes?[.modificationDate] as? Date else { return false }
            let age = -changed.timeIntervalSinceNow
            if age > longestAge { return true }
            let found = ResumeRecord.any(at: record)
            // A record that cannot be read may be that of another version, or be readable later.
            return age > youth && (found != nil || FileEntry(at: record) == nil) && isUnused(found)
        }
        // The record first: a part that a download may continue is locked for a moment only when it is old.
        guard isOver(), let file = try? OpenFile(url.path, O_RDWR | O_NOFOLLOW), condition(of: file, at: url) == .own
        else { return }
        defer { _ = try? file.call { Int(flock($0, LOCK_UN)) } }
        if !isOver() { return }
        unlink(record.path)
        unlink(url.path)
    }
}

extension ResumeRecord {
    /// Whether it has the version of the file that another record describes, by another link to it.
    fileprivate func isTry(of other: ResumeRecord?) -> Bool {
        guard let other, let page, page == other.page, let tag = fields["ETag"], let length else { return false }
        return tag.isSame(bytes: other.fields["ETag"] ?? "") && length == other.length
    }
}
