import Talyn
import Testing

@testable import TalynTesting

struct RequestReaderTests {
    private static let mebibyte = 1 << 20

    /// Returns the request of the next event; nil when more bytes are needed.
    private func next(_ reader: inout RequestReader) -> ReceivedRequest? {
        switch reader.next() {
        case .head(let request), .request(let request): request
        case nil: nil
        }
    }

    @Test(
        arguments: [
            (0x00, true), (0x16, true), (0x20, true), (0x7F, true), (0x80, true), (0xFF, true), (0x0D, false),
            (0x21, false), (0x47, false), (0x7E, false),
        ] as [(UInt8, Bool)])
    func theFirstByteTellsThatItIsNoMethod(_ byte: UInt8, _ isMalformed: Bool) {
        var reader = RequestReader(connection: 1)
        reader.append(Data([byte]))
        #expect((next(&reader)?.problem != nil) == isMalformed)
        #expect(reader.isBroken == isMalformed && reader.unparsed == Data([byte]))
    }

    @Test(arguments: [
        ("", "head"), ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "size"),
        ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na", "longer than its size"),
        ("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "trailer"),
    ])
    func aLineThatEndsNotWithinAMebibyteIsMalformed(_ beginning: String, _ problem: String) {
        var reader = RequestReader(connection: 1)
        reader.append(Data(beginning.utf8))
        #expect((next(&reader) == nil) == beginning.isEmpty)
        #expect(next(&reader) == nil)
        reader.append(Data(repeating: 0x31, count: Self.mebibyte))
        #expect(next(&reader) == nil && !reader.isBroken)
        #expect((reader.unfinished == nil) == beginning.isEmpty)
        reader.append(Data([0x31]))
        #expect(next(&reader)?.problem?.contains(problem) == true)
        #expect(next(&reader) == nil && reader.isBroken && reader.unfinished == nil)
    }

    @Test func aHeadOfAMebibyteIsRead() {
        var reader = RequestReader(connection: 7)
        let (start, end) = (Data("GET /".utf8), Data(" HTTP/1.1\r\n\r\n".utf8))
        reader.append(start + Data(repeating: 0x78, count: Self.mebibyte - start.count - end.count) + end)
        let request = next(&reader)
        #expect(request?.problem == nil && request?.head.count == Self.mebibyte && request?.connection == 7)
        #expect(reader.unparsed.isEmpty)
    }
}
