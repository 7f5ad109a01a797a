extension URLError {
    /// Makes the error of a failed system call on a file of a download. `code` is for reasons without a code of their
    /// own; `doing` completes "the file of the download cannot be".
    init(file number: CInt, _ code: URLError.Code, _ doing: String) {
        let failure = "the file of the download cannot be \(doing)"
        switch number {
        case ENOSPC, EDQUOT: self.init(.cannotWriteToFile, text: "\(failure): the disk is full")
        case EACCES, EPERM: self.init(code, text: "\(failure): no permission")
        case EROFS: self.init(code, text: "\(failure): the file system is read-only")
        case ENAMETOOLONG: self.init(code, text: "\(failure): its name is too long")
        case ENOENT:
            self.init(
                .fileDoesNotExist, text: "the folder of the download does not exist; create it, or set createsFolders")
        case ENOTDIR: self.init(.fileDoesNotExist, text: "the folder of the download is not a folder")
        case EISDIR: self.init(.fileIsDirectory, text: "a folder is at the destination of the download")
        case EINVAL: self.init(code, text: "\(failure): at its path is a file of another user, or no regular file")
        case ELOOP: self.init(code, text: "\(failure): a symbolic link is at its path")
        default: self.init(code, text: "\(failure): errno \(number)")
        }
    }

    /// The error of a download whose destination exists.
    static var destinationExists: URLError {
        URLError(
            .cannotMoveFile,
            text: "a file is at the destination of the download; use the options replacing or numbering")
    }
}

/// The kind of an entry in a folder. A symbolic link is not followed.
enum FileEntry {
    case file, folder, link, other

    /// Finds the entry at a URL; nil if there is none.
    init?(at url: URL) {
        var status = stat()
        guard lstat(url.path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    /// Returns whether a download can end at this URL.
    /// - Throws: `URLError.fileIsDirectory`, `.cannotMoveFile`.
    static func check(_ url: URL, for policy: DownloadOptions.ExistingFile) throws(URLError) {
        guard let entry = FileEntry(at: url) else { return }
        switch (policy, entry) {
        case (.number, _): return
        case (.fail, .folder), (.replace, .folder): throw URLError(file: EISDIR, .fileIsDirectory, "moved")
        case (.fail, _): throw .destinationExists
        case (.replace, .file), (.replace, .link): return
        case (.replace, .other):
            throw URLError(.cannotMoveFile, text: "a device, pipe or socket is at the destination of the download")
        }
    }
}
