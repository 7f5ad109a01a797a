import Testing

@testable import Talyn

@Suite struct TextEditsTests {
    private func applied(_ edits: [(Range<Int>, String)], to text: String = "0123456789") -> String {
        var all = TextEdits()
        for (range, replacement) in edits { all.add(range, Array(replacement.utf8)) }
        return String(decoding: all.applied(to: Array(text.utf8)[...]), as: UTF8.self)
    }

    @Test func editsAreMadeInTheOrderOfTheirPlaces() {
        #expect(applied([]) == "0123456789")
        #expect(applied([(7..<8, "b"), (0..<2, "aaa"), (9..<10, "")]) == "aaa23456b8")
    }

    @Test func adjacentEditsAreNotMerged() {
        #expect(applied([(2..<4, "a"), (4..<6, "b")]) == "01ab6789")
    }

    @Test func overlappingEditsAreOnePlaceholder() {
        #expect(applied([(2..<5, "a"), (4..<7, "b")]) == "01REDACTED789")
        #expect(applied([(2..<5, "a"), (4..<7, "b"), (6..<9, "c")]) == "01REDACTED9")
    }

    @Test func theOuterOneCounts() {
        #expect(applied([(4..<5, "inner"), (2..<7, "outer")]) == "01outer789")
        #expect(applied([(2..<4, "inner"), (2..<7, "outer"), (5..<7, "inner")]) == "01outer789")
    }

    @Test func aPlaceMovesWithTheEditsBeforeIt() {
        var edits = TextEdits()
        edits.add(2..<4, Array("abcd".utf8))
        edits.add(6..<9, [])
        #expect((0...10).map(edits.position) == [0, 1, 2, 2, 6, 7, 8, 8, 8, 8, 9])
    }

    @Test func theIndicesAreThoseOfTheSlice() {
        var edits = TextEdits()
        edits.add(4..<6, Array("x".utf8))
        #expect(edits.applied(to: Array("0123456789".utf8)[3..<8]) == Array("3x67".utf8))
    }
}
