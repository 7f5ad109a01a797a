extension PartialFile {
    /// Moves the complete file to its destination in one step, and returns that. The lock is held until then.
    /// - Throws: `URLError.cannotMoveFile` if a file exists, `.fileIsDirectory` for a folder there, otherwise
    ///   `.cannotCreateFile`, `.fileDoesNotExist` without a folder.
    func move(to destination: URL, _ policy: DownloadOptions.ExistingFile) throws(URLError) -> URL {
        switch policy {
        case .replace:
            try FileEntry.check(destination, for: policy)
            guard rename(url.path, destination.path) == 0 else {
                throw URLError(file: errno, .cannotCreateFile, "moved")
            }
            return destination
        case .fail:
            guard try moveExclusively(to: destination) else {
                try FileEntry.check(destination, for: policy)
                throw .destinationExists
            }
            return destination
        case .number:
            var (place, number) = (destination, 1)
            while try !moveExclusively(to: place) {
                number += 1
                place = destination.deletingLastPathComponent()
                    .appendingPathComponent(
                        FileName.numbered(destination.lastPathComponent, number), isDirectory: false)
            }
            return place
        }
    }

    /// Moves the file unless there is another; false if there is one. link(2) is atomic on every platform, as rename(2)
    /// without replacing is not.
    private func moveExclusively(to destination: URL) throws(URLError) -> Bool {
        if link(url.path, destination.path) == 0 {
            unlink(url.path)
            return true
        }
        switch errno {
        case EEXIST: return false
        case EPERM, ENOTSUP, EMLINK, ENOSYS: return try moveByReserving(destination)
        default: throw URLError(file: errno, .cannotCreateFile, "moved")
        }
    }

    /// Moves the file where there are no hard links: an empty file, which it replaces, reserves the destination.
    func moveByReserving(_ destination: URL) throws(URLError) -> Bool {
        do throws(OpenFile.Failure) {
            _ = try OpenFile(destination.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        } catch {
            if error.number == EEXIST { return false }
            throw URLError(file: error.number, .cannotCreateFile, "moved")
        }
        guard rename(url.path, destination.path) == 0 else {
            let failure = errno
            unlink(destination.path)
            throw URLError(file: failure, .cannotCreateFile, "moved")
        }
        return true
    }
}
