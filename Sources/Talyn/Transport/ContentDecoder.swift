#if os(Linux)
/// The decoder of a response's body, which undoes its content codings (RFC 9110 §8.4) as it arrives.
///
/// It replaces libcurl's, which takes incomplete data for complete ones. Its memory does not depend on the body: 32 KiB
/// and zlib's state for each coding.
final class ContentDecoder {
    /// The `Accept-Encoding` of requests; nil without zlib. Not br and zstd: libcurl does not report whether their
    /// data are complete.
    static let acceptedCodings = Deflate.isAvailable ? "gzip, deflate" : nil

    /// The largest number of codings of one body.
    private static let limit = 5

    /// The codings, the one applied last first.
    private let stages: [Inflate]
    /// For each stage, the bytes of the one before it that it has not read.
    private var rests: [UnsafeRawBufferPointer]

    /// Makes a decoder for codings in the order in which they were applied; nil if the last one is unknown, or there is
    /// none. Codings before an unknown one stay.
    init?(_ codings: [String]) {
        var stages: [Inflate] = []
        for name in codings.reversed() {
            guard let coding = Inflate.Coding(name: name) else { break }
            stages.append(Inflate(coding))
        }
        self.stages = stages
        rests = stages.map { _ in UnsafeRawBufferPointer(start: nil, count: 0) }
        if stages.isEmpty { return nil }
    }

    /// Reads bytes of the body and returns the next ones of its content, which are valid until the next call; none if
    /// it needs more bytes.
    /// - Throws: `URLError.cannotDecodeContentData`.
    func next(_ input: inout UnsafeRawBufferPointer) throws(URLError) -> UnsafeRawBufferPointer {
        if stages.count > Self.limit { throw Inflate.failure("the body has more than \(Self.limit) codings") }
        return try next(&input, stages.count - 1)
    }

    private func next(_ input: inout UnsafeRawBufferPointer, _ stage: Int) throws(URLError) -> UnsafeRawBufferPointer {
        if stage == 0 { return try stages[0].next(&input) }
        while true {
            let bytes = try stages[stage].next(&rests[stage])
            if !bytes.isEmpty { return bytes }
            rests[stage] = try next(&input, stage - 1)
            if rests[stage].isEmpty { return bytes }
        }
    }

    /// Ends the body.
    /// - Throws: `URLError.cannotDecodeContentData` if it is incomplete.
    func finish() throws(URLError) { for stage in stages { try stage.finish() } }
}
#endif
