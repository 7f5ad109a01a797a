import Foundation
import Testing

@testable import Talyn

struct FormPartTests {
    private static func head(_ name: String, fileName: String? = nil) -> String {
        String(decoding: FormPart(name: name, fileName: fileName, data: Data()).head("b"), as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\rb\nc", "a%0Db%0Ac"),
        ("50%22 %0A", "50%22 %0A"), ("a\\b;c=d, e'", "a\\b;c=d, e'"), ("größe 😀", "größe 😀"), ("e\u{301}", "e\u{301}"),
        ("\"\u{301}x", "%22\u{301}x"), ("\n\u{308}", "%0A\u{308}"), ("tab\t", "tab\t"), ("[0].a", "[0].a"),
    ])
    func onlyQuotesAndLineBreaksAreEscaped(name: String, escaped: String) {
        let expected = "--b\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n\r\n"
        #expect(Array(Self.head(name, fileName: name).utf8) == Array(expected.utf8))
    }

    @Test func typeAndHeadersFollowTheDisposition() {
        let part = FormPart(name: "a", fileName: "", contentType: "text/x", headers: ["X-A": "1"], data: Data("c".utf8))
        let expected =
            "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\"\r\nContent-Type: text/x\r\nX-A: 1\r\n\r\n"
        #expect(String(decoding: part.head("b"), as: UTF8.self) == expected)
    }

    @Test func partsAreEqualByEverythingThatIsSent() {
        let stream = BodyStream("a")
        let different = [
            FormPart(name: "a", data: Data("x".utf8)), FormPart(name: "b", data: Data("x".utf8)),
            FormPart(name: "a", data: Data("y".utf8)), FormPart(name: "a", fileName: "f", data: Data("x".utf8)),
            FormPart(name: "a", fileName: "", data: Data("x".utf8)),
            FormPart(name: "a", contentType: "a/b", data: Data("x".utf8)),
            FormPart(name: "a", headers: ["X": "1"], data: Data("x".utf8)),
            FormPart(name: "a", source: .stream(stream)), FormPart(name: "a", source: .stream(BodyStream("a"))),
            // Equal as Characters, not as bytes.
            FormPart(name: "\u{E9}", data: Data()), FormPart(name: "e\u{301}", data: Data()),
        ]
        for (index, left) in different.enumerated() {
            for (other, right) in different.enumerated() { #expect((left == right) == (index == other)) }
        }
        #expect(Set(different).count == different.count)
        #expect(FormPart(name: "a", source: .stream(stream)) == FormPart(name: "a", source: .stream(stream)))
    }

    @Test func aPartIsTextOnlyIfItWasDeclaredAsText() throws {
        let form = try Route.form {
            Part("text", "a")
            Part("number", 1)
            Part("json", json: [1])
            Part.fields(["field": 2])
            Part("value", Data("a".utf8))
            Part("data", data: Data("a".utf8))
            Part("stream", stream: BodyStream("a"))
        }.form()
        let texts = form.parts.filter(\.isText).map(\.name)
        #expect(texts == ["text", "number", "json", "field"])
        #expect(!FormPart(name: "a", data: Data("a".utf8)).isText)
    }

    @Test func aDescriptionHasNameTypeAndSize() {
        let part = FormPart(
            name: "a\"\n", fileName: canary, contentType: "image/png; x=\(canary)", headers: ["X": canary],
            data: Data(canary.utf8))
        #expect("\(part)" == "a%22%0A: image/png, 11 bytes")
        #expect(!texts(of: part).contains(canary))
        #expect("\(FormPart(name: String(repeating: "n", count: 90), data: Data()))".utf8.count < 90)
    }
}
