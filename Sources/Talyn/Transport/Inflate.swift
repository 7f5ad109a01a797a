#if os(Linux)
internal import CTalynZlib

/// The data of one content coding, decompressed as they arrive, by the zlib of the process.
final class Inflate {
    /// A content coding (RFC 9110 §8.4.1).
    enum Coding: String {
        /// One or more members (RFC 1952 §2.2).
        case gzip
        /// zlib data (RFC 1950), or, as some servers send it, DEFLATE data without a frame (RFC 1951).
        case deflate

        /// Makes the coding of a name in lower case; nil for another one.
        init?(name: String) { self.init(rawValue: name.isSame(bytes: "x-gzip") ? "gzip" : name) }
    }

    /// The largest number of bytes that one step returns: 32 KiB.
    static let stepSize = 1 << 15

    private let coding: Coding
    private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stepSize)
    /// zlib's state; nil before the first byte.
    private var stream: UnsafeMutableRawPointer?
    /// Whether the bytes so far are complete.
    private var isComplete = false
    /// Whether bytes that were read may wait for room.
    private var isPending = false

    init(_ coding: Coding) { self.coding = coding }

    deinit {
        if let stream { talyn_inflate_end(stream) }
        room.deallocate()
    }

    /// Reads bytes and returns the next ones of their content, which are valid until the next call; none if it needs
    /// more bytes.
    /// - Throws: `URLError.cannotDecodeContentData`.
    func next(_ input: inout UnsafeRawBufferPointer) throws(URLError) -> UnsafeRawBufferPointer {
        while isPending || !input.isEmpty {
            let stream = try stream(for: input)
            var (next, left) = (input.bindMemory(to: UInt8.self).baseAddress, input.count)
            var (end, free) = (room.baseAddress, room.count)
            let result = talyn_inflate(stream, &next, &left, &end, &free)
            if result < 0 { throw Self.failure("the body is not valid \(coding.rawValue) data") }
            input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
            (isComplete, isPending) = (result == 1, result == 0 && free == 0)
            if free < room.count {
                return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: room[..<(room.count - free)]))
            }
        }
        return UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Ends the data. Without a byte they are empty.
    /// - Throws: `URLError.cannotDecodeContentData` if they are incomplete.
    func finish() throws(URLError) {
        if stream != nil, !isComplete { throw Self.failure("the body's \(coding.rawValue) data end early") }
    }

    /// Returns zlib's state, ready for bytes behind those so far.
    private func stream(for input: UnsafeRawBufferPointer) throws(URLError) -> UnsafeMutableRawPointer {
        if let stream {
            if isComplete {
                guard coding == .gzip, input.first == 0x1F else {
                    throw Self.failure("bytes follow the body's \(coding.rawValue) data")
                }
                talyn_inflate_again(stream)
            }
            return stream
        }
        // The first byte of zlib data ends in 8 (RFC 1950 §2.2). DEFLATE data would then begin with a block that is
        // stored, and with padding other than zeros.
        let isZlib = input.first.map { $0 & 0x0F == 8 } ?? false
        let frame = coding == .gzip ? TALYN_GZIP : isZlib ? TALYN_ZLIB : TALYN_DEFLATE
        guard let made = talyn_inflate_begin(CInt(frame)) else {
            throw Self.failure("the body cannot be decompressed: there is no zlib, or no memory")
        }
        stream = made
        return made
    }

    static func failure(_ text: String) -> URLError { URLError(.cannotDecodeContentData, text: text) }
}
#endif
