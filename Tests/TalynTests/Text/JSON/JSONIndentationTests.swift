import Testing

@testable import Talyn

@Suite struct JSONIndentationTests {
    private func indented(_ text: String, limit: Int = .max, isCut: Bool = false) -> String? {
        JSONIndentation(Array(text.utf8), limit: limit, isCut: isCut).map { String(decoding: $0.output, as: UTF8.self) }
    }

    @Test(arguments: [
        (
            #"{"b":1,"a":[1,{"c":null}],"e":{},"f":[ ]}"#,
            "{\n  \"b\": 1,\n  \"a\": [\n    1,\n    {\n      \"c\": null\n    }\n  ],\n  \"e\": {},\n  \"f\": []\n}"
        ),
        ("[]", "[]"), ("[1]", "[\n  1\n]"), (#"{"a":"{[,:\"\\"}"#, "{\n  \"a\": \"{[,:\\\"\\\\\"\n}"),
        ("{\"n\": 1.10e5}", "{\n  \"n\": 1.10e5\n}"), ("[-1E+5]", "[\n  -1E+5\n]"),
    ])
    func everyMemberHasALine(_ text: String, _ lines: String) {
        #expect(indented(text) == lines)
    }

    @Test(arguments: [
        "", "1", "\"text\"", "{", "{]", "[1,]", "text {}", "{} {}", "[1", "[tru]", "[1 2]",
        "{1:2}", #"{"a" 1}"#, #"{"a":1,}"#, "[INFO] started", "{a: 1}", "[,]", "[}", "[\"\n\"]", "[1]]", #"["a]"#,
        "[nullx]", "[1x]", "[1_0]", "[x1]",
    ])
    func scalarsAndInvalidJSONAreNotIndented(_ text: String) {
        #expect(indented(text) == nil)
    }

    @Test func noMoreIsWrittenThanTheLimit() throws {
        let text = #"{"a": ["é€𝄞", 12345, true, {"b": null}], "c": "x"}"#
        let whole = try #require(indented(text))
        for limit in 0...whole.utf8.count {
            let cut = try #require(JSONIndentation(Array(text.utf8), limit: limit))
            let shown = String(decoding: cut.output, as: UTF8.self)
            #expect(cut.output.count <= limit && whole.hasPrefix(shown) && cut.output.count + 4 > limit, "\(limit)")
            #expect(String(bytes: Array(text.utf8)[..<cut.shown], encoding: .utf8) != nil)
        }
    }

    @Test(arguments: ["a", "é", #"\n"#, #"\\"#, #"\u00e9"#, #"\""#])
    func aLongStringLeavesRoomForTheMembersBehindIt(_ character: String) throws {
        for count in 300...306 {
            let text = #"{"image":"\#(String(repeating: character, count: count))x","id":7,"b":"y"}"#
            let shown = try #require(indented(text, limit: 256))
            #expect(
                shown.hasSuffix(" bytes more)\",\n  \"id\": 7,\n  \"b\": \"y\"\n}") && shown.utf8.count <= 256,
                "\(shown)")
            #expect((try? JSONValue(parsing: Data(shown.utf8))) != nil, "\(shown)")
            let read = try #require(indented(String(text.dropLast(8)), limit: 1_024, isCut: true))
            #expect(read.contains(" bytes more)\",\n  \"id\""), "\(read)")
        }
    }

    @Test func aLongStringOfEscapesShowsItsBeginning() throws {
        let text = #"["\n","\#(String(repeating: #"\uc548"#, count: 300))",7]"#
        let shown = try #require(indented(text, limit: 256))
        #expect(
            shown.hasPrefix("[\n  \"\\n\",\n  \"" + String(repeating: #"\uc548"#, count: 10))
                && shown.hasSuffix("\n  7\n]"))
        #expect((try? JSONValue(parsing: Data(shown.utf8))) != nil, "\(shown)")
        let bytes = [0x5B, 0x22] + [UInt8](repeating: 0x80, count: 400) + [0x22, 0x5D]
        #expect(JSONIndentation(bytes, limit: 256) != nil)
    }

    @Test func aLongStringOfADocumentThatFitsIsWhole() throws {
        let text = #"{"a":"\#(String(repeating: "a", count: 300))"}"#
        #expect(try #require(indented(text, limit: 400)).contains("bytes more") == false)
    }

    @Test func aDocumentThatIsCutAnywhereIsWrittenAsFarAsItGoes() throws {
        let text = #"{"a": ["é\n", -1.5e3, true, {}], "c": null}"#
        let bytes = Array(text.utf8)
        for end in 1..<bytes.count {
            let cut = try #require(JSONIndentation(Array(bytes[..<end]), isCut: true), "\(end)")
            #expect(cut.output.filter { $0 > 0x20 } == bytes[..<end].filter { $0 > 0x20 })
            #expect(JSONIndentation(Array(bytes[..<end])) == nil)
        }
    }

    @Test func depthIsNoWork() throws {
        let deep = [UInt8](repeating: 0x5B, count: 200_000)
        let cut = try #require(JSONIndentation(deep, limit: 4_096, isCut: true))
        #expect(cut.output.count == 4_096 && cut.shown < 100)
    }
}
