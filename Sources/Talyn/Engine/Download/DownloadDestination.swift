/// The destination of a download: a file URL, or a folder in which the server names the file.
///
/// ```swift
/// let named: DownloadDestination = .file(folder.appendingPathComponent("film.mp4"))
/// let suggested: DownloadDestination = .folder(folder)
/// ```
/// The name in a folder is that of `Content-Disposition` (RFC 6266, with `filename*` of RFC 8187), otherwise the last
/// path segment of the final URL, otherwise "download". It is made safe: the text behind the last separator, without
/// control characters and characters that reverse text, without dots at its beginning, at most 255 bytes of UTF-8.
public enum DownloadDestination: Sendable, Hashable {
    /// This file.
    case file(URL)
    /// A file in this folder, with the name that the server suggests.
    case folder(URL)

    /// The folder of the file.
    var folder: URL {
        switch self {
        case .file(let url): url.deletingLastPathComponent()
        case .folder(let url): url
        }
    }

    /// The reason why nothing can be written here; nil if there is none.
    var problem: String? {
        let url: URL
        switch self {
        case .file(let file): url = file
        case .folder(let folder): url = folder
        }
        if !url.isFileURL { return "the destination of the download is not a file URL" }
        // `path` keeps %00 as it is.
        if url.path(percentEncoded: false).utf8.contains(0) { return "the destination of the download contains NUL" }
        guard case .file = self else { return nil }
        let name = url.lastPathComponent
        let isName = !name.isEmpty && !["/", ".", ".."].contains(where: name.isSame)
        return isName ? nil : "the destination of the download has no file name"
    }
}

extension DownloadDestination: RedactedStringConvertible {
    /// "a file" or "a folder"; never the path.
    public var description: String { if case .file = self { "a file" } else { "a folder" } }
}
