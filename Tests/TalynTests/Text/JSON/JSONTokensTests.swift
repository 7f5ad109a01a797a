import Testing

@testable import Talyn

@Suite struct JSONTokensTests {
    private func tokens(_ text: String) -> [String] {
        let bytes = Array("--\(text)".utf8)[2...]
        var (tokens, found) = (JSONTokens(bytes), [String]())
        while let range = tokens.next() { found.append(String(decoding: bytes[range], as: UTF8.self)) }
        return found
    }

    @Test(arguments: [
        (#" {"a" : [1,-2.5e+3]} "#, ["{", #""a""#, ":", "[", "1", ",", "-2.5e+3", "]", "}"]),
        (#"true$x_y-z é;;"#, ["true$x_y-z", "é", ";", ";"]),
        (#""a\"b\\" "c""#, [#""a\"b\\""#, #""c""#]),
        (#""\\\"" """#, [#""\\\"""#, #""""#]),
        (#""\"" "\\""#, [#""\"""#, #""\\""#]),
        (#""a"#, [#""a"#]), (#""a\"#, [#""a\"#]), (#""a\""#, [#""a\""#]), ("", []), (" \t\r\n", []),
    ])
    func aTextIsSplit(text: String, expected: [String]) {
        #expect(tokens(text) == expected)
    }

    @Test(arguments: [(#""a""#, false), (#""a"#, true), (#""a\""#, true), (#""a\\""#, false)])
    func aStringWithoutItsQuoteIsUnclosed(text: String, isUnclosed: Bool) {
        var tokens = JSONTokens(Array(text.utf8)[...])
        _ = tokens.next()
        #expect(tokens.isUnclosed == isUnclosed)
    }

    @Test(arguments: [(#""a":1"#, true, "1"), (#""a" : 1"#, true, "1"), (#""a",1"#, false, ","), (#""a""#, false, nil)])
    func aColonMakesAName(text: String, isName: Bool, next: String?) {
        let bytes = Array(text.utf8)[...]
        var tokens = JSONTokens(bytes)
        _ = tokens.next()
        #expect(tokens.skipColon() == isName)
        #expect(tokens.next().map { String(decoding: bytes[$0], as: UTF8.self) } == next)
    }

    @Test(arguments: [
        ("0", true), ("-1", true), ("1.5E+10", true), ("1e-3", true), ("-", true), ("", false), ("+1", false),
        (".5", false), ("e1", false), ("1x", false), ("1a", false), ("1_0", false), ("true", false),
    ])
    func aWordIsANumberByItsCharacters(word: String, isNumber: Bool) {
        #expect(JSONTokens.isNumber(Array(word.utf8)[...]) == isNumber)
    }

    @Test(arguments: [
        ("true", true, true), ("false", true, true), ("null", true, true), ("tru", false, true), ("n", false, true),
        ("truex", false, false), ("True", false, false), ("nil", false, false),
    ])
    func aWordIsALiteralOrItsBeginning(word: String, isWhole: Bool, isBeginning: Bool) {
        #expect(JSONTokens.isLiteral(Array(word.utf8)[...]) == isWhole)
        #expect(JSONTokens.isLiteral(Array(word.utf8)[...], isCut: true) == isBeginning)
    }

    /// Returns the number of tokens that the grammar takes, and whether they are a document.
    private func grammar(_ text: String) -> (taken: Int, isEnd: Bool) {
        let bytes = Array(text.utf8)[...]
        var (tokens, grammar, taken) = (JSONTokens(bytes), JSONGrammar(), 0)
        while let range = tokens.next(), grammar.take(bytes[range.lowerBound]) != nil { taken += 1 }
        return (taken, grammar.isEnd)
    }

    @Test(arguments: [
        ("1", 1, true), ("[]", 2, true), ("{}", 2, true), (#"{"a":[1,{"b":null}],"c":"d"}"#, 17, true),
        ("[[]]", 4, true),
        ("", 0, false), ("[1", 2, false), ("[1,", 3, false), ("[1,]", 3, false), ("[,", 1, false), ("[1 2", 2, false),
        ("[}", 1, false), ("{]", 1, false), ("{1", 1, false), (#"{"a""#, 2, false), (#"{"a" 1"#, 2, false),
        (#"{"a":}"#, 3, false), (#"{"a":1,}"#, 5, false), (#"{"a":1 "b""#, 4, false), (#"{"a","b""#, 2, false),
        ("]", 0, false), (",", 0, false), (":", 0, false), ("1 2", 1, true), ("[] ,", 2, true), ("[:", 1, false),
        (#"["a":1"#, 2, false), ("[1:", 2, false),
    ])
    func theGrammarTakesADocumentAndNothingElse(text: String, taken: Int, isEnd: Bool) {
        #expect(grammar(text) == (taken, isEnd))
    }

    @Test func aContainerIsEmptyUntilSomethingIsInIt() {
        for text in ["[1", #"{"a""#] {
            let bytes = Array(text.utf8)
            var grammar = JSONGrammar()
            #expect(!grammar.isEmpty)
            #expect(grammar.take(bytes[0]) == .open && grammar.isEmpty && grammar.open == [text.hasPrefix("{")])
            #expect(grammar.take(bytes[1]) != nil && !grammar.isEmpty)
        }
    }
}
