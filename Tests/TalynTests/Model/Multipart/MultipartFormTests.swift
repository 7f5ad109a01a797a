import Foundation
import Testing

@testable import Talyn

struct MultipartFormTests {
    private static func form(_ boundary: String = "b", @PartBuilder _ parts: () -> [Part]) throws -> MultipartForm {
        try Route.post("form").multipart(boundary: boundary, parts).form()
    }

    @Test func theBytesAreThoseOfTheStandard() async throws {
        let form = try Self.form("x-y") {
            Part("caption", "two\nlines")
            Part("file", data: Data([0x31, 0x0D, 0x0A]), fileName: "a \"b\".png").header("X-A", "1")
            Part("empty", "")
        }
        let expected = """
            --x-y\r
            Content-Disposition: form-data; name="caption"\r
            \r
            two\nlines\r
            --x-y\r
            Content-Disposition: form-data; name="file"; filename="a %22b%22.png"\r
            Content-Type: image/png\r
            X-A: 1\r
            \r
            1\r
            \r
            --x-y\r
            Content-Disposition: form-data; name="empty"\r
            \r
            \r
            --x-y--\r

            """
        #expect(try await form.text() == expected)
        #expect(form.length == Int64(expected.utf8.count))
        #expect(form.contentType == "multipart/form-data; boundary=x-y" && form.boundary == "x-y")
    }

    @Test func theLengthIsKnownIfThatOfEachPartIs() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("größe.bin")
        try Data(count: 300_000).write(to: url)
        let form = try Self.form {
            Part("é", "ü")
            Part("f", file: url)
            Part("s", stream: BodyStream("abc", "de", length: 5, isRepeatable: true))
        }
        #expect(try await BodyStream(form).collect(upTo: .max).count == Int(try #require(form.length)))
        #expect(try Self.form { Part("s", stream: BodyStream("abc")) }.length == nil)
    }

    @Test func aFormIsRepeatableIfEachPartIs() throws {
        #expect(try Self.form { Part("a", "b") }.isRepeatable)
        #expect(try Self.form { Part("s", stream: BodyStream("a", isRepeatable: true)) }.isRepeatable)
        let once = try Self.form {
            Part("a", "b")
            Part("s", stream: BodyStream("a"))
        }
        #expect(!once.isRepeatable && !Body.stream(BodyStream(once)).isRepeatable)
        #expect(once.partThatIsReadOnce == "part 2 ('s') of the form")
    }

    @Test func formsAreEqualByTheirPartsWhateverTheBoundary() throws {
        let one = try Self.form("x") { Part("a", "b") }
        let other = try Self.form("y") { Part("a", "b") }
        #expect(one == other && one.hashValue == other.hashValue)
        let (body, same) = (Body.stream(BodyStream(one)), Body.stream(BodyStream(other)))
        #expect(body == same && body.hashValue == same.hashValue)
        let twice = try Self.form {
            Part("a", "b")
            Part("a", "b")
        }
        let ordered = try Self.form {
            Part("a", "b")
            Part("c", "b")
        }
        let reversed = try Self.form {
            Part("c", "b")
            Part("a", "b")
        }
        #expect(Set([one, twice, ordered, reversed]).count == 4)
        #expect(body != .stream(BodyStream(twice)) && body != .stream(BodyStream("a")) && body != .none)
    }

    @Test func aStreamMayBeAnyOtherBeforeItIsSent() throws {
        func form(_ name: String, _ stream: BodyStream, more: Bool = false) throws -> MultipartForm {
            try Self.form {
                Part("a", 1)
                Part(name, stream: stream)
                if more { Part("b", 2) }
            }
        }
        let one = try form("s", BodyStream("a"))
        #expect(try one.isSameAsKnown(form("s", BodyStream("b"))) && one != form("s", BodyStream("a")))
        #expect(try !one.isSameAsKnown(form("t", BodyStream("a"))))
        let more = try form("s", BodyStream("a"), more: true)
        #expect(!one.isSameAsKnown(more) && !more.isSameAsKnown(one))
    }

    @Test func theLongestFormHas63Bits() throws {
        let rest = try #require(try Self.form { Part("s", stream: BodyStream("a", length: 0)) }.length)
        let longest = try Self.form { Part("s", stream: BodyStream("a", length: .max - rest)) }
        #expect(longest.length == .max)
        #expect(throws: RequestError.self) {
            try Self.form { Part("s", stream: BodyStream("a", length: .max - rest + 1)) }
        }
    }

    @Test func partsAreFoundByName() throws {
        let form = try Self.form {
            Part("a", 1)
            Part("b", 2)
            Part("a", 3)
        }
        #expect(form["a"]?.text == "1" && form["b"]?.text == "2" && form["c"] == nil)
        #expect(form.parts(named: "a").map(\.text) == ["1", "3"])
    }

    @Test func lookingAtAFormReadsNothing() async throws {
        let readings = Locked(0)
        let body = try Route.form { Part("s", stream: BodyStream("abc", readings: readings)) }.resolved().body
        #expect(body.form?.parts.map(\.name) == ["s"] && "\(body)" == "a form of 1 part")
        #expect(readings.withLock { $0 } == 0)
        guard case .stream(let stream) = body else {
            Issue.record("no stream")
            return
        }
        #expect(try await stream.collect(upTo: 1_000).count > 3)
    }

    @Test func aDescriptionShowsNoValue() throws {
        let form = try Self.form {
            Part("a", canary)
            Part("b", data: Data(canary.utf8), fileName: canary)
        }
        #expect("\(form)" == "a form of 2 parts, \(form.length ?? 0) bytes")
        #expect(!texts(of: form).contains(canary) && !texts(of: Body.stream(BodyStream(form))).contains(canary))
    }
}
