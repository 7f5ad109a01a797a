import Foundation
import Testing

@testable import Talyn

struct MultipartFormEncodeTests {
    private struct Deep: Encodable {
        let depth: Int
        func encode(to encoder: any Encoder) throws {
            guard depth > 0 else { return }
            var container = encoder.container(keyedBy: JSONValue.Step.self)
            try container.encode(Deep(depth: depth - 1), forKey: .key("a"))
        }
    }

    private struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                canary, .init(codingPath: [JSONValue.Step.key("x")], debugDescription: canary))
        }
    }

    private static func encoded(_ parts: [Part], _ numbers: [UInt64]) throws -> MultipartForm {
        var numbers = numbers[...]
        return try MultipartForm(encoding: parts, boundary: nil, by: JSONEncoder.talyn, .standard) {
            numbers.removeFirst()
        }
    }

    private static let file = "the file to send"

    @Test(
        arguments: [
            ([], "the form has no part (RFC 2046 §5.1.1); parts whose value is nil or an empty list are omitted"),
            (
                [Part("a", String?.none)],
                "the form has no part (RFC 2046 §5.1.1); parts whose value is nil or an empty list are omitted"
            ),
            ([Part("a", 1), Part("", 2)], "part 2 of the form cannot be sent: its name is empty"),
            ([.fields(["": 1])], "part 1 of the form cannot be sent: its name is empty"),
            (
                [Part("a", data: Data(), contentType: "a/b\r\nX: y")],
                "part 1 ('a') of the form cannot be sent: header 'Content-Type' contains a line break (U+000D) at position 4; "
                    + "header values cannot (RFC 9110 §5.5)"
            ),
            (
                [Part("a", 1).header("X-A", "b\u{0}")],
                "part 1 ('a') of the form cannot be sent: header 'X-A' contains a control character (U+0000) at position 2; "
                    + "header values cannot (RFC 9110 §5.5)"
            ),
            (
                [Part("a", 1).header("X A", "b")],
                "part 1 ('a') of the form cannot be sent: a header name is not a token (RFC 9110 §5.1): X…"
            ),
            (
                [Part("a", 1).header("content-disposition", "b")],
                "part 1 ('a') of the form cannot be sent: its Content-Disposition is written by the form"
            ),
            ([Part("a", Double.nan)], "part 1 ('a') of the form cannot be sent: a value cannot be encoded at a"),
            (
                [Part("x", 1), Part("a", json: Unencodable())],
                "part 2 ('a') of the form cannot be sent: a value cannot be encoded at x"
            ),
            (
                [.fields(encoding: Deep(depth: 80))],
                "part 1 of the form cannot be sent: a query value is nested more than 64 levels deep"
            ),
            (
                [Part("a", file: URL(string: "https://example.com/CANARY"))],
                "part 1 ('a') of the form cannot be sent: its URL is not a file URL"
            ),
            (
                [Part("a", stream: BodyStream("a", length: -1))],
                "part 1 ('a') of the form cannot be sent: its stream declares a negative length"
            ),
            (
                [Part("a", stream: BodyStream("a", length: .max))], "the form is longer than 2^63 bytes"
            ),
            ([Part("a", "1--b2")], "part 1 ('a') of the form cannot be sent: it contains the boundary of the form"),
        ] as [([Part], String)])
    func aPartThatCannotBeSentFailsTheCallByItsPositionAndName(parts: [Part], reason: String) {
        let error = #expect(throws: RequestError.self) {
            try Route.post("a").multipart(parts, boundary: "b").resolved()
        }
        #expect(error?.category == .invalidRequest)
        #expect(error.map { texts(of: $0).contains(reason) } == true, "\(error.map { "\($0)" } ?? "")")
        #expect(error.map { texts(of: $0).contains("CANARY") } == false)
    }

    @Test(
        arguments: [
            ("a", "/no/such/CANARY", .fileDoesNotExist, "('a') of the form cannot be sent: \(file) does not exist"),
            ("a\"\n", "/tmp", .fileIsDirectory, "('a%22%0A') of the form cannot be sent: \(file) is a directory"),
            (
                "a", "/dev/null", .noPermissionsToReadFile,
                "('a') of the form cannot be sent: \(file) is not a regular file"
            ),
        ] as [(String, String, URLError.Code, String)])
    func aFileThatCannotBeReadFailsTheCallAsSuch(
        name: String, path: String, code: URLError.Code, reason: String
    ) async throws {
        let route = Route.post("a").multipart { Part(name, file: URL(fileURLWithPath: path)) }
        let stubs = StubTransport()
        let called = await Provider<Probe>(transport: stubs, plugins: [.retry()]).result(Probe(route)).thrown
        let made = #expect(throws: RequestError.self) { try route.resolved() }
        let task = HTTPTask.multipart { Part(name, file: URL(fileURLWithPath: path)) }
        let byHand = #expect(throws: RequestError.self) { try Endpoint(.post, url: Probe.host, task: task) }
        for error in [called, made, byHand] {
            let error = try #require(error)
            #expect(error.category == .file && error.urlError?.code == code)
            #expect(texts(of: error).contains("part 1 \(reason)") && !texts(of: error).contains("CANARY"))
            #expect(error.localizedDescription == "A file cannot be read or written.")
        }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func aMethodWithoutABodyCannotCarryAForm(method: HTTPMethod) throws {
        let error = #expect(throws: RequestError.self) {
            try Route(method, "a", task: .multipart { Part("a", 1) }).resolved()
        }
        #expect(error.map { "\($0)".contains("\(method) cannot carry a body (RFC 9110 §9.3.1)") } == true)
    }

    @Test func aBoundaryIsRandomAndValid() throws {
        let route = Route.post("a").multipart { Part("a", 1) }
        let boundaries = try (0..<20).map { _ in try route.form().boundary }
        #expect(Set(boundaries).count == 20)
        for boundary in boundaries {
            #expect(boundary.utf8.count == 42)
            _ = try FormBoundary(boundary)
        }
        #expect(try Self.encoded([Part("a", 1)], [0, .max]).boundary == "TalynForm-0000000000000000ffffffffffffffff")
    }

    @Test func aBoundaryThatOccursInAPartIsReplaced() throws {
        let taken = "TalynForm-00000000000000010000000000000002"
        let parts = [Part("a", 1), Part("b", data: Data("xx\r\n--\(taken)".utf8))]
        #expect(try Self.encoded(parts, [1, 2, 3, 4]).boundary == "TalynForm-00000000000000030000000000000004")
    }
}
