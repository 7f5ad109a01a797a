#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Decoding of bodies in memory, whatever pieces they arrive in.
@Suite struct ContentDecoderTests {
    /// Decodes bytes that arrive in pieces of a size.
    private func decode(_ codings: [String], _ bytes: Data, by size: Int = .max) throws -> Data {
        let decoder = try #require(ContentDecoder(codings))
        var (whole, rest) = (Data(), bytes)
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            try piece.withUnsafeBytes { bytes in
                var bytes = bytes
                while true {
                    let next = try decoder.next(&bytes)
                    #expect(next.count <= Inflate.stepSize)
                    if next.isEmpty { break }
                    whole.append(contentsOf: next)
                }
                #expect(bytes.isEmpty)
            }
        }
        try decoder.finish()
        return whole
    }

    private func isUndecodable(_ codings: [String], _ bytes: Data, by size: Int = .max) -> Bool {
        do {
            _ = try decode(codings, bytes, by: size)
            return false
        } catch { return (error as? URLError)?.code == .cannotDecodeContentData }
    }

    @Test(arguments: [1, 7, .max])
    func aBodyIsDecodedWhateverItsPieces(size: Int) throws {
        for text in [Data(), Coded.text, Coded.noise] {
            for (coding, bytes) in try Coded.all(text) {
                #expect(try decode([coding], bytes, by: size) == text, "\(coding), \(text.count) bytes")
            }
        }
    }

    @Test func codingsAreUndoneFromTheLastOne() throws {
        let (once, twice) = (try Coded.gzip(Coded.text), try Coded.gzip(Coded.gzip(Coded.text)))
        #expect(try decode(["gzip", "gzip"], twice) == Coded.text)
        #expect(try decode(["gzip", "gzip"], twice, by: 1) == Coded.text)
        #expect(try decode(["deflate", "gzip"], Coded.gzip(Coded.zlib(Coded.text))) == Coded.text)
        #expect(try decode(["aws-chunked", "gzip"], once) == Coded.text)
        #expect(try decode(["gzip", "br", "gzip"], twice) == once)
        for codings in [[], ["br"], ["gzip", "aws-chunked"], ["utf-8"], ["gzip2"], [""]] {
            #expect(ContentDecoder(codings) == nil)
        }
    }

    @Test func aBodyOfNoBytesIsEmptyInAnyCoding() throws {
        for codings in [["gzip"], ["deflate"], ["gzip", "gzip"]] { #expect(try decode(codings, Data()).isEmpty) }
        // Two members of gzip without content, in gzip.
        #expect(try decode(["gzip", "gzip"], Coded.gzip(Coded.gzip(Data()) + Coded.gzip(Data()))).isEmpty)
    }

    @Test func everyCutIsNoticed() throws {
        for (coding, bytes) in try Coded.all(Coded.text.prefix(300)) {
            for count in 1..<bytes.count {
                #expect(isUndecodable([coding], bytes.prefix(count)), "\(coding), \(count) of \(bytes.count)")
            }
        }
        let twice = try Coded.gzip(Coded.gzip(Coded.text))
        for count in stride(from: 1, to: twice.count, by: 3) {
            #expect(isUndecodable(["gzip", "gzip"], twice.prefix(count), by: 5))
        }
        // A complete outer coding of an incomplete inner one.
        #expect(isUndecodable(["gzip", "gzip"], try Coded.gzip(Coded.gzip(Coded.text).dropLast())))
    }

    @Test func manyMembersOfGzipAreOneBody() throws {
        let member = try Coded.gzip(Coded.text)
        let expected = Coded.text + Coded.text + Coded.noise
        let members = try member + Coded.gzip(Data()) + member + Coded.gzip(Coded.noise)
        for size in [1, 100, .max] { #expect(try decode(["gzip"], members, by: size) == expected) }
        for count in member.count + 1..<2 * member.count {
            #expect(isUndecodable(["gzip"], (member + member).prefix(count)))
        }
    }

    @Test(
        arguments: [[0], [0x1F], [0x1F, 0], [0x1F, 0x8B], [0x0D, 0x0A], Array(repeating: 0, count: 512)] as [[UInt8]])
    func bytesBehindTheDataAreRefused(bytes: [UInt8]) throws {
        for (coding, data) in try Coded.all(Coded.text) {
            for size in [1, .max] { #expect(isUndecodable([coding], data + bytes, by: size), "\(coding)") }
        }
    }

    @Test func aWrongChecksumOrLengthIsRefused() throws {
        let gzip = try Coded.gzip(Coded.text)
        for place in 1...8 {
            var wrong = gzip
            wrong[wrong.count - place] ^= 1
            #expect(isUndecodable(["gzip"], wrong))
        }
        var wrong = try Coded.zlib(Coded.text)
        wrong[wrong.count - 1] ^= 1
        #expect(isUndecodable(["deflate"], wrong))
    }

    @Test func aHeaderOfGzipMayHaveAllItsFields() throws {
        let plain = try Coded.gzip(Coded.text)
        // FEXTRA, FNAME and FCOMMENT.
        let header = Data([0x1F, 0x8B, 8, 0x1C, 0, 0, 0, 0, 0, 3, 2, 0, 9, 9]) + Data("a\u{0}b\u{0}".utf8)
        for size in [1, .max] {
            #expect(try decode(["gzip"], header + plain.dropFirst(10), by: size) == Coded.text)
        }
    }

    @Test func tooManyCodingsAreRefused() throws {
        let five = Array(repeating: "gzip", count: 5)
        let bytes = try five.reduce(Coded.text) { data, _ in try Coded.gzip(data) }
        #expect(try decode(five, bytes) == Coded.text)
        #expect(isUndecodable(five + ["gzip"], try Coded.gzip(bytes)))
    }
}

/// Bytes in content codings.
enum Coded {
    static let text = Data(String(repeating: "a line that is long enough\n", count: 4_000).utf8)
    /// Bytes that cannot be compressed.
    static let noise: Data = {
        var state: UInt64 = 1
        return Data(
            (0..<100_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(state >> 56)
            })
    }()

    static func gzip(_ data: Data) throws -> Data {
        var gzip = try Gzip()
        return try gzip.compress(data) + gzip.end()
    }

    /// DEFLATE data without a frame (RFC 1951).
    static func deflate(_ data: Data) throws -> Data { try Deflate().compress(data, isLast: true) }

    /// zlib data (RFC 1950).
    static func zlib(_ data: Data) throws -> Data {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let checksum = withUnsafeBytes(of: (high << 16 | low).bigEndian) { Data($0) }
        return try Data([0x78, 0x9C]) + deflate(data) + checksum
    }

    /// A body in each coding that is decoded, with the names of the coding.
    static func all(_ data: Data) throws -> [(coding: String, bytes: Data)] {
        [
            ("gzip", try gzip(data)), ("x-gzip", try gzip(data)), ("deflate", try zlib(data)),
            ("deflate", try deflate(data)),
        ]
    }
}
#endif
