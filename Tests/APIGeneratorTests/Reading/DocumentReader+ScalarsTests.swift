import APIGenerator
import Testing

/// Plain scalars, scalars in quotes and block scalars.
struct DocumentReaderScalarsTests {
    @Test(
        arguments: [
            ("a b\n  c\n\n  d\n", "a b c\nd"), ("a:\n  b\n  c\n", "b c"), ("a: b\n  c # comment\n", "b c"),
            ("a: b\n\n\n  c\n", "b\n\nc"),
            ("a: b\n\n\n", "b"), ("a: b: c", nil), ("a: b:c", "b:c"), ("a: ?b", "?b"), ("a: :b", ":b"),
            ("a: b - c", "b - c"),
            ("a: b\tc\t", "b\tc"), ("a: [b]", nil), ("a: b[c]{d},e", "b[c]{d},e"), ("a: b\n   - c", "b - c"),
            ("a: b\"c'd", "b\"c'd"),
            ("a: 日本\n  語", "日本 語"), ("a: b\n # comment\n  c", nil), ("a: é\u{301}", "é\u{301}"),
        ] as [(String, String?)])
    func plainScalarIsFolded(_ text: String, _ expected: String?) {
        let node = try? Node.read(text)
        #expect((node?["a"] ?? node)?.string == expected)
    }

    @Test(arguments: [
        (
            #""a\tb\"\\\/\x41\u00e9\U0001F600\e\0\_\N\L\P\a\v""#,
            "a\tb\"\\/Aé😀\u{1B}\0\u{A0}\u{85}\u{2028}\u{2029}\u{7}\u{B}"
        ),
        (#""\ud83d\ude00""#, "😀"), ("\"a\n  b\n\n\n  c\"", "a b\n\nc"), ("\"a  \n  b\"", "a b"), ("\"a\\\n  b\"", "ab"),
        ("\"a\\\n\n\n  b\"", "a\n\nb"), ("\"a \\\n  \\  b\"", "a   b"), ("\"a\\t \n b\"", "a\t b"), ("\" a \"", " a "),
        ("\"\n\"", " "),
        ("\"a\n\n\"", "a\n"), ("\"a\\  \n b\"", "a  b"), ("'it''s'", "it's"), ("'a\\n'", "a\\n"),
        ("'a\n\n  b''\n'", "a\nb' "), ("''", ""),
        ("''''", "'"), ("\"\"", ""), ("\"#: ,[]{}\"", "#: ,[]{}"), ("\"a\\\tb\"", "a\tb"),
    ])
    func quotesAreUnescapedAndFolded(_ text: String, _ expected: String) throws {
        #expect(try Node.read(text).string == expected)
        #expect(try Node.read("[\(text)]").items?.first?.string == expected)
        #expect(try Node.read("- a:\n    \(text)").items?.first?["a"]?.string == expected)
    }

    @Test(arguments: [
        ("a: \"b", "line 1, column 4: the closing quote is missing for the text that begins here"),
        ("a: 'b\nc: d\n", "line 1, column 4: the closing quote is missing for the text that begins here"),
        ("\"a\n---\nb\"", "line 1, column 1: the closing quote is missing for the text that begins here"),
        (#""a\qb""#, #"line 1, column 3: a backslash in double quotes begins no escape; write \\ for a backslash"#),
        (#""\u12g4""#, "line 1, column 6: a hexadecimal digit is expected"),
        (#""\x1"#, "line 1, column 5: a hexadecimal digit is expected"),
        (#""\ud83d""#, "line 1, column 2: the escape is half of a pair of surrogates; the other half is missing"),
        (#""\ude00\ud83d""#, "line 1, column 2: the escape is half of a pair of surrogates; the other half is missing"),
        (#""\ud83d\u0041""#, "line 1, column 2: the escape is half of a pair of surrogates; the other half is missing"),
        (#""\U00110000""#, "line 1, column 2: the escape is no character of Unicode"),
        (#""\U0000d83d""#, "line 1, column 2: the escape is half of a pair of surrogates; the other half is missing"),
    ])
    func wrongQuotesAreFaultsWithTheirPlace(_ text: String, _ fault: String) { #expect(json(text) == fault) }

    @Test(arguments: [
        ("|\n  a\n  b\n", "a\nb\n"), ("|-\n  a\n\n", "a"), ("|+\n  a\n\n", "a\n\n"), ("|\n  a\n\n\n", "a\n"),
        ("| # comment\n  a\n", "a\n"),
        ("|\n  a\n   b\n\n  c\n", "a\n b\n\nc\n"), ("|2\n    a\n   b\n", "  a\n b\n"), ("|2-\n   a\n", " a"),
        ("|-2\n   a\n", " a"), ("|+1\n  a\n", " a\n"),
        ("|\n\n  a\n", "\na\n"), ("|\n", ""), ("|+\n\n", "\n"), ("|\n  a", "a"), ("|\n  a\n  ", "a\n"),
        ("|+\n  a", "a"), ("|\n  # a\n", "# a\n"),
        (">\n  a\n  b\n", "a b\n"), (">\n  a\n\n  b\n", "a\nb\n"), (">\n  a\n\n\n  b\n", "a\n\nb\n"),
        (">\n  a\n   b\n  c\n", "a\n b\nc\n"),
        (">\n  a\n\n   b\n\n  c\n", "a\n\n b\n\nc\n"), (">-\n  a\n  b\n\n", "a b"), (">+\n  a\n\n\n", "a\n\n\n"),
        (">\n\n\n  a\n", "\n\na\n"),
        ("|\n  a\tb\n  \tc\n", "a\tb\n\tc\n"), (">\n  a\n  \tb\n  c\n", "a\n\tb\nc\n"),
        ("|\n  a: b\n  - c\n", "a: b\n- c\n"), ("|\n  a \n  b\n", "a \nb\n"),
        ("|\n  a\n# comment\n", "a\n"), ("|\n  a\n     \n", "a\n   \n"), ("|\n      \n", ""), ("|+\n  \n", "\n"),
    ])
    func blockScalarKeepsOrFoldsItsLines(_ text: String, _ expected: String) throws {
        #expect(try Node.read("a: " + text)["a"]?.string == expected)
        #expect(try Node.read("- " + text).items?.first?.string == expected)
        #expect(try Node.read("a: !t &x " + text)["a"]?.string == expected)
    }

    @Test func blockScalarEndsWithItsIndentation() {
        #expect(
            json("a: |\n  x\nb: >\n  y\nc:\n  - |\n    z\n  - |-\n   v\n") == #"{"a":"x\n","b":"y\n","c":["z\n","v"]}"#)
        #expect(json("--- |\nx\n y\n...\n") == #""x\n y\n""#)
        #expect(json("- |\n x\n- - |1\n    y\n") == #"["x\n",[" y\n"]]"#)
    }

    @Test(arguments: [
        ("a: |0\n  x", "line 1, column 5: something stands behind the end of a value"),
        ("a: |12\n  x", "line 1, column 6: something stands behind the end of a value"),
        ("a: |++\n  x", "line 1, column 6: something stands behind the end of a value"),
        ("a: | x\n", "line 1, column 6: something stands behind the end of a value"),
        ("a: |#x\n", "line 1, column 5: something stands behind the end of a value"),
        ("a: |\n    \n  x\n", "line 2, column 5: a blank line is indented more than the text behind it"),
    ])
    func wrongBlockScalarIsAFaultWithItsPlace(_ text: String, _ fault: String) { #expect(json(text) == fault) }
}
