// The parts that earlier downloads have left in a folder.
extension PartialFile {
    /// The beginning of the names of parts in a folder, whose files servers name.
    static let beginning = ".talyn-"
    /// The seconds for which a part may be that of a download that has not locked it yet.
    private static let youth: Double = 60

    /// Removes the other parts of this folder that no download can continue: those without a record, such as a process
    /// leaves that was killed, and records without a part.
    func removeUnused() { removeParts { $0 == nil } }

    /// Removes the other parts of this folder that have the version of the file that this one begins anew: those of
    /// links to it that are over, and whose signature is of no known scheme. Only a tag and a length say that two links
    /// are to one version.
    func removeTries(of record: ResumeRecord) {
        removeParts { other in
            guard let other, let page = other.page, page == record.page, let tag = other.fields["ETag"],
                let length = other.length
            else { return false }
            return tag.isSame(bytes: record.fields["ETag"] ?? "") && length == record.length
        }
    }

    private func removeParts(where isUnused: (ResumeRecord?) -> Bool) {
        let folder = url.deletingLastPathComponent()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            guard name.hasPrefix(bytes: Self.beginning) else { continue }
            if name.hasSuffix(bytes: Self.longestEnding) {
                let record = folder.appendingPathComponent(name, isDirectory: false)
                if FileEntry(at: record.deletingPathExtension()) == nil { unlink(record.path) }
            } else if name.hasSuffix(bytes: Self.ending), !name.isSame(bytes: url.lastPathComponent) {
                Self.remove(folder.appendingPathComponent(name, isDirectory: false), where: isUnused)
            }
        }
    }

    /// Removes a part and its record, if nobody has locked it.
    private static func remove(_ url: URL, where isUnused: (ResumeRecord?) -> Bool) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let record = URL(fileURLWithPath: "\(url.path).json", isDirectory: false)
        func isOver() -> Bool {
            let found = ResumeRecord.any(at: record)
            // A record that cannot be read may be that of another version, or be readable later.
            return (found != nil || FileEntry(at: record) == nil) && isUnused(found)
        }
        // The record first: a part that a download may continue is not locked, not even for a moment.
        guard let changed = attributes?[.modificationDate] as? Date, changed.timeIntervalSinceNow < -youth, isOver(),
            let file = try? OpenFile(url.path, O_RDWR | O_NOFOLLOW), condition(of: file, at: url) == .own
        else { return }
        defer { _ = try? file.call { Int(flock($0, LOCK_UN)) } }
        if !isOver() { return }
        unlink(record.path)
        unlink(url.path)
    }
}
