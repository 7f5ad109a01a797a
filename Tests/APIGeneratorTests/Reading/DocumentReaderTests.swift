import Foundation
import Testing

@testable import APIGenerator

/// Documents as a whole: encodings, markers, anchors and limits.
struct DocumentReaderTests {
    @Test(arguments: [
        ("\u{FEFF}a: 1", #"{"a":1}"#), ("a: 1\r\nb: |\r\n  x\r\n  y\r\n", #"{"a":1,"b":"x\ny\n"}"#),
        ("a: 1\rb: 2\r", #"{"a":1,"b":2}"#), ("\r\n\r\n- 1\r\n\r\n- 2", "[1,2]"), ("a: \"x\r\n  y\"", #"{"a":"x y"}"#),
        ("\u{85}", "\"\u{85}\""), ("a: x\u{2028}y", "{\"a\":\"x\u{2028}y\"}"),
    ])
    func byteOrderMarkAndLineBreaksAreNoText(_ text: String, _ expected: String) { #expect(json(text) == expected) }

    @Test(arguments: [
        ("---\na: 1\n...\n", #"{"a":1}"#), ("--- x", #""x""#), ("--- |\nx\n", #""x\n""#), ("--- # comment\n- 1", "[1]"),
        ("%YAML 1.2\n---\na: 1", #"{"a":1}"#), ("# first\n%YAML 1.2\n%TAG ! x\n# second\n--- !x {}\n", "{}"),
        ("x\n... # comment\n# comment\n", #""x""#), ("...a", #""...a""#), ("---a", #""---a""#),
        ("- ---\n- ...", #"["---","..."]"#),
        ("null", "null"), ("--- ~", "null"), ("--- ''", #""""#), ("x\n...\n...\n", #""x""#),
    ])
    func markersAndDirectivesAreNoText(_ text: String, _ expected: String) { #expect(json(text) == expected) }

    @Test(arguments: ["", "\n", " ", "# comment", "---", "---\n...\n", "\u{FEFF}", "\t", "...", "%YAML 1.2\n---\n"])
    func emptyDocumentIsAFault(_ text: String) { #expect(json(text).contains("the document is empty")) }

    @Test(arguments: [
        ("a: 1\n---\nb: 2", "line 2, column 1"), ("x\n---\n", "line 2, column 1"),
        ("--- x\n...\ny", "line 3, column 1"),
        ("- 1\n...\n---\n- 2", "line 3, column 1"), ("\"x\"\n---\n\"y\"", "line 2, column 1"),
    ])
    func secondDocumentIsAFault(_ text: String, _ place: String) {
        #expect(json(text) == "\(place): a second document begins; a file may hold only one")
    }

    @Test(
        arguments: [
            (
                [0xFF, 0xFE, 0x61, 0x00],
                "line 1, column 1: the document is UTF-16, UTF-32 or no text; save it as UTF-8"
            ),
            (
                [0x00, 0x61, 0x00, 0x3A],
                "line 1, column 1: the document is UTF-16, UTF-32 or no text; save it as UTF-8"
            ),
            ([0x61, 0x0A, 0x62, 0xC3, 0x62], "line 2, column 2: a byte is not UTF-8; save the document as UTF-8"),
            ([0x61, 0xC3], "line 1, column 2: a byte is not UTF-8; save the document as UTF-8"),
            ([0xED, 0xA0, 0x80], "line 1, column 1: a byte is not UTF-8; save the document as UTF-8"),
        ] as [([UInt8], String)])
    func otherEncodingsAreFaults(_ bytes: [UInt8], _ fault: String) {
        #expect(throws: ReadingFault.self) { try DocumentReader.read(Data(bytes)) }
        do throws(ReadingFault) { _ = try DocumentReader.read(Data(bytes)) } catch { #expect("\(error)" == fault) }
    }

    @Test(arguments: ["a: 1\r\nb: x\0y", "a: 1\nb: x\u{1B}y", "a: 1\n#  x\u{7}", "a: 1\n'  x\u{C}'"])
    func controlCharactersAreFaults(_ text: String) {
        #expect(json(text).contains("line 2, column 5: the control character U+00"))
    }

    @Test(arguments: [
        ("a: &x 1\nb: *x", #"{"a":1,"b":1}"#),
        ("- &x [1, &y {a: b}]\n- *x\n- *y", #"[[1,{"a":"b"}],[1,{"a":"b"}],{"a":"b"}]"#),
        ("a: &x\nb: *x", #"{"a":null,"b":null}"#), ("[&x , *x]", "[null,null]"), ("&x a: *x", #"{"a":"a"}"#),
        ("- &x a\n- *x : b", #"["a",{"a":"b"}]"#), ("- &x 1\n- &x 2\n- *x", "[1,2,2]"), ("&x\na: 1", #"{"a":1}"#),
        ("a: &x\n  b: 1\nc: *x", #"{"a":{"b":1},"c":{"b":1}}"#), ("a: &x !!str 1\nb: *x", #"{"a":"1","b":"1"}"#),
        ("a: !!str &x\n  1\nb: *x", #"{"a":"1","b":"1"}"#), ("a: &x |\n  t\nb: *x", #"{"a":"t\n","b":"t\n"}"#),
        ("- &x:y 1\n- *x:y", "[1,1]"), ("a: &x\n- 1\nb: *x # comment", #"{"a":[1],"b":[1]}"#),
    ])
    func aliasIsTheNodeOfTheLastAnchorBeforeIt(_ text: String, _ expected: String) { #expect(json(text) == expected) }

    @Test(arguments: [
        ("a: *x", "line 1, column 4: the alias *x has no anchor before it"),
        ("a: &x [1, *x]", "line 1, column 11: the alias *x stands within its own anchor"),
        ("&x\na: *x", "line 2, column 4: the alias *x stands within its own anchor"),
        ("- &x 1\n- &x {a: *x}", "line 2, column 10: the alias *x stands within its own anchor"),
        ("a: &x &y 1", "line 1, column 7: a value has two anchors"),
        ("a: !a !b 1", "line 1, column 7: a value has two tags"),
        ("- &x 1\n- &y *x", "line 2, column 6: an alias has an anchor or a tag"),
        ("a: & 1", "line 1, column 4: an anchor has no name"),
        ("- &x 1\n- *x 2", "line 2, column 6: something stands behind the end of a value"),
        ("a: !!str\"x\"", "line 1, column 4: a blank is missing behind the tag"),
    ])
    func wrongAnchorIsAFaultWithItsPlace(_ text: String, _ fault: String) { #expect(json(text) == fault) }

    @Test func aliasesCountAsManyNodesAsTheirAnchors() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
        }
        #expect(json(text) == "line 7, column 45: the document has over 10000000 values, with those of aliases")
    }

    @Test func aliasesCountForTheDepth() {
        var text = "a0: &a0 [x]\n"
        for level in 1...300 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
        // The mapping, and 256 lists.
        #expect(json(text) == "line 256, column 14: collections are nested more than 256 deep")
        let deep = String(repeating: "[", count: 254) + String(repeating: "]", count: 254)
        #expect(json("a: &x \(deep)\nb: [*x]") == #"{"a":\#(deep),"b":[\#(deep)]}"#)
        #expect(json("a: &x \(deep)\nb: [[*x]]").contains("nested more than 256 deep"))
    }

    /// Each form of nesting, at the deepest level and one below it.
    @Test func deepestDocumentsNeedNoMoreThanASmallStack() async throws {
        @Sendable func lines(_ count: Int, _ line: (String) -> String) -> String {
            (0..<count).map { line(String(repeating: " ", count: $0)) }.joined()
        }
        @Sendable func around(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
        }
        let most = DocumentReader.maxDepth
        let forms: [@Sendable (Int) -> String] = [
            { around($0, "[", "]") }, { around($0, "{a: ", "}") }, { around($0, "{\"a\":", "}") },
            { around($0, "- ", "") },
            { around($0, "&a [", "]") }, { lines($0) { "\($0)a:\n" } }, { lines($0) { "\($0)? a\n\($0):\n" } },
            { around($0 / 2, "[a: ", "]") + String(repeating: " ", count: $0 % 2) },
        ]
        let faults = await withCheckedContinuation { (done: CheckedContinuation<[String?], Never>) in
            let thread = Thread {
                done.resume(
                    returning: forms.flatMap { form in
                        [most, most + 2].map { depth in
                            do throws(ReadingFault) {
                                let node = try Node.read(form(depth))
                                return node == (try Node.read(form(depth))) ? nil : "differs"
                            } catch { return error.reason }
                        }
                    })
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(faults == forms.flatMap { _ in [nil, "collections are nested more than \(most) deep"] })
    }
}
