import Foundation

/// A gzip member (RFC 1952): DEFLATE data with a header, a checksum and a length.
struct Gzip {
    /// Without a name, a time and a system.
    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    private let deflate: Deflate
    private var checksum = CRC32()
    private var length: UInt32 = 0
    private var hasBegun = false

    /// Begins a member.
    /// - Throws: as ``Deflate/init()``.
    init() throws(URLError) { deflate = try Deflate() }

    /// Compresses bytes and returns what is written so far; maybe nothing.
    mutating func compress(_ bytes: Data) throws(URLError) -> Data {
        checksum.add(bytes)
        length &+= UInt32(truncatingIfNeeded: bytes.count)
        return behindHeader(try deflate.compress(bytes, isLast: false))
    }

    /// Compresses up to 256 KiB from an offset, appends what is written so far, and returns how many bytes were read.
    mutating func compress(_ bytes: Data, from offset: Int, to whole: inout Data) throws(URLError) -> Int {
        let piece = bytes.dropFirst(offset).prefix(1 << 18)
        whole += try compress(piece)
        return piece.count
    }

    /// Ends the member and returns the rest of it.
    mutating func end() throws(URLError) -> Data {
        var rest = behindHeader(try deflate.compress(Data(), isLast: true))
        for value in [checksum.value, length] {
            withUnsafeBytes(of: value.littleEndian) { rest.append(contentsOf: $0) }
        }
        return rest
    }

    private mutating func behindHeader(_ data: Data) -> Data {
        if hasBegun { return data }
        hasBegun = true
        return Self.header + data
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
    /// Makes a stream of the gzip member of another stream's bytes, a chunk for each of its chunks, so that a slow
    /// stream arrives as it is produced.
    init(gzipping stream: BodyStream) {
        self.init(isRepeatable: stream.isRepeatable) {
            var chunks = stream.makeAsyncIterator()
            var gzip: Gzip?
            var left = stream.length
            var isOver = false
            return {
                if isOver { return nil }
                var member = try gzip ?? Gzip()
                let chunk = try await chunks.next()
                if let length = left { left = length - Int64(chunk?.count ?? 0) }
                guard let chunk else {
                    if let left, left > 0 { throw Self.wrongLength("shorter") }
                    isOver = true
                    return try member.end()
                }
                if let left, left < 0 { throw Self.wrongLength("longer") }
                let written = try member.compress(chunk)
                gzip = member
                return written
            }
        }
    }

    private static func wrongLength(_ comparison: String) -> URLError {
        URLError(.requestBodyStreamExhausted, text: "the stream is \(comparison) than its declared length")
    }
}
