import Foundation
import Testing

@testable import Talyn

struct PartTests {
    private struct Meta: Encodable {
        var title = "a/b"
        var tags = ["x"]
        var note: String?
    }

    private enum Kind: String, QueryConvertible { case photo }

    private static func sent(_ part: Part) throws -> FormPart {
        let parts = try Route.form { part }.form().parts
        return try #require(parts.count == 1 ? parts[0] : nil)
    }

    @Test(arguments: [
        (Part("a", "me"), "me"), (Part("a", ""), ""), (Part("a", 1), "1"), (Part("a", -1.5), "-1.5"),
        (Part("a", true), "1"), (Part("a", Kind.photo), "photo"),
        (Part("a", "50 % + é\u{301}\r\n"), "50 % + é\u{301}\r\n"),
        (Part("a", Decimal(string: "1.50")), "1.5"),
        (Part("a", Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00Z"),
        (Part("a", URL(string: "https://a.b/c?d=e")), "https://a.b/c?d=e"), (Part("a", Data("raw".utf8)), "raw"),
        (Part("a", UInt64.max), "18446744073709551615"),
    ])
    func aScalarIsATextWithoutAType(part: Part, text: String) throws {
        let sent = try Self.sent(part)
        #expect(sent.text == text && sent.name == "a")
        #expect(sent.contentType == nil && sent.fileName == nil && sent.headers.isEmpty)
    }

    @Test func aSeparatedListIsOnePart() throws {
        #expect(try Self.sent(Part("ids", .separated([1, 2]))).text == "1,2")
        #expect(try Self.sent(Part("ids", .separated(["a b", "c"], by: "|"))).text == "a b|c")
    }

    @Test func aTextMayHaveAType() throws {
        #expect(try Self.sent(Part("a", "<b>", contentType: "text/html")).contentType == "text/html")
    }

    @Test func nilOmitsThePart() throws {
        let (text, data, file, stream, meta): (String?, Data?, URL?, BodyStream?, Meta?) = (nil, nil, nil, nil, nil)
        let form = try Route.form {
            Part("text", text)
            Part("number", Int?.none)
            Part("list", .separated([Int]?.none))
            Part("data", data: data, fileName: "a")
            Part("file", file: file)
            Part("stream", stream: stream)
            Part("meta", json: meta)
            Part.fields(["a": text, "b": 1])
        }.form()
        #expect(form.parts.map(\.name) == ["b"])
    }

    @Test func jsonIsEncodedByTheTargetsEncoder() throws {
        let sent = try Self.sent(Part("meta", json: Meta()))
        #expect(sent.text == #"{"tags":["x"],"title":"a/b"}"# && sent.contentType == "application/json")
        #expect(try Self.sent(Part("meta", json: ["b": 1, "a": ["x"]])).text == #"{"a":["x"],"b":1}"#)
        #expect(try Self.sent(Part("meta", json: [1, 2], fileName: "n.json")).fileName == "n.json")
        #expect(try Self.sent(Part("meta", json: "x").header("Content-Type", "a/b")).contentType == "a/b")

        struct Shouting: BodyEncoder {
            let contentType = "text/loud"
            func encode<Value: Encodable>(_ value: Value) throws -> Data { Data("LOUD".utf8) }
        }
        var probe = Probe(.form { Part("meta", json: 1) })
        probe.encoder = Shouting()
        let form = try #require(try probe.resolved().body.form)
        #expect(form["meta"]?.text == "LOUD" && form["meta"]?.contentType == "text/loud")
    }

    @Test func bytesHaveTheTypeOfTheirFileName() throws {
        let png = Data([0x89, 0, 0xFF])
        let sent = try Self.sent(Part("file", data: png, fileName: "me.PNG"))
        #expect(sent.data == png && sent.text == nil && sent.contentType == "image/png" && sent.fileName == "me.PNG")
        #expect(
            try Self.sent(Part("file", data: png, fileName: "me.tar.xyz")).contentType == "application/octet-stream")
        #expect(try Self.sent(Part("file", data: png, fileName: "me", contentType: "a/b")).contentType == "a/b")
        #expect(try Self.sent(Part("file", data: png)).contentType == nil)
        #expect(try Self.sent(Part("file", data: png, contentType: "a/b")).contentType == "a/b")
        #expect(try Self.sent(Part("file", data: Data())).length == 0)
    }

    @Test func aFileHasItsOwnNameUnlessAnotherIsGiven() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("clip.mov")
        try Data("movie".utf8).write(to: url)
        let sent = try Self.sent(Part("video", file: url))
        #expect(sent.fileName == "clip.mov" && sent.contentType == "video/quicktime" && sent.length == 5)
        #expect(sent.body == .file(url) && sent.data == nil)
        let named = try Self.sent(Part("video", file: url, fileName: "b.mp4"))
        #expect(named.fileName == "b.mp4" && named.contentType == "video/mp4")
        #expect(try Self.sent(Part("video", file: url, contentType: "a/b")).contentType == "a/b")
    }

    @Test func aStreamKeepsItsLength() throws {
        let stream = BodyStream("abc", length: 3)
        let sent = try Self.sent(Part("s", stream: stream, fileName: "s.txt"))
        #expect(sent.body == .stream(stream) && sent.length == 3 && sent.contentType == "text/plain")
        #expect(!sent.isRepeatable)
        #expect(try Self.sent(Part("s", stream: BodyStream("abc", isRepeatable: true))).isRepeatable)
    }

    @Test func fieldsHaveTheNamesAndTextsOfAQuery() throws {
        struct Search: Encodable {
            var user = ["name": "é & ü", "id": "1"]
            var tags = ["b", "a"]
            var flag = false
        }
        let form = try Route.form {
            Part.fields(["z": "1 2", "user": ["name": "x"], "tags": ["a", "b"]])
            Part.fields(encoding: Search())
            Part("list", [1, 2])
        }.form()
        #expect(
            form.parts.map { "\($0.name)=\($0.text ?? "")" } == [
                "z=1 2", "user[name]=x", "tags[]=a", "tags[]=b", "flag=0", "tags[]=b", "tags[]=a", "user[id]=1",
                "user[name]=é & ü", "list[]=1", "list[]=2",
            ])
        #expect(form.parts.allSatisfy { $0.contentType == nil })
    }

    @Test func headersFollowTheType() async throws {
        let part = Part("a", "b").header("X-A", "1").header("x-a", "2").header("content-type", "text/x").header(
            "X-B", "3"
        )
        .header("X-B", nil)
        let sent = try Self.sent(part)
        #expect(sent.contentType == "text/x" && sent.headers == ["X-A": "2"])
    }

    @Test func noDescriptionShowsAValue() throws {
        let url = URL(fileURLWithPath: "/\(canary).txt")
        let parts = [
            Part("n", canary), Part("n", json: canary), Part("n", data: Data(canary.utf8), fileName: canary),
            Part("n", file: url), Part("n", stream: BodyStream(canary), fileName: canary), .fields(["a": canary]),
            Part("n", 1).header("X", canary), Part("n", String?.none),
        ]
        for part in parts { #expect(!texts(of: part).contains(canary)) }
        #expect(parts.map(\.description).joined(separator: " ").contains("Part(n: 11 bytes)"))
        #expect(!texts(of: HTTPTask.multipart(parts)).contains(canary))
        #expect("\(HTTPTask.multipart(parts))" == "no query, a multipart form, declared as 8 parts")
    }
}
