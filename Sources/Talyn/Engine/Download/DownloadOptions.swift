/// The options of a download: an existing file, resuming, folders, hashes.
///
/// ```swift
/// let options = DownloadOptions(existingFile: .number, resumes: true, createsFolders: true, digest: .reprDigest)
/// ```
public struct DownloadOptions: Sendable, Hashable {
    /// The treatment of an existing file at the destination. None is ever written into: a complete file is moved to its
    /// place.
    public enum ExistingFile: Sendable, Hashable {
        /// Fails the call as `URLError.cannotMoveFile`. Default.
        case fail
        /// Replaces the file atomically. A symbolic link is replaced itself, not the file it leads to.
        case replace
        /// Keeps the file, and names the new one "name 2.ext" or with the next free number.
        case number
    }

    /// The hash that a downloaded file must have. Another one fails the attempt as
    /// `URLError.downloadDecodingFailedToComplete`, which ``RetryPlugin`` retries, and removes what was downloaded.
    public enum Digest: Sendable, Hashable {
        /// The SHA-256 of `Repr-Digest` (RFC 9530 §3), if the server sends it; `Want-Repr-Digest` asks for it. Without
        /// the field, and for a compressed body, nothing is checked.
        case reprDigest
        /// This SHA-256, in 64 hexadecimal digits of either case. Any other text fails the call as
        /// ``RequestError/Kind-swift.enum/invalidRequest(_:)``.
        case sha256(String)
    }

    /// The treatment of an existing file. Default: ``ExistingFile/fail``.
    public var existingFile: ExistingFile

    /// Whether the part that has arrived stays on failure and cancellation, also when the process ends, and the next
    /// download to the same destination continues it. Default: false, which leaves nothing behind.
    ///
    /// The part is beside the destination, in a hidden file with the ending `.part`, together with its validators in a
    /// hidden file with the ending `.part.json`. It is continued with `Range` and `If-Range` (RFC 9110 §13.1.5, §14.2)
    /// if the server sent a strong `ETag`, or without any ETag a `Last-Modified` that is older than its `Date`. A file
    /// that has changed on the server is downloaded from its beginning. A renewed presigned link continues the part of
    /// the old one, with an ETag only: <doc:Downloading>. GET only.
    public var resumes: Bool

    /// Whether missing folders of the destination are created. Default: false, which fails the call as
    /// `URLError.fileDoesNotExist`.
    public var createsFolders: Bool

    /// The hash of the file. Default: nil, which checks none. The complete file is read once more for it: 512 MB take
    /// about three seconds of CPU time in a release build.
    public var digest: Digest?

    /// Makes options.
    public init(
        existingFile: ExistingFile = .fail, resumes: Bool = false, createsFolders: Bool = false, digest: Digest? = nil
    ) {
        self.existingFile = existingFile
        self.resumes = resumes
        self.createsFolders = createsFolders
        self.digest = digest
    }

    /// Keeps the part that has arrived, and continues it: ``resumes``.
    public static let resuming = DownloadOptions(resumes: true)
    /// Replaces an existing file: ``ExistingFile/replace``.
    public static let replacing = DownloadOptions(existingFile: .replace)
    /// Numbers the new file if one exists: ``ExistingFile/number``.
    public static let numbering = DownloadOptions(existingFile: .number)

    /// The reason why they cannot be used; nil if they can.
    var problem: String? {
        guard case .sha256(let text) = digest, text.utf8.count != 64 || !text.utf8.allSatisfy(\.isHexDigit) else {
            return nil
        }
        return "the SHA-256 of the download is not 64 hexadecimal digits"
    }
}
