import Foundation
import Testing

@testable import Talyn

@Suite struct ProtocolTextTests {
    /// Scalars that join the preceding Character.
    static let marks = ["", "\u{301}", "\u{200D}", "\u{FE0F}"]

    @Test(arguments: marks)
    func aDelimiterIsFoundWhateverStandsBehindIt(_ mark: String) throws {
        let text = "a:\(mark)b:\(mark)c"
        #expect(text.contains(bytes: ":"))
        #expect(bytes(of: text.split(atBytes: ":")) == bytes(of: ["a", "\(mark)b", "\(mark)c"]))
        #expect(bytes(of: [text.prefix(beforeBytes: ":")]) == bytes(of: ["a"]))
        let first = try #require(text.cut(atBytes: ":"))
        #expect(bytes(of: [first.head, first.tail]) == bytes(of: ["a", "\(mark)b:\(mark)c"]))
        let last = try #require(text.cut(atLast: ":"))
        #expect(bytes(of: [last.head, last.tail]) == bytes(of: ["a:\(mark)b", "\(mark)c"]))
        #expect(text.replacing(bytes: ":", with: "%3A").isSame(bytes: "a%3A\(mark)b%3A\(mark)c"))
        #expect(":\(mark)a".hasPrefix(bytes: ":") && "a:".hasSuffix(bytes: ":"))
        #expect("::\(mark)a".dropping(leading: ":").isSame(bytes: "\(mark)a"))
        #expect(" \t \(mark)a \t".trimmed.isSame(bytes: "\(mark)a"))
    }

    @Test(arguments: [
        ("", "/", [""]), ("/", "/", ["", ""]), ("a", "/", ["a"]), ("a//b", "/", ["a", "", "b"]),
        ("a\r\nb\nc\r\n", "\r\n", ["a", "b\nc", ""]), ("a\r\nb", "\n", ["a\r", "b"]), ("a::::b", "://", ["a::::b"]),
        ("aaa", "aa", ["", "a"]), ("aab", "ab", ["a", ""]), ("a", "", ["a"]),
    ])
    func piecesStandBetweenDelimiters(_ text: String, _ delimiter: String, _ pieces: [String]) {
        #expect(bytes(of: text.split(atBytes: delimiter)) == bytes(of: pieces))
        #expect(text.replacing(bytes: delimiter, with: "-").isSame(bytes: pieces.joined(separator: "-")))
    }

    @Test func everyByteHasItsClass() {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for byte in UInt8.min ... .max {
            #expect(byte.isHexDigit == "0123456789abcdefABCDEF".utf8.contains(byte))
            #expect(byte.isDigit == "0123456789".utf8.contains(byte))
            #expect(byte.isLower == letters.utf8.contains(byte))
            #expect(byte.isUpper == letters.uppercased().utf8.contains(byte))
            #expect(byte.isSpace == " \t\n\u{0B}\u{0C}\r".utf8.contains(byte))
            #expect(byte.isLetter == (letters + letters.uppercased()).utf8.contains(byte))
            #expect(byte.isJSONSpace == " \t\n\r".utf8.contains(byte))
            #expect(byte.isLineEnd == "\r\n".utf8.contains(byte))
            let isBase64URL = "\(letters)\(letters.uppercased())0123456789-_".utf8.contains(byte)
            #expect(byte.isBase64URL == isBase64URL)
            #expect(byte.isTokenCharacter == (isBase64URL || ".~+/=".utf8.contains(byte)))
            #expect(byte.isNameCharacter == (isBase64URL || ".[]$".utf8.contains(byte) || byte >= 0x80))
            #expect(byte.endsAuthority == "/?#".utf8.contains(byte))
            #expect(byte.lowercased == (byte.isUpper ? byte + 0x20 : byte))
        }
    }

    @Test func bytesAreFoundAndTrimmedWithinASlice() {
        let slice = Array("--a-b--".utf8)[1..<6]
        #expect(slice.position(of: UInt8(ascii: "-")) == 1 && slice.position(of: UInt8(ascii: "b")) == 4)
        #expect(slice.position(of: UInt8(ascii: "x")) == nil && slice[5...].position(of: UInt8(ascii: "-")) == 5)
        #expect(slice[6...].position(of: UInt8(ascii: "-")) == nil)
        let trimmed = slice.trimming { $0 == UInt8(ascii: "-") }
        #expect(trimmed.startIndex == 2 && Array(trimmed) == Array("a-b".utf8))
        #expect(slice.trimming { _ in true }.isEmpty && slice.trimming { _ in false } == slice)
    }

    @Test(arguments: [
        ("abc", "abc", true), ("abc", "ab", true), ("abc", "", true), ("", "", true), ("", "a", false),
        ("ab", "abc", false), ("abc", "bc", false), ("ABC", "ab", false), ("abc", "AB", false),
    ])
    func aTextBeginsWithBytesOrNot(_ text: String, _ prefix: String, _ begins: Bool) {
        #expect(text.hasPrefix(bytes: prefix) == begins && text.utf8.hasPrefix(bytes: prefix) == begins)
        #expect(Array(text.utf8)[...].hasPrefix(bytes: prefix) == begins)
        let reversed = (String(text.reversed()), String(prefix.reversed()))
        #expect(reversed.0.hasSuffix(bytes: reversed.1) == begins)
    }

    @Test func onlyALowerCasePrefixIsFoundWithoutCase() {
        #expect("AbC".utf8.hasPrefix(bytes: "abc", ignoringCase: true))
        #expect(!"abc".utf8.hasPrefix(bytes: "ABC", ignoringCase: true))
        #expect(!"a\r".utf8.hasPrefix(bytes: "a-", ignoringCase: true))
    }

    @Test func aPartOfATextIsTakenApartLikeTheWhole() throws {
        let part = "x a=b=c y".dropFirst(2).dropLast(2)
        let (head, tail) = try #require(part.cut(atBytes: "="))
        #expect(head == "a" && tail == "b=c")
        #expect(part.cut(atLast: "=")?.head == "a=b" && part.cut(atLast: "/") == nil && part.cut(atBytes: "y") == nil)
        #expect(part.split(atBytes: "=") == ["a", "b", "c"])
    }

    @Test(arguments: [("", ""), (" ", ""), ("a b", "a b"), ("\t a", "a"), ("a \t", "a"), ("\u{A0}a\n", "\u{A0}a\n")])
    func onlySpacesAndTabsAreTrimmed(_ text: String, _ trimmed: String) { #expect(text.trimmed == trimmed) }

    @Test func onlyASCIILettersHaveACase() {
        #expect("ÄKI-09@[`{".asciiLowercased == "Äki-09@[`{")
        #expect("\u{212A}".asciiLowercased.isSame(bytes: "\u{212A}"))
        #expect("MultiPart/x".hasPrefix(bytes: "multipart/", ignoringCase: true))
        #expect(!"MultiPart/x".hasPrefix(bytes: "multipart/") && !"mult".hasPrefix(bytes: "multipart/"))
        #expect(!"\u{212A}".hasPrefix(bytes: "k", ignoringCase: true))
    }

    @Test(arguments: [
        ("", ""), ("abcd", "abcd"), ("abcde", "abc…"), ("a\u{301}bc", "a\u{301}bc"),
        ("a\u{301}\u{301}\u{301}\u{301}", "a\u{301}\u{301}…"), ("a\r\nbc", "a\r\n…"),
    ])
    func aTextIsCutByItsScalars(_ text: String, _ cut: String) { #expect(text.cut(to: 4).isSame(bytes: cut)) }

    @Test func canonicallyEquivalentTextIsAnotherText() {
        // The Greek question mark and varia are canonically equivalent to ";" and "`".
        #expect(!"a\u{37E}b".contains(bytes: ";") && !"\u{1FEF}".hasPrefix(bytes: "`"))
        #expect(!"é".isSame(bytes: "e\u{301}"))
    }

    @Test(arguments: [["b", "a", "", "aa"], ["\u{E9}]", "e\u{301}"], ["Z", "a", "\u{E9}", "z"]])
    func textsAreSortedByTheirBytes(_ texts: [String]) {
        let sorted = bytes(of: texts.sortedByBytes())
        #expect(sorted == bytes(of: texts.reversed().sortedByBytes()))
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }
}

/// Returns the bytes of texts, because `==` accepts canonically equivalent text.
func bytes(of texts: [some StringProtocol]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
