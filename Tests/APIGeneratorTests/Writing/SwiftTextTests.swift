import Testing

@testable import APIGenerator

struct SwiftTextTests {
    @Test(arguments: [
        ("plain", #""plain""#), ("a\"b", #""a\"b""#), ("\\(x)", #""\\(x)""#), ("a\nb\t", #""a\nb\t""#),
        ("\u{0}", #""\u{0}""#), ("\u{2028}", #""\u{2028}""#), ("é", "\"é\""),
    ])
    func literalIsEscaped(_ text: String, _ literal: String) {
        #expect(SwiftText.literal(text) == literal)
    }

    @Test func valuesThatDoNotFitHaveLinesOfTheirOwn() {
        var text = SwiftText()
        text.call("case a", ["b: Int"])
        text.call("case a", (0..<6).map { "aLongNameOfAValue\($0): String" })
        #expect(
            text.lines == [
                "case a(b: Int)", "case a(",
                "    aLongNameOfAValue0: String, aLongNameOfAValue1: String, aLongNameOfAValue2: String, aLongNameOfAValue3: String,",
                "    aLongNameOfAValue4: String, aLongNameOfAValue5: String", ")",
            ])
    }

    @Test func commentIsFilled() {
        var text = SwiftText()
        text.documentation(["", "One line\u{7} */ of it.", "", String(repeating: "word ", count: 30), ""])
        #expect(text.lines[0] == "/// One line * / of it." && text.lines[1] == "///" && text.lines.count == 4)
        #expect(text.lines.allSatisfy { $0.utf16.count <= 120 })
    }
}
