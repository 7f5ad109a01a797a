/// The coding in which a request's body is sent (RFC 9110 §8.4.1): ``identity``, the default, or ``gzip``.
public struct ContentCoding: Sendable, Hashable {
    /// The least length for gzip, in bytes; nil for no gzip.
    let gzipLength: Int?

    /// The body as it is.
    public static let identity = ContentCoding(gzipLength: nil)

    /// gzip for bodies of at least 1,024 bytes: ``gzip(minimumLength:)``.
    public static let gzip = ContentCoding.gzip(minimumLength: 1_024)

    /// gzip (RFC 1952), with `Content-Encoding: gzip`, for bodies of at least a number of bytes; a short body hardly
    /// becomes shorter. For servers known to take it: one that does not answers with status 415, or takes the bytes for
    /// the body.
    ///
    /// A transport codes the body as it sends it. Plugins, stubs, logs and cassettes have the body as it is. Sent as it
    /// is anyway: a body whose headers describe its bytes already (`Content-Encoding`, `Content-Digest`, `Repr-Digest`,
    /// `Digest`, `Content-MD5`, `Content-Range`), bytes in memory that do not become shorter, a body that a redirect
    /// leads to another origin, and any body in a process without zlib. As a provider's default, it applies to the
    /// origin of the base URL only.
    public static func gzip(minimumLength: Int) -> ContentCoding { ContentCoding(gzipLength: minimumLength) }
}
