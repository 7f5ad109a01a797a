import Foundation

extension Endpoint {
    /// The fields that describe the bytes of a body as it is (RFC 9110 §8.4 and §14.4, RFC 9530).
    private static let namesDescribingBytes = [
        "Content-Digest", "Content-Encoding", "Content-MD5", "Content-Range", "Digest", "Repr-Digest",
    ]

    /// Returns the endpoint with its body in the coding of its options, and a `Content-Encoding`.
    ///
    /// For transports, which call it before they send. The endpoint of the response is the one given to the transport.
    /// Bytes in memory are coded here; files and streams while they are sent.
    /// - Throws: `CancellationError`; a `URLError` for a file that cannot be read, `.timedOut` if the deadline passes, and
    ///   `.unknown` if the compressor fails.
    public func contentCoded(_ context: CallContext) async throws -> Endpoint {
        guard let minimum = options.contentCoding?.gzipLength, !body.isEmpty,
            !Self.namesDescribingBytes.contains(where: headers.contains)
        else { return self }
        let length: Int64? =
            switch body {
            case .none: 0
            case .data(let data): Int64(data.count)
            case .file(let url): try RegularFile(url).length
            case .stream(let stream): stream.length
            }
        if let length, length < minimum { return self }
        guard Deflate.isAvailable else {
            context.note("the body is not sent in gzip: the process has no zlib")
            return self
        }
        var coded = self
        coded.headers["Content-Encoding"] = "gzip"
        if case .data(let data) = body {
            guard let shorter = try await data.gzipped(for: self, context) else { return self }
            coded.body = .data(shorter)
        } else {
            coded.body = .stream(BodyStream(gzipping: body.chunks))
        }
        context.note("the body is sent in gzip")
        return coded
    }
}

extension Data {
    /// Returns the gzip member of the bytes; nil if it is not shorter.
    fileprivate func gzipped(for endpoint: Endpoint, _ context: CallContext) async throws -> Data? {
        var gzip = try Gzip()
        var (whole, sent) = (Data(), 0)
        while sent < count {
            sent += try gzip.compress(self, from: sent, to: &whole)
            if whole.count >= count { return nil }
            // Other tasks of the thread have their turn: compressing 100 MB takes seconds.
            try Task.checkCancellation()
            if context.isOverdue(for: endpoint) { throw URLError.deadlineIsOver }
            await Task.yield()
        }
        whole += try gzip.end()
        return whole.count < count ? whole : nil
    }
}
