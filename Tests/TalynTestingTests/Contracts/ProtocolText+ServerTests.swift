import Foundation
import SharedFixtures
import Testing

@testable import Talyn
@testable import TalynTesting

/// The functions that split the text of received requests, each called with a combining mark after its delimiters.
@Suite struct ProtocolTextServerTests {
    @Test(arguments: requests, ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func aMarkHidesNoDelimiter(_ entry: EntryPoint, _ mark: String) throws {
        let (outcome, expected) = try entry.outcome(mark)
        #expect(outcome.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(outcome ?? "nil")")
    }

    /// Returns the request that the scripted server reads from bytes.
    private static func request(_ text: String) throws -> ReceivedRequest {
        var reader = RequestReader(connection: 1)
        reader.append(Data(text.utf8))
        var last: ReceivedRequest?
        while let event = reader.next() {
            switch event {
            case .head(let request), .request(let request): last = request
            }
        }
        return try #require(last)
    }

    static let requests: [EntryPoint] = [
        EntryPoint("a request line") { mark in
            let request = try request("GET \(mark)/a?\(mark)b HTTP/1.1\r\n\r\n")
            return ("\(request.method) \(request.path) \(request.version)", "GET \(mark)/a HTTP/1.1")
        },
        EntryPoint("a field of a request") { mark in
            let request = try request("GET / HTTP/1.1\r\nX-A:\(mark)b: \(mark)c\r\nX-B: \(mark)d\t\r\n\r\n")
            return (
                request.headers.fields.map { "\($0.name)→\($0.value)" }.joined(separator: "|"),
                "X-A→\(mark)b: \(mark)c|X-B→\(mark)d"
            )
        },
        EntryPoint("a chunk with an extension") { mark in
            let request = try request(
                "PUT / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n1;\(mark)a=b\r\nx\r\n0\r\nT:\(mark)1\r\n\r\n")
            return ("\(request.text) \(request.trailers["T"] ?? "")", "x \(mark)1")
        },
        EntryPoint("a coding of another name") { mark in
            let request = try request("PUT / HTTP/1.1\r\nTransfer-Encoding: chun\u{212A}ed\(mark)\r\n\r\n")
            return (request.problem ?? "whole", "whole")
        },
    ]
}
