import Foundation

/// A gzip member (RFC 1952): DEFLATE data with a header, a checksum and a length.
struct Gzip {
    /// No name, time or system: equal bodies have equal bytes, so that stored answers can be compared.
    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    private let deflate: Deflate
    private var checksum = CRC32()
    private var length: UInt32 = 0
    private var hasBegun = false

    /// Begins a member.
    /// - Throws: `URLError.cannotCreateFile` without a compressor or memory.
    init() throws(URLError) { deflate = try Deflate() }

    /// Compresses bytes and returns what is written so far; maybe nothing.
    mutating func compress(_ bytes: Data) throws(URLError) -> Data {
        defer { hasBegun = true }
        checksum.add(bytes)
        length &+= UInt32(truncatingIfNeeded: bytes.count)
        return (hasBegun ? Data() : Self.header) + (try deflate.compress(bytes, isLast: false))
    }

    /// Ends the member and returns the rest of it.
    mutating func end() throws(URLError) -> Data {
        var rest = (hasBegun ? Data() : Self.header) + (try deflate.compress(Data(), isLast: true))
        for value in [checksum.value, length] {
            withUnsafeBytes(of: value.littleEndian) { rest.append(contentsOf: $0) }
        }
        return rest
    }
}

/// The checksum of gzip (RFC 1952 §8).
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    private var state = UInt32.max

    /// The checksum of the bytes so far.
    var value: UInt32 { ~state }

    mutating func add(_ bytes: Data) {
        bytes.withUnsafeBytes { bytes in
            Self.table.withUnsafeBufferPointer { table in
                for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
            }
        }
    }
}

extension BodyStream {
    /// Makes a stream of the gzip member of another stream's bytes.
    init(gzipping stream: BodyStream) {
        self.init(isRepeatable: stream.isRepeatable) {
            var chunks = stream.makeAsyncIterator()
            var gzip: Gzip?
            var isOver = false
            return {
                if isOver { return nil }
                var member = try gzip ?? Gzip()
                while let chunk = try await chunks.next() {
                    let written = try member.compress(chunk)
                    gzip = member
                    if !written.isEmpty { return written }
                }
                isOver = true
                return try member.end()
            }
        }
    }
}

extension Endpoint {
    /// The headers that describe the bytes of a body as it is.
    private static let bound = ["Content-Encoding", "Content-Digest", "Content-MD5", "Content-Range"]

    /// Returns the endpoint with its body in the coding of its options, and a `Content-Encoding`.
    ///
    /// For transports, which call it before they send. The endpoint of the response is the one given to the transport.
    /// Bytes in memory are coded here; files and streams while they are sent.
    /// - Throws: `CancellationError`, errors of a file that cannot be read as `URLError`.
    public func contentCoded(_ context: CallContext) async throws -> Endpoint {
        guard case .gzip(let minimum)? = options.contentCoding, !body.isEmpty,
            !Self.bound.contains(where: headers.contains)
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
            guard let shorter = try await data.gzipped() else { return self }
            coded.body = .data(shorter)
        } else {
            coded.body = .stream(BodyStream(gzipping: body.chunks))
        }
        return coded
    }
}

extension Data {
    /// Returns the gzip member of the bytes; nil if it is not shorter.
    fileprivate func gzipped() async throws -> Data? {
        var gzip = try Gzip()
        var (whole, rest) = (Data(), self)
        while !rest.isEmpty {
            whole += try gzip.compress(rest.prefix(1 << 18))
            rest = rest.dropFirst(1 << 18)
            if whole.count >= count { return nil }
            // Other tasks of the thread have their turn: compressing 100 MB takes seconds.
            try Task.checkCancellation()
            await Task.yield()
        }
        whole += try gzip.end()
        return whole.count < count ? whole : nil
    }
}
