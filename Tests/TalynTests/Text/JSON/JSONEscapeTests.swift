import Foundation
import Testing

@testable import Talyn

struct JSONEscapeTests {
    @Test(arguments: [
        #"{"a":"it's"}"#, #""\" \\ \/ \b \f \n \r \t \u00e9 \uD83D\uDE00 \uABCD""#, #"{"\\":"\\"}"#, #""\\'""#,
        #"["\\\\", "\\\""]"#, "null", " [1, 2.5e3]\n", #""日本語 😀""#, "",
    ])
    func aValidDocumentIsReturnedByteForByte(document: String) {
        #expect(repaired(document) == document)
    }

    @Test(arguments: [
        (#"{"t":"it\'s"}"#, #"{"t":"it's"}"#),
        (#"{"it\'s":1}"#, #"{"it's":1}"#),
        (#""\a\x41\0\(\)""#, #""ax410()""#),
        (#""\u12 \u123g \uXYZW \u""#, #""u12 u123g uXYZW u""#),
        (#""\u00e9\'\\\'""#, #""\u00e9'\\'""#),
        (#""\\\'\\'""#, #""\\'\\'""#),
        (#""\é\😀""#, #""é😀""#),
        ("\"\\\n\"", "\"\n\""),
        (#"["\'","\'"]"#, #"["'","'"]"#),
        (#""\U00e9\N\T""#, #""U00e9NT""#),
    ])
    func anInvalidEscapeLosesItsBackslash(document: String, expected: String) {
        #expect(repaired(document) == expected)
    }

    @Test(arguments: [#"\' outside"#, #"{\'a\': "b"}"#, #"["a"] \' \x"#])
    func aBackslashOutsideAStringStays(document: String) {
        #expect(repaired(document) == document)
    }

    @Test(arguments: [
        (#"{"a":"b\"#, #"{"a":"b\"#), (#""\\"#, #""\\"#), (#""\'"#, #""'"#), (#""\u00"#, #""u00"#), (#""\'\"#, #""'\"#),
        (#"\"#, #"\"#), (#"""#, #"""#), (#""\u"#, #""u"#),
    ])
    func aTruncatedDocumentLosesNothingElse(document: String, expected: String) {
        #expect(repaired(document) == expected)
    }

    @Test func bytesThatAreNotUTF8Stay() {
        let bytes: [UInt8] = [0x22, 0xFF, 0x5C, 0x27, 0xC3, 0x5C, 0x80, 0x5C, 0x6E, 0x22]
        #expect(Array(JSONEscape.repaired(Data(bytes))) == [0x22, 0xFF, 0x27, 0xC3, 0x80, 0x5C, 0x6E, 0x22])
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
    func wideTextIsLeftAlone(encoding: String.Encoding) throws {
        let data = try #require(#"{"a":"\n\'"}"#.data(using: encoding))
        #expect(JSONEscape.repaired(data) == data)
    }

    @Test func aSliceIsReadFromItsOwnStart() {
        let data = Data(#"xx"\'"yy"#.utf8)
        #expect(JSONEscape.repaired(data[2..<6]) == Data(#""'""#.utf8))
        #expect(JSONEscape.repaired(data.dropFirst(100)) == Data())
    }

    @Test func flickrsTextDecodesAfterRepair() throws {
        let body = Data(#"{"title":"Cat\'s \"eye\" \u2014 \/ ok","tags":"it\'s"}"#.utf8)
        #expect(throws: (any Error).self) { try JSONDecoder().decode([String: String].self, from: body) }
        let items = try JSONDecoder().decode([String: String].self, from: JSONEscape.repaired(body))
        #expect(items == ["title": "Cat's \"eye\" — / ok", "tags": "it's"])
    }

    @Test func theOutputOfAnEncoderIsNeverChanged() throws {
        var random = SplitMix(seed: 1)
        for _ in 0..<300 {
            let document = try JSONEncoder().encode(randomStrings(&random))
            #expect(JSONEscape.repaired(document) == document)
        }
    }

    @Test func charactersEscapedWithoutNeedDecodeAsThemselves() throws {
        var random = SplitMix(seed: 2)
        for _ in 0..<300 {
            let strings = randomStrings(&random)
            let written = strings.map { text in
                text.map { escaped($0, &random) }.joined()
            }
            let document = "[" + written.map { "\"\($0)\"" }.joined(separator: ",") + "]"
            let decoded = try JSONDecoder().decode([String].self, from: JSONEscape.repaired(Data(document.utf8)))
            #expect(decoded == strings)
        }
    }

    @Test func onlyBackslashesAreEverLost() {
        var random = SplitMix(seed: 3)
        let alphabet = Array(#"\\\\""'u0aF/n{}[]:, "#.utf8) + [0xFF, 0xC3, 0x0A]
        for _ in 0..<2000 {
            // Starts with a quote, so that there are strings; the prefixes of a document are covered too.
            let bytes =
                [UInt8.quote]
                + (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                }
            let once = JSONEscape.repaired(Data(bytes))
            #expect(once.filter { $0 != .backslash } == Data(bytes).filter { $0 != .backslash })
            #expect(JSONEscape.repaired(once) == once)
        }
    }

    private func repaired(_ document: String) -> String {
        String(decoding: JSONEscape.repaired(Data(document.utf8)), as: UTF8.self)
    }

    /// Returns strings of characters that matter for escaping.
    private func randomStrings(_ random: inout SplitMix) -> [String] {
        let alphabet: [Character] = [
            "\"", "\\", "/", "'", "u", "0", "a", "n", "x", " ", "\n", "\t", "é", "😀", "{", ",",
        ]
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in
            String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? " " })
        }
    }

    /// Returns a character as careless JSON may write it.
    private func escaped(_ character: Character, _ random: inout SplitMix) -> String {
        switch character {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        // Escaping these would change their meaning, at least before hex digits.
        case "u", "n": String(character)
        default: Bool.random(using: &random) ? "\\\(character)" : String(character)
        }
    }
}
