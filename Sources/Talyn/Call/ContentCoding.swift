/// The coding in which a request's body is sent (RFC 9110 §8.4.1).
public enum ContentCoding: Sendable, Hashable {
    /// The body as it is.
    case identity
    /// gzip (RFC 1952), with `Content-Encoding: gzip`, for bodies of at least a number of bytes; below, a body hardly
    /// becomes shorter. For servers known to take it: one that does not answers with status 415, or takes the bytes for
    /// the body.
    ///
    /// A transport codes the body as it sends it. Plugins, stubs, logs and cassettes have the body as it is. Sent as it
    /// is anyway: a body whose headers describe its bytes already (`Content-Encoding`, `Content-Digest`, `Repr-Digest`,
    /// `Digest`, `Content-MD5`, `Content-Range`), one that Digest authentication protects (`auth-int`), bytes in memory
    /// that do not become shorter, and any body in a process without zlib. A coded file or stream has no length in
    /// advance, and reaches the server in chunks.
    case gzip(minimumLength: Int = 1_024)
}
