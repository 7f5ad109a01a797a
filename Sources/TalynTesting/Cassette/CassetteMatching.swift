/// Which parts of a request have to be as they were recorded for an entry to answer it.
///
/// Both are compared without their secrets. Where a recording says `REDACTED` anything may stand, so that it answers
/// whatever the token is now.
public struct CassetteMatching: Sendable, Hashable {
    /// A part of a request.
    public enum Part: Sendable, Hashable, CaseIterable {
        /// The case that it is made from, such as `GitHub.user`. What a browser wrote has none.
        case operation
        /// The path with placeholders, such as `users/{}`. What a browser wrote has none.
        case template
        /// The method.
        case method
        /// Scheme, host and port.
        case origin
        /// The path, segment by segment.
        case path
        /// The items of the query: those of one name in their order, different names in any.
        case query
        /// The body: JSON by its structure, forms by their fields, multipart whatever its boundary, else byte by byte.
        case body
    }

    /// The parts that are compared.
    public var parts: Set<Part>

    /// The names of the headers that are compared. Default: none.
    public var headers: [String]

    /// A rule that compares these parts and headers.
    public init(_ parts: Set<Part>, headers: [String] = []) {
        self.parts = parts
        self.headers = headers
    }

    /// Method, origin, path, query and body.
    public static let standard = CassetteMatching([.method, .origin, .path, .query, .body])

    /// As ``standard`` on any host: for what was recorded against another one, such as staging.
    public static let anyHost = CassetteMatching([.method, .path, .query, .body])
}
