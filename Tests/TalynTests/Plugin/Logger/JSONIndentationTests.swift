import Testing

@testable import Talyn

@Suite struct JSONIndentationTests {
    @Test(arguments: [
        (
            #"{"b":1,"a":[1,{"c":null}],"e":{},"f":[ ]}"#,
            "{\n  \"b\": 1,\n  \"a\": [\n    1,\n    {\n      \"c\": null\n    }\n  ],\n  \"e\": {},\n  \"f\": []\n}"
        ),
        ("[]", "[]"), ("[1]", "[\n  1\n]"), (#"{"a":"{[,:\"\\"}"#, "{\n  \"a\": \"{[,:\\\"\\\\\"\n}"),
        ("{\"n\": 1.10e5}", "{\n  \"n\": 1.10e5\n}"),
    ])
    func everyMemberHasALine(_ text: String, _ lines: String) {
        #expect(JSONIndentation.indented(text) == lines)
    }

    @Test(arguments: ["", "1", "\"text\"", "{", "{]", "[1,]", "text {}", "{} {}"])
    func whatIsNoObjectOrArrayIsLeftAlone(_ text: String) {
        #expect(JSONIndentation.indented(text) == nil)
    }
}
