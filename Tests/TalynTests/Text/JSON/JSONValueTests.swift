import Foundation
import Testing

@testable import Talyn

struct JSONValueTests {
    private static let document: JSONValue = [
        "code": 7, "ok": true, "ratio": 0.5, "message": "no", "none": nil,
        "error": ["codes": [404, "x"], "0": "zero"],
    ]

    // MARK: Reading

    @Test(
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9007199254740993", .integer(9_007_199_254_740_993)), ("9223372036854775808", .unsigned(1 << 63)),
            ("18446744073709551615", .unsigned(.max)), ("18446744073709551616", .number(0x1p64)), ("1.5", .number(1.5)),
            ("18446744071709551.615", .integer(18_446_744_071_709_552)), ("1.0", .integer(1)), ("1e3", .integer(1000)),
            ("1E-2", .number(0.01)), ("-1.25e+1", .number(-12.5)),
            ("\"\"", .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\uD83D\uDE00\u0000""#, .string("é😀\0")), ("\"é😀\u{7F}\"", .string("é😀\u{7F}")),
            ("[]", .array([])),
            ("[ ]", .array([])), ("{ }", .object([:])), ("[1,[2],{}]", .array([1, [2], [:]])),
            (#" { "a" : [ 1 , 2 ] , "b" : { "c" : null } } "#, .object(["a": [1, 2], "b": ["c": nil]])),
            (#"{"a":1,"a":2}"#, .object(["a": 1])), ("\u{FEFF}[1]", .array([1])),
        ] as [(String, JSONValue)])
    func aDocumentIsReadExactly(text: String, expected: JSONValue) throws {
        let parsed = try JSONValue(parsing: Data(text.utf8))
        #expect(parsed == expected)
        #expect(parsed.kind == expected.kind)
        // JSONDecoder, which decodes a JSONValue within a larger type, must agree.
        let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(decoded == expected)
        #expect(decoded.kind == expected.kind)
    }

    @Test(arguments: [
        ("", "unexpected end of the document at line 1, column 1"),
        ("{\"a\":1", "unexpected end of the document at line 1, column 7"),
        ("[1,]", "an unexpected character at line 1, column 4"),
        ("[1 2]", "an unexpected character at line 1, column 4"),
        ("{\n\"é\": nul}", "an unexpected character at line 2, column 9"),
        ("{1:2}", "an unexpected character at line 1"),
        ("{\"a\" 1}", "an unexpected character at line 1, column 6"), ("[}", "an unexpected character"),
        ("[1}", "an unexpected character"), ("01", "unexpected text after the end of the document at line 1, column 2"),
        ("-", "unexpected end of the document"), ("1.", "unexpected end of the document"),
        ("1.e", "an unexpected character"),
        ("1e+", "unexpected end of the document"), ("+1", "an unexpected"), (".5", "an unexpected"),
        ("NaN", "an unexpected"),
        ("1e400", "a number out of range"), ("\"a", "unexpected end of the document"),
        ("\"\\", "unexpected end of the document"),
        ("\"\\'\"", "an invalid escape in a string at line 1, column 2"), ("\"\\u12\"", "an invalid escape"),
        ("\"\\u", "an invalid escape"), ("\"\\ud800\"", "an unpaired surrogate escape"),
        ("\"\\udc00\\ud800\"", "an unpaired surrogate escape"),
        ("\"\\ud800\\u0041\"", "an unpaired surrogate escape"),
        ("\"\n\"", "a control character in a string"), ("[1] x", "unexpected text after the end"),
        ("nope", "an unexpected"),
        ("{\"a\":1,}", "an unexpected character"), ("<html>", "an unexpected character at line 1, column 1"),
    ])
    func aFaultIsToldWithItsPlace(text: String, problem: String) {
        let error = #expect(throws: DecodingError.self) { try JSONValue(parsing: Data(text.utf8)) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("not dataCorrupted: \(String(describing: error))")
            return
        }
        #expect(context.debugDescription.hasPrefix("Not valid JSON: \(problem)"))
    }

    @Test func bytesThatAreNotUTF8AreAFault() {
        #expect(throws: JSONParser.Fault(problem: "a byte that is not UTF-8", offset: 4, line: 2, column: 3)) {
            try JSONParser.parse(Data([0x5B, 0x0A, 0x20, 0x22, 0xE9, 0x22, 0x5D]))
        }
    }

    @Test func textInUTF16WithAMarkIsRead() throws {
        let data = try #require("[\"é\"]".data(using: .utf16))
        #expect(try JSONValue(parsing: data) == ["é"])
    }

    @Test(arguments: ["[", "{\"a\":"])
    func nestingIsBounded(opening: String) {
        for depth in [513, 600, 200_000] {
            #expect(throws: DecodingError.self) {
                try JSONValue(parsing: Data(String(repeating: opening, count: depth).utf8))
            }
        }
    }

    @Test func theDeepestDocumentFitsTheStackOfASecondaryThread() async throws {
        let done = await onSmallStack { Self.useDeepDocuments() }
        #expect(
            done == [
                "parsed", "equal", "hashed", "written", "described", "not encoded", "not decoded", "decoded", "encoded",
            ])
    }

    private static func useDeepDocuments() -> [String] {
        var done: [String] = []
        func nested(_ depth: Int) -> Data {
            Data(
                (String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)).utf8
            )
        }
        if let value = try? JSONValue(parsing: nested(512)) {
            done.append("parsed")
            if value == (try? JSONValue(parsing: nested(512))) { done.append("equal") }
            if Set([value]).contains(value) { done.append("hashed") }
            if Data(value.jsonText.utf8) == nested(512) { done.append("written") }
            if value.description == "[object × 1]" { done.append("described") }
            if (try? JSONEncoder().encode(value)) == nil { done.append("not encoded") }
        }
        if (try? JSONDecoder().decode(JSONValue.self, from: nested(512))) == nil { done.append("not decoded") }
        if let value = try? JSONDecoder().decode(JSONValue.self, from: nested(64)) {
            done.append("decoded")
            if (try? JSONEncoder().encode(value)) == nested(64) { done.append("encoded") }
        }
        return done
    }

    // MARK: Access

    @Test(
        arguments: [
            ("code", 7), ("error.codes.0", 404), ("error.codes.1", "x"), ("error.0", "zero"), ("none", .null),
            ("", document),
            ("error.codes.2", nil), ("error.codes.-1", nil), ("error.codes.+1", nil), ("code.0", nil), ("missing", nil),
            ("error.", nil), (".", nil), ("error.codes.99999999999999999999", nil), ("error.codes.x", nil),
        ] as [(String, JSONValue?)])
    func aDottedPathLeadsToItsValue(path: String, expected: JSONValue?) {
        #expect(Self.document.value(atKeyPath: path) == expected)
    }

    @Test func subscriptsAreNilWhereThereIsNothing() {
        let items: JSONValue = [1, 2]
        #expect(items[1] == 2)
        #expect(items[2] == nil)
        #expect(items[-1] == nil)
        #expect(items["a"] == nil)
        #expect(Self.document["code"] == 7)
        #expect(Self.document["nothing"] == nil)
        #expect(Self.document[0] == nil)
    }

    @Test(
        arguments: [
            ("a/\"b", "a/\"b"), (12, "12"), (.unsigned(.max), "18446744073709551615"), (0.5, "0.5"), (true, "true"),
            (.null, nil), ([], nil), ([:], nil),
        ] as [(JSONValue, String?)])
    func aScalarHasText(value: JSONValue, expected: String?) {
        #expect(value.scalarText == expected)
        #expect(value.stringValue == (value.kind == "string" ? expected : nil))
    }

    // A document was read as 1290123456789012224, and decoded as what it says.
    @Test(
        arguments: [
            ("1290123456789012348E0", 1_290_123_456_789_012_348), ("9007199254740993.0", 9_007_199_254_740_993),
            ("-9.223372036854775807e18", -9_223_372_036_854_775_807), ("9.223372036854775808E+18", .unsigned(1 << 63)),
            ("1844674407370955161.5e1", .unsigned(.max)), ("18446744073709551615.0", .unsigned(.max)),
            ("1.8446744073709551616e19", .number(0x1p64)),
            ("1e300", .number(1e300)), ("1e3", 1000), ("1.5", 1.5),
        ] as [(String, JSONValue)])
    func aWholeNumberIsExactHoweverItIsWritten(text: String, value: JSONValue) throws {
        let data = Data(text.utf8)
        let decoded = try JSONDecoder().decode(JSONValue.self, from: data)
        for read in [try JSONValue(parsing: data), decoded] {
            #expect(read == value && read.jsonText == value.jsonText)
        }
    }

    // A document with 18446744073709551.17 was written as 1.844674407370955e+16, which is 18446744073709550.
    @Test(
        arguments: [
            (0x1p54 + 4, "18014398509481988"), (-0x1p54 - 4, "-18014398509481988"), (0x1p63, "9223372036854775808"),
            (0x1p64, "1.8446744073709552e+19"), (1, "1"), (-0.0, "0"), (0.5, "0.5"),
        ])
    func aNumberIsReadAsItWasWritten(number: Double, text: String) throws {
        let value = JSONValue.number(number)
        #expect(value.jsonText == text)
        for written in [Data(text.utf8), try JSONEncoder().encode(value)] {
            #expect(try JSONValue(parsing: written) == value)
            #expect(try JSONDecoder().decode(JSONValue.self, from: written) == value)
        }
    }

    @Test func numbersAreEqualByValue() {
        #expect(JSONValue.number(1) == 1)
        #expect(JSONValue.unsigned(1) == 1)
        #expect(JSONValue.unsigned(1) == .number(1))
        #expect(JSONValue.integer(-1) != .unsigned(.max))
        #expect(JSONValue.integer(9_007_199_254_740_993) != .number(9_007_199_254_740_992))
        #expect(JSONValue.number(.nan) != 0)
        #expect(JSONValue.integer(1) != "1")
        #expect(JSONValue.integer(1) != true)
    }

    @Test(
        arguments: [
            [.integer(1), .unsigned(1), .number(1)], [.integer(0), .unsigned(0), .number(0), .number(-0.0)],
            [.unsigned(1 << 63), .number(0x1p63)], [.integer(.min), .number(-0x1p63)],
            [.integer(1 << 53), .number(0x1p53)], [.number(0x1p64), .number(0x1p64)],
            [["a": [1, .number(2)], "b": nil], ["b": .null, "a": [.unsigned(1), 2.0]]],
            ["\u{e9}", "e\u{301}"], [["\u{e9}": 1, "f": 2], ["f": 2, "e\u{301}": 1]],
        ] as [[JSONValue]])
    func equalValuesHaveOneHash(values: [JSONValue]) {
        for value in values { #expect(value == values[0] && value.hashValue == values[0].hashValue) }
        #expect(Set(values).count == 1)
    }

    @Test func differentValuesAreDifferentMembersOfASet() throws {
        var random = SplitMix(seed: 6)
        let values: [JSONValue] =
            [
                nil, 0, false, "", [], [:], [nil], ["": nil], 1, true, "1", [1], [[1]], 0.5, -1, .unsigned(.max),
                9_007_199_254_740_992, 9_007_199_254_740_993, [1, 2], [2, 1], ["a": ["b": 1]], ["a": 1, "b": [:]],
            ] + (0..<300).map { _ in randomValue(&random, depth: 0) }
        let set = Set(values)
        #expect(set.count == values.enumerated().filter { !values[..<$0].contains($1) }.count)
        for value in set { #expect(try set.contains(JSONValue(parsing: Data(value.jsonText.utf8)))) }
        #expect(!set.contains(.number(.nan)))
        // Their hashes differ too, or a set of them would be a list.
        let numbers = (0..<1000).map { JSONValue.integer(1 << 60 + $0) }
        #expect(Set(numbers.map(\.hashValue)).count > 900)
        #expect(Set(numbers.map { JSONValue.array([[$0]]).hashValue }).count > 900)
    }

    @Test func hashingUsesNoStackForLevels() async {
        let isSame = await onSmallStack {
            var value: JSONValue = 1
            for level in 0..<20_000 { value = level.isMultiple(of: 2) ? [value] : ["a": value] }
            let isSame = value.hashValue == value.hashValue
            while let inner = value[0] ?? value["a"] { value = inner }
            return isSame
        }
        #expect(isSame)
    }

    // MARK: Text and descriptions

    @Test func jsonTextIsSortedAndPlain() {
        let value: JSONValue = [
            "b": [1, -0.5, nil], "a": "x/\"\\\n\u{1}é", "c": [:], "d": .number(.infinity), "e": [],
        ]
        #expect(value.jsonText == #"{"a":"x/\"\\\n\u0001é","b":[1,-0.5,null],"c":{},"d":null,"e":[]}"#)
        #expect(value.jsonText(limit: 10).utf8.count < 40)
    }

    @Test(
        arguments: [
            (
                ["code": 1, "message": "hunter2", "items": [[:], [:], [:]]],
                "{code: integer, items: [object × 3], message: string}"
            ),
            ("hunter2", "string"), (1.5, "number"), ([], "[]"), ([:], "{}"), ([1, "a"], "[mixed × 2]"), (.null, "null"),
            (["a": ["b": true]], "{a: {b: boolean}}"), (["a\nb": 1], "{a b: integer}"),
        ] as [(JSONValue, String)])
    func aDescriptionIsTheShape(value: JSONValue, expected: String) {
        #expect(value.description == expected)
        #expect(String(reflecting: value) == expected)
    }

    @Test func noValueIsShownByAnyDescription() {
        let value: JSONValue = [
            "token": "hunter2", "list": ["hunter2", 424_242], "pin": 424_242, "deep": ["x": "hunter2"],
        ]
        var dumped = ""
        dump([value], to: &dumped)
        for text in [dumped, "\([value])", "\(["k": value])", "\(value as JSONValue?)", String(reflecting: value)] {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("424242"))
        }
    }

    @Test func aDescriptionIsBounded() {
        let keys = (0..<5000).map { ("key\($0)" + String(repeating: "x", count: 100), JSONValue.null) }
        let wide = JSONValue.object(Dictionary(uniqueKeysWithValues: keys))
        #expect(wide.description.count < 260)
        #expect(wide.description.hasSuffix("…}"))
        let deep = (0..<400).reduce(JSONValue.null) { value, _ in ["a": value] }
        #expect(deep.description == "{a: {a: {a: {a: {a: {a: {a: {a: {…}}}}}}}}}")
    }

    // MARK: Coding

    @Test func keyStrategiesLeaveKeysAlone() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let value = try decoder.decode(JSONValue.self, from: Data(#"{"a_b":{"c_d":1}}"#.utf8))
        #expect(value == ["a_b": ["c_d": 1]])
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try String(decoding: encoder.encode(["aB": 1] as JSONValue), as: UTF8.self) == #"{"aB":1}"#)
    }

    @Test func randomValuesSurviveEveryRoundTrip() throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<300 {
            let value = randomValue(&random, depth: 0)
            #expect(try JSONValue(parsing: Data(value.jsonText.utf8)) == value)
            let encoded = try JSONEncoder().encode(value)
            #expect(try JSONValue(parsing: encoded) == value)
            #expect(try JSONDecoder().decode(JSONValue.self, from: encoded) == value)
        }
    }

    @Test func damagedDocumentsNeverTrap() {
        var random = SplitMix(seed: 5)
        for _ in 0..<1000 {
            var bytes = Array(randomValue(&random, depth: 0).jsonText.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
            // Foundation's strict parser decides what is JSON.
            let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
            let isRead = (try? JSONParser.parse(Data(bytes))) != nil
            #expect(isRead == isJSON, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private func randomValue(_ random: inout SplitMix, depth: Int) -> JSONValue {
        let text = String(
            (0..<Int.random(in: 0...5, using: &random)).map { _ in "a\"\\é😀\n/u".randomElement(using: &random) ?? " " })
        switch Int.random(in: 0..<(depth < 4 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(.random(in: .min ... .max, using: &random))
        case 3: return .unsigned(.random(in: (1 << 63) ... .max, using: &random))
        case 4: return .number(.random(in: -1e9...1e9, using: &random))
        case 5: return .string(text)
        case 6:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(&random, depth: depth + 1) })
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { number in
                ("\(number)\(text)", randomValue(&random, depth: depth + 1))
            }
            return .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        }
    }
}
