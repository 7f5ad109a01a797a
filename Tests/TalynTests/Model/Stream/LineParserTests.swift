import Foundation
import Testing

@testable import Talyn

@Suite struct LineParserTests {
    private func lines(_ chunks: [Data]) -> [String] {
        var (parser, lines) = (LineParser(), [String]())
        for chunk in chunks {
            parser.append(chunk)
            while let line = parser.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        if let last = parser.takeOpenLine() { lines.append(String(decoding: last, as: UTF8.self)) }
        return lines
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\r", ["a", "b"]), ("a\r\r\nb", ["a", "", "b"]), ("a\n\rb", ["a", "", "b"]), ("\r\n\r\n", ["", ""]),
        ("a\rb\nc", ["a", "b", "c"]), ("a\r\n\nb", ["a", "", "b"]),
        ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", [""]),
        ("é\u{301}\n😀\u{85}\u{2028}x\n", ["é\u{301}", "😀\u{85}\u{2028}x"]),
    ])
    func linesAreTheSameHoweverTheBytesAreCut(text: String, expected: [String]) {
        let bytes = Data(text.utf8)
        #expect(lines([bytes]) == expected)
        #expect(lines(bytes.map { Data([$0]) }) == expected)
        for cut in 0...bytes.count { #expect(lines([bytes.prefix(cut), Data(), bytes.dropFirst(cut)]) == expected) }
    }

    @Test func withoutNewBytesThereIsNoLine() {
        var parser = LineParser()
        #expect(parser.next() == nil && parser.takeOpenLine() == nil)
        parser.append(Data("ab".utf8))
        #expect(parser.next() == nil && parser.next() == nil && parser.openLineSize == 2)
        #expect(parser.takeOpenLine() == Data("ab".utf8) && parser.takeOpenLine() == nil)
    }

    @Test func aLineIsCompleteAtItsCarriageReturn() {
        var parser = LineParser()
        parser.append(Data("a\r".utf8))
        #expect(parser.next() == Data("a".utf8))
        #expect(parser.next() == nil && parser.openLineSize == 0)
        parser.append(Data("\nb\n".utf8))
        #expect(parser.next() == Data("b".utf8))
    }
}
