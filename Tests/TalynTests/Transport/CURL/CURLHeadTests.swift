#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct CURLHeadTests {
    /// Reads lines, and returns the head with the number of final heads.
    private func read(_ lines: String...) throws -> (head: CURLHead, finals: Int) {
        var head = CURLHead()
        var finals = 0
        for line in lines {
            try Array(line.utf8).withUnsafeBufferPointer { bytes in
                if try head.read(bytes) { finals += 1 }
            }
        }
        return (head, finals)
    }

    @Test func anInformationalHeadIsFollowedByTheFinalOne() throws {
        let (head, finals) = try read(
            "HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n")
        #expect(finals == 1 && head.status == 200 && head.isComplete)
        #expect(HTTPHeaders(lines: head.lines) == ["A": "b"])
    }

    @Test func aLengthOfAnInformationalHeadIsNotThatOfTheBody() throws {
        let (head, _) = try read(
            "HTTP/1.1 103 Early Hints\r\n", "Content-Length: 5\r\n", "\r\n", "HTTP/1.1 200 OK\r\n",
            "Content-Length: 7\r\n", "\r\n")
        #expect(head.bodyLength == 7)
    }

    @Test func switchingProtocolsIsFinal() throws {
        let (head, finals) = try read("HTTP/1.1 101 Switching Protocols\r\n", "Upgrade: x\r\n", "\r\n")
        #expect(finals == 1 && head.status == 101)
    }

    @Test(arguments: [
        ("HTTP/1.1 200\r\n", 200), ("HTTP/2 204 \r\n", 204), ("HTTP/1.0  404 Not here\n", 404),
    ])
    func theStatusNeedsNoReason(line: String, status: Int) throws {
        #expect(try read(line).head.status == status)
        #expect(try read(line).head.isMultiplexed == line.hasPrefix("HTTP/2"))
    }

    /// Over HTTP/2 libcurl passes on any status.
    @Test(arguments: [
        "HTTP/2 099 \r\n", "HTTP/2 12\r\n", "HTTP/1.1 \r\n", "HTTP/2 2x0\r\n", "HTTP/2 000\r\n", "HTTP/3 200\r\n",
    ])
    func aStatusHasThreeDigitsAndIsAtLeast100(line: String) {
        let error = #expect(throws: URLError.self) { try read(line) }
        #expect(error?.code == .cannotParseResponse)
    }

    @Test func aBareCRIsASpace() {
        let headers = HTTPHeaders(lines: Array("A\rB: c\rd\r\r\nE: \rf\ng: \r\r\n".utf8))
        #expect(headers.map(\.name) == ["A B", "E", "g"] && headers.map(\.value) == ["c d", "f", ""])
    }

    @Test func fieldsBehindTheBodyAreTrailers() throws {
        let (head, _) = try read("HTTP/1.1 200 OK\r\n", "Trailer: X-Sum\r\n", "\r\n", "X-Sum: 9\r\n", "\r\n")
        #expect(HTTPHeaders(lines: head.trailerLines) == ["X-Sum": "9"])
        #expect(HTTPHeaders(lines: head.lines) == ["Trailer": "X-Sum"])
    }

    @Test(
        arguments: [
            (["Content-Length: 5\r\n"], 5), (["Content-Length: 5\r\n", "content-length: 5\r\n"], 5),
            (["Content-Length: 5, 5\r\n"], 5), (["Content-Length: 5 ,, 5 ,\r\n"], 5), (["Content-Length:\r\n"], nil),
            (["CONTENT-LENGTH:7\r\n"], 7), (["X: 5\r\n"], nil),
            (["Content-Length: 5\r\n", "Content-Encoding: gzip\r\n"], 5),
            (["Content-Length: 5\r\n", "Transfer-Encoding: identity\r\n"], 5),
        ] as [([String], Int64?)])
    func theBodyHasItsLength(fields: [String], length: Int64?) throws {
        var head = CURLHead()
        for line in ["HTTP/1.1 200 OK\r\n"] + fields + ["\r\n"] {
            _ = try Array(line.utf8).withUnsafeBufferPointer { try head.read($0) }
        }
        #expect(head.bodyLength == length)
    }

    @Test(
        arguments: [
            ["Content-Length: 5\r\n", "Content-Length: 6\r\n"], ["Content-Length: 5,6\r\n"],
            ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"],
            ["transfer-encoding: chunked\r\n", "content-length: 5\r\n"],
            ["Content-Length: 5\r\n", "Content-Length: x\r\n"],
            ["Content-Length: 9223372036854775808\r\n"], ["Content-Length: -1\r\n"], ["Content-Length: 5x\r\n"],
            ["Content-Length: 1 2\r\n"], ["Content-Length: +5\r\n"],
            ["Transfer-Encoding:\r\n", " chunked\r\n"], ["Content-Length: 1\r\n", "\t0\r\n"],
            ["Transfer-Encoding : chunked\r\n"], ["Content-Length\t: 5\r\n"],
            ["Transfer-Encoding: gzip\r\n"],
            ["Transfer-Encoding: gzip, chunked\r\n"],
            ["Transfer-Encoding: chunked\r\n", "Transfer-Encoding: x\r\n"],
        ])
    func aHeadWithAnUncertainEndIsRefused(fields: [String]) {
        #expect(throws: URLError.self) {
            var head = CURLHead()
            for line in ["HTTP/1.1 200 OK\r\n"] + fields + ["\r\n"] {
                _ = try Array(line.utf8).withUnsafeBufferPointer { try head.read($0) }
            }
        }
    }

    @Test func allHeadsTogetherHaveALimit() throws {
        var head = CURLHead()
        let error = #expect(throws: URLError.self) {
            while true {
                for line in ["HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n"] {
                    _ = try Array(line.utf8).withUnsafeBufferPointer { try head.read($0) }
                }
            }
        }
        #expect(error?.code == .dataLengthExceedsMaximum)
    }

    @Test func linesBecomeFieldsWhateverTheirEndAndSpaces() {
        let text =
            "F:\r\n g\r\n \r\n\th\r\nA:1\r\nB :  2 \t\nC: x\r\n  y\r\n\tz\r\nnonsense\r\n:\r\nD: \u{E9}\r\nE:\r\n"
        let headers = HTTPHeaders(lines: Array(text.utf8))
        #expect(headers.map(\.name) == ["F", "A", "B", "C", "", "D", "E"])
        #expect(headers.map(\.value) == ["g h", "1", "2", "x y z", "", "é", ""])
    }

    @Test func aValueThatIsNotUTF8IsLatin1() {
        #expect(HTTPHeaders(lines: Array("A: caf".utf8) + [0xE9, 0x0D, 0x0A]) == ["A": "café"])
    }

    @Test func eachByteOfATagIsACharacter() {
        let lines: [[UInt8]] = [
            Array("eTag:  \"".utf8) + [0xE9, 0x22, 0x0D, 0x0A], Array("ETag: \"é\"\r\nA: é\n".utf8),
        ]
        #expect(HTTPHeaders(lines: lines[0] + lines[1]).map(\.value) == ["\"é\"", "\"\u{C3}\u{A9}\"", "é"])
    }

    @Test(arguments: [[], [10], [13, 10], [58, 10], [32, 10], [0, 58, 0, 10, 255, 58, 254]] as [[UInt8]])
    func anyBytesAreRead(bytes: [UInt8]) {
        #expect(HTTPHeaders(lines: bytes).count < 3)
    }

    @Test func nothingIsKnownBeforeAHead() {
        let head = CURLHead()
        #expect(head.status == 0 && !head.isComplete && !head.isMultiplexed && head.bodyLength == nil)
    }

    /// RFC 9110 §15.2: 1xx are interim, up to 199.
    @Test(arguments: [(100, true), (199, true), (200, false), (599, false)])
    func aClassOfStatusesIsInterim(status: Int, isInterim: Bool) throws {
        let (head, finals) = try read("HTTP/1.1 \(status) -\r\n", "\r\n")
        #expect(finals == (isInterim ? 0 : 1) && head.isComplete == !isInterim)
    }

    @Test func aHeadBehindTheFinalOneBelongsToAnotherResponse() {
        let error = #expect(throws: URLError.self) {
            try read("HTTP/1.1 200 OK\r\n", "\r\n", "X-Sum: 9\r\n", "HTTP/1.1 200 OK\r\n")
        }
        #expect(error?.code == .networkConnectionLost)
    }

    @Test func headsMayBeAsLargeAsTheirLimit() throws {
        let (first, last) = ("HTTP/1.1 200 OK\r\n", "\r\n")
        let rest = CURLHead.limit - first.utf8.count - last.utf8.count - 5
        for (size, isAllowed) in [(rest, true), (rest + 1, false)] {
            let lines = [first, "A: \(String(repeating: "a", count: size))\r\n", last]
            let result = Result {
                try lines.reduce(into: CURLHead()) { head, line in
                    _ = try Array(line.utf8).withUnsafeBufferPointer { try head.read($0) }
                }
            }
            #expect(((try? result.get().isComplete) ?? false) == isAllowed)
        }
    }
}
#endif
