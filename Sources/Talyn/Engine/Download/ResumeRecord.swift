/// The facts about a partial file with which a later request can continue it: a small JSON file beside it.
struct ResumeRecord: Codable, Equatable, Sendable {
    /// The hash of the method and URL, without secrets and signatures in the query.
    let resource: String
    /// The strong `ETag`, or the `Last-Modified` of a file without one.
    let validator: String
    /// The length of the complete file in bytes; nil if the server did not declare it.
    let length: Int64?
    /// The hash of the method and URL without a query; nil for a file that the app names.
    let page: String?
    /// The fields that describe the file, which the responses to later requests may lack.
    let fields: [String: String]

    /// The names of ``fields``.
    static let names = [
        "Content-Disposition", "Content-Language", "Content-Type", "ETag", "Last-Modified", "Repr-Digest",
    ]

    /// Makes the record of a response that a file is written from; nil if no later request can continue it.
    init?(_ response: Response, length: Int64?, resource: String, page: String? = nil, at now: Date) {
        let headers = response.headers
        guard !response.isDecoded, let validator = Self.validator(in: headers, at: now) else { return nil }
        if headers["Accept-Ranges"]?.trimmed.asciiLowercased == "none" { return nil }
        self.resource = resource
        self.page = page
        self.validator = validator
        self.length = length
        var fields: [String: String] = [:]
        for name in Self.names { fields[name] = headers[name] }
        self.fields = fields
    }

    /// Returns the validator for `If-Range`. It must be strong, and a date must not be used when there is an ETag, even
    /// a weak one (RFC 9110 §13.1.5).
    private static func validator(in headers: HTTPHeaders, at now: Date) -> String? {
        if let tag = headers["ETag"] { return isStrong(tag) ? tag : nil }
        // A file that was modified in the second of its response may have changed after it (RFC 9110 §8.8.2.2).
        guard let text = headers["Last-Modified"], let modified = HTTPDate.date(text, at: now),
            let date = headers["Date"].flatMap({ HTTPDate.date($0, at: now) }), date.timeIntervalSince(modified) >= 1
        else { return nil }
        return text
    }

    private static func isStrong(_ tag: String) -> Bool {
        let bytes = tag.utf8
        let quote = UInt8(ascii: "\"")
        return bytes.count >= 2 && bytes.first == quote && bytes.last == quote
            && bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != quote }
    }

    /// Returns whether a later response is of the same version of the file. One without validators is only if it
    /// answers an `If-Range`.
    func describesSameVersion(as response: Response) -> Bool {
        let name = fields["ETag"] == nil ? "Last-Modified" : "ETag"
        if let found = response.headers[name] { return found.isSame(bytes: validator) }
        return response.endpoint.headers["If-Range"]?.isSame(bytes: validator) ?? false
    }

    /// Returns whether a later request can use it. A file in a folder may hold anything.
    private func isUsable(for resource: String) -> Bool {
        let isSafe = validator.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return self.resource == resource && isSafe && length.map { $0 >= 0 } ?? true
    }
}

extension ResumeRecord {
    private static let sizeLimit = 1 << 16

    /// Reads the record of a resource; nil without a valid one.
    init?(at url: URL, for resource: String) {
        guard let record = Self.any(at: url), record.isUsable(for: resource) else { return nil }
        self = record
    }

    /// Reads the record of whatever resource; nil without one.
    static func any(at url: URL) -> ResumeRecord? {
        guard FileEntry(at: url) == .file, let data = try? url.contents(upTo: sizeLimit) else { return nil }
        return try? JSONDecoder().decode(ResumeRecord.self, from: data)
    }

    /// Writes the record for the current user only. Without it the file is downloaded from its beginning next time.
    func write(to url: URL) {
        unlink(url.path)
        guard let data = try? JSONEncoder().encode(self) else { return }
        // Not a file or link that somebody else has put there meanwhile.
        try? OpenFile(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600).append(data)
    }

    /// Returns a fingerprint of the resource that an endpoint names: the SHA-256 of method and URL, without secrets and
    /// the items of a signature, so that a renewed token or link does not change it.
    static func fingerprint(of endpoint: Endpoint, hasQuery: Bool = true) -> String {
        let text = endpoint.textWithoutFragment
        let written = hasQuery ? SignedURL(text).unsigned : String(text.prefix(beforeBytes: "?"))
        let url = Redaction.standard.hidingTokens(of: endpoint).url(written)
        return SHA256.digest(of: Array("\(endpoint.method.rawValue) \(url)".utf8)).hexDigits
    }
}

extension Endpoint {
    /// The URL as it is written, without a fragment.
    fileprivate var textWithoutFragment: String { String(lazyURL.string.prefix(beforeBytes: "#")) }

    /// Whether the URL has the items of a signature.
    var isSigned: Bool { SignedURL(textWithoutFragment).isSigned }
}
