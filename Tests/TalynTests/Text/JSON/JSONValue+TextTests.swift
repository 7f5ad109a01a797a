import Testing

@testable import Talyn

@Suite struct JSONValueTextTests {
    @Test func aLimitedTextIsTheBeginningOfTheWholeOne() {
        let document: JSONValue = ["a": [1, 2.5, true, nil, "xy", [:], []], "b": ["c": -1, "d": false], "e": "z"]
        let whole = document.jsonText
        #expect(whole == #"{"a":[1,2.5,true,null,"xy",{},[]],"b":{"c":-1,"d":false},"e":"z"}"#)
        // Below, a string would be cut.
        for limit in 2...whole.utf8.count {
            let text = document.jsonText(limit: limit)
            if limit < whole.utf8.count {
                #expect(text.utf8.count > limit && whole.hasPrefix(text), "\(limit)")
            } else {
                #expect(text == whole)
            }
        }
    }

    @Test func aLongStringIsCutAtTheLimit() {
        #expect(JSONValue.string("äbcd").jsonText(limit: 3) == #""äbc""#)
        #expect(JSONValue.string("abc").jsonText(limit: 3) == #""abc""#)
        #expect(JSONValue.object(["abcd": 1]).jsonText(limit: 3) == #"{"abc":"#)
    }

    @Test func elementsBeyondTheLimitAreNotVisited() {
        #expect(JSONValue.array([JSONValue](repeating: 1, count: 9)).jsonText(limit: 4).hasPrefix("[1,1"))
        let members = (0..<9).map { ("k\($0)", JSONValue.integer(1)) }
        let object = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
        #expect(object.jsonText(limit: 4) == #"{"k0":"#)
    }

    @Test func anOrderOfKeysIsKept() {
        let document: JSONValue = ["a": 1, "b": ["d": 2, "c": 3]]
        #expect(document.jsonText(limit: .max) { $0.sorted(by: >) } == #"{"b":{"d":2,"c":3},"a":1}"#)
    }

    @Test(
        arguments: [
            (nil, "null"), (true, "boolean"), (1, "integer"), (1.5, "number"), ("x", "string"), ([], "[]"), ([:], "{}"),
            ([1, 2], "[integer × 2]"), ([1, "x", nil], "[mixed × 3]"), ([[1], [2]], "[array × 2]"),
            (["code": 1, "items": [[:], [:], [:]]], "{code: integer, items: [object × 3]}"),
            (["a": ["b": ["c": nil]]], "{a: {b: {c: null}}}"),
        ] as [(JSONValue, String)])
    func theDescriptionIsTheShape(value: JSONValue, text: String) {
        #expect(value.description == text)
    }

    @Test func theDescriptionEndsAtTheEighthDepthAndTheLengthOfALine() {
        func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(.null) { value, _ in ["a": value] } }
        let (start, end) = (String(repeating: "{a: ", count: 8), String(repeating: "}", count: 8))
        #expect(nested(8).description == start + "null" + end)
        #expect(nested(9).description == start + "{…}" + end)
        func wide(_ count: Int) -> JSONValue {
            .object(Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0 + 10)", .null) }))
        }
        // The fifteenth member ends at 149 bytes, and the sixteenth would end at 160.
        #expect(wide(15).description.hasSuffix("k24: null}"))
        #expect(wide(16).description.hasSuffix("k24: null, …}"))
    }

    @Test func aKeyIsOneLineOfFortyCharacters() {
        let forty = String(repeating: "k", count: 40)
        #expect(JSONValue.label(forty) == forty)
        #expect(JSONValue.label(forty + "k") == forty + "…")
        #expect(JSONValue.label("a\nb\u{2028}c\u{2029}d\u{0}e") == "a b c d e")
    }
}
