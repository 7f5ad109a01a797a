import Foundation
import Testing

@testable import Talyn

struct QueryEncoderTests {
    private struct PhotoRequest: Encodable {
        var tags = "landscape, portrait"
        var tagmode = "any"
        var format = "json"
        var nojsoncallback = "1"
    }

    private struct Box<Value: Encodable>: Encodable {
        var value: Value
    }

    private func encoder(_ change: (inout QueryEncoder) -> Void) -> QueryEncoder {
        var encoder = QueryEncoder()
        change(&encoder)
        return encoder
    }

    /// Returns the text with unescaped brackets, which makes the tables readable.
    private func readable(_ text: String) -> String {
        text.replacingOccurrences(of: "%5B", with: "[").replacingOccurrences(of: "%5D", with: "]")
    }

    // MARK: Text

    @Test func structuresAreSortedByName() throws {
        let expected = "format=json&nojsoncallback=1&tagmode=any&tags=landscape%2C%20portrait"
        #expect(try QueryEncoder.standard.encode(PhotoRequest()) == expected)
    }

    @Test func structuresKeepTheirOrderUnsorted() throws {
        let expected = "tags=landscape%2C%20portrait&tagmode=any&format=json&nojsoncallback=1"
        #expect(try encoder { $0.sortsKeys = false }.encode(PhotoRequest()) == expected)
    }

    @Test func sortingComparesUTF8Bytes() throws {
        let value = ["é": 1, "z": 2, "Z": 3, "a10": 4, "a2": 5]
        #expect(try QueryEncoder.standard.encode(value) == "Z=3&a10=4&a2=5&z=2&%C3%A9=1")
    }

    @Test(arguments: [
        ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("#%", "%23%25"), ("[x]", "%5Bx%5D"), ("?/", "?/"),
        ("한글", "%ED%95%9C%EA%B8%80"), ("🦊", "%F0%9F%A6%8A"), ("", ""), ("a b", "a%20b"),
    ])
    func namesAndValuesAreEscaped(text: String, escaped: String) throws {
        #expect(try QueryEncoder.standard.encode([text: text] as QueryItems) == "\(escaped)=\(escaped)")
        #expect(try QueryEncoder.standard.encode([text: text] as [String: String]) == "\(escaped)=\(escaped)")
    }

    @Test func spacesCanBePlus() throws {
        #expect(try encoder { $0.spaces = .plus }.encode(["a b": "c d+e"]) == "a+b=c+d%2Be")
    }

    @Test func literalsAreItemsAndKeepTheirOrder() throws {
        #expect(try QueryEncoder.standard.encode(["b": 1, "a": 2]) == "b=1&a=2")
    }

    @Test func nothingMakesEmptyText() throws {
        struct Empty: Encodable {}
        #expect(try QueryEncoder.standard.encode([:]) == "")
        #expect(try QueryEncoder.standard.encode(Empty()) == "")
        #expect(try QueryEncoder.standard.encode(PhotoRequest?.none) == "")
        #expect(try QueryEncoder.standard.encode(PhotoRequest?.some(PhotoRequest())).isEmpty == false)
        #expect(try QueryEncoder.standard.encode(["a": [Int](), "b": [String: Int]()]) == "")
    }

    @Test func aValueNestedWithoutEndIsRefusedAndTrapsNothing() throws {
        final class Nested: Encodable {
            let inner: Nested?
            init(_ inner: Nested?) { self.inner = inner }
        }
        var nested = Nested(nil)
        for _ in 0..<3000 { nested = Nested(nested) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(nested) }
    }

    @Test func appendingJoinsWithAmpersandsOnlyBetween() throws {
        var text = URLText()
        text.append("?")
        var first = true
        let none: QueryItems = ["none": nil]
        try QueryEncoder.standard.append(none, to: &text, first: &first)
        #expect(first)
        let items: QueryItems = ["a": 1]
        try QueryEncoder.standard.append(items, to: &text, first: &first)
        try QueryEncoder.standard.append(Box(value: 2), to: &text, first: &first)
        try QueryEncoder.standard.append(none, to: &text, first: &first)
        #expect(text.string == "?a=1&value=2")
        #expect(!first)
    }

    // MARK: Styles

    @Test(
        arguments: [
            (.brackets, "a[]=1&a[]=2"),
            (.indexed, "a[0]=1&a[1]=2"),
            (.repeated, "a=1&a=2"),
            (.commaSeparated, "a=1,2"),
            (.custom { "\($0) \($1 + 1)" }, "a%201=1&a%202=2"),
        ] as [(QueryEncoder.ArrayStyle, String)])
    func listsFollowTheirStyle(style: QueryEncoder.ArrayStyle, expected: String) throws {
        let encoder = encoder { $0.arrays = style }
        #expect(readable(try encoder.encode(["a": [1, 2]])) == expected)
        #expect(readable(try encoder.encode(["a": [1, 2]] as [String: [Int]])) == expected)
    }

    @Test func bracketsAreEscaped() throws {
        #expect(try QueryEncoder.standard.encode(["a": [1]]) == "a%5B%5D=1")
    }

    @Test func commaSeparatedElementsAreEscapedAndTheirCommasAreNot() throws {
        #expect(try encoder { $0.arrays = .commaSeparated }.encode(["a": ["x,y", "z"]]) == "a=x%2Cy,z")
    }

    @Test(arguments: [
        (QueryEncoder.NilStyle.omitted, "a=1,3", "a[0]=1&a[2]=3"),
        (.emptyValue, "a=1,,3", "a[0]=1&a[1]=&a[2]=3"),
        (.null, "a=1,null,3", "a[0]=1&a[1]=null&a[2]=3"),
    ])
    func absentElementsKeepThePositionsOfOthers(style: QueryEncoder.NilStyle, commas: String, indexed: String) throws {
        let list = [1, nil, 3]
        #expect(try encoder { ($0.arrays, $0.nils) = (.commaSeparated, style) }.encode(["a": list]) == commas)
        #expect(readable(try encoder { ($0.arrays, $0.nils) = (.indexed, style) }.encode(["a": list])) == indexed)
        #expect(
            readable(try encoder { ($0.arrays, $0.nils) = (.indexed, style) }.encode(Box(value: list)))
                == indexed.replacingOccurrences(of: "a[", with: "value["))
    }

    @Test func commaSeparatedListsRefuseNestedValues() {
        let encoder = encoder { $0.arrays = .commaSeparated }
        #expect(throws: EncodingError.self) { try encoder.encode(["a": [[1]]]) }
        #expect(throws: EncodingError.self) { try encoder.encode(["a": [["b": 1]]]) }
    }

    // MARK: One separated list

    @Test(
        arguments: [
            (",", "a=x%2Cy,z"), (" ", "a=x%2Cy%20z"), ("|", "a=x%2Cy%7Cz"), ("&", "a=x%2Cy%26z"), ("=", "a=x%2Cy%3Dz"),
            (", ", "a=x%2Cy%2C%20z"), ("·", "a=x%2Cy%C2%B7z"), ("", "a=x%2Cyz"), (".", "a=x%2Cy.z"),
        ])
    func aSeparatedListIsOneValueInEveryStyle(separator: String, expected: String) throws {
        let list = ["x,y", "z"]
        let styles: [QueryEncoder.ArrayStyle] = [
            .brackets, .indexed, .repeated, .commaSeparated, .custom { "\($0)\($1)" },
        ]
        for style in styles {
            let encoder = encoder { $0.arrays = style }
            #expect(try encoder.encode(["a": .separated(list, by: separator)]) == expected)
        }
        let encoder = encoder { $0.spaces = .plus }
        #expect(
            try encoder.encode(["a": .separated(list, by: separator)])
                == expected.replacingOccurrences(of: "%20", with: "+"))
    }

    @Test func aSeparatedListStandsBesideListsOfTheEncodersStyle() throws {
        let (ids, kinds): ([Int]?, [Float]) = ([1, 2], [0.5])
        let items: QueryItems = [
            "ids": .separated(ids), "kinds": .separated(kinds, by: "|"), "tags": ["a", "b"],
            "flags": .separated([true, false]), "filter": ["ids": .separated(ids)] as QueryItems,
            "days": .separated([Date(timeIntervalSince1970: 0)]), "whole": [ids, ids],
        ]
        let encoder = encoder { ($0.arrays, $0.bools) = (.repeated, .literal) }
        #expect(
            try readable(encoder.encode(items))
                == "ids=1,2&kinds=0.5&tags=a&tags=b&flags=true,false&filter[ids]=1,2&days=1970-01-01T00%3A00%3A00Z"
                + "&whole=1&whole=2&whole=1&whole=2")
    }

    @Test func aSeparatedListWithoutElementsFollowsEmptyArraysAndNilIsAbsent() throws {
        let items: QueryItems = ["a": .separated([Int]()), "b": .separated([Int]?.none), "c": 1]
        #expect(try QueryEncoder.standard.encode(items) == "c=1")
        #expect(try encoder { $0.emptyArrays = .emptyValue }.encode(items) == "a=&c=1")
        #expect(try encoder { $0.nils = .null }.encode(items) == "b=null&c=1")
    }

    @Test(arguments: [
        (QueryEncoder.NilStyle.omitted, "a=1|3"), (.emptyValue, "a=1||3&b="), (.null, "a=1|null|3&b=null"),
    ])
    func absentElementsOfASeparatedListFollowNils(style: QueryEncoder.NilStyle, expected: String) throws {
        let items: QueryItems = ["a": .separated([1, nil, 3], by: "|"), "b": .separated([Int?.none])]
        let text = try encoder { $0.nils = style }.encode(items)
        #expect(text.replacingOccurrences(of: "%7C", with: "|") == expected)
    }

    @Test func aSeparatedListRefusesNestedValues() {
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": .separated([[1]])]) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": .separated([["b": 1]])]) }
        let twice = QueryValue.separated([.separated([.integer(1)])])
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": twice]) }
    }

    @Test(arguments: [(["a|b"], "|"), (["a", "b c"], " "), (["-1"], "-"), (["a%7Cb", "x\u{301}|"], "|")])
    func anElementThatContainsTheSeparatorIsRefused(list: [String], separator: String) {
        let route = Route.get("x").query(["f": ["tags": .separated(list, by: separator)] as QueryItems])
        let reason = #"the list "f[tags]" has an element that contains the list's separator"#
        #expect(throws: RequestError(.invalidRequest(reason))) { try route.resolved() }
        let plus = encoder { $0.spaces = .plus }
        #expect(throws: EncodingError.self) { try plus.encode(["a": .separated(list, by: separator)]) }
    }

    @Test func anElementMayContainTheTextOfAnEscapedSeparator() throws {
        #expect(try QueryEncoder.standard.encode(["a": .separated(["%7C", "b"], by: "|")]) == "a=%257C%7Cb")
    }

    @Test func queryValuesAndItemsKeepTheirTextWithinAnEncodable() throws {
        let list = QueryValue.separated([.integer(1), .integer(2)], by: "|")
        let items: QueryItems = ["outerKey": .separated([1, 2]), "b": nil, "a": 1, "a": 2]
        let encoder = encoder { ($0.keys, $0.nils) = (.snakeCase, .null) }
        #expect(try encoder.encode(Box(value: list)) == "value=1%7C2")
        #expect(try encoder.encode(["aList": [list]]) == "aList%5B%5D=1%7C2")
        #expect(
            try readable(encoder.encode(Box(value: items)))
                == "value[outerKey]=1,2&value[b]=null&value[a]=1&value[a]=2")
        let route = Route.post("x").query(encoding: items).form(encoding: items)
        let endpoint = try route.resolved()
        #expect(endpoint.url.query == "outerKey=1,2&a=1&a=2" && endpoint.bodyText == "outerKey=1,2&a=1&a=2")
    }

    @Test func boolsFollowTheirStyle() throws {
        #expect(try QueryEncoder.standard.encode(["a": true, "b": false]) == "a=1&b=0")
        #expect(try encoder { $0.bools = .literal }.encode(["a": true, "b": false]) == "a=true&b=false")
        #expect(try encoder { $0.bools = .literal }.encode(Box(value: true)) == "value=true")
    }

    @Test(
        arguments: [
            (.iso8601, 1_769_851_800.75, "2026-01-31T09%3A30%3A00Z"),
            (.iso8601, -0.25, "1969-12-31T23%3A59%3A59Z"),
            (.secondsSince1970, 1_769_851_800, "1769851800"),
            (.secondsSince1970, 1_769_851_800.5, "1769851800.5"),
            (.millisecondsSince1970, 1_769_851_800.123, "1769851800123"),
            (.custom { "t \($0.timeIntervalSince1970)" }, 1.5, "t%201.5"),
            (.iso8601, 253_402_300_799, "9999-12-31T23%3A59%3A59Z"),
            (.secondsSince1970, 0, "0"),
            (.millisecondsSince1970, -0.0006, "-1"),
        ] as [(QueryEncoder.DateStyle, Double, String)])
    func datesFollowTheirStyle(style: QueryEncoder.DateStyle, seconds: Double, expected: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try encoder { $0.dates = style }.encode(["value": date]) == "value=\(expected)")
        #expect(try encoder { $0.dates = style }.encode(Box(value: date)) == "value=\(expected)")
    }

    @Test func aDateAfterTheYear9999HasNoText() {
        let date = Date(timeIntervalSince1970: 253_402_300_800)
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": date]) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func datesOutOfRangeThrow(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": date]) }
        #expect(throws: EncodingError.self) {
            try encoder { $0.dates = .millisecondsSince1970 }.encode(["a": date])
        }
    }

    @Test func theDistantDatesOfFoundationHaveText() throws {
        let text = try QueryEncoder.standard.encode(["a": Date.distantPast, "b": Date.distantFuture])
        #expect(text == "a=0001-01-01T00%3A00%3A00Z&b=4001-01-01T00%3A00%3A00Z")
    }

    @Test func bytesFollowTheirStyle() throws {
        let bytes = Data([0xfb, 0xff, 0xfe, 0x00])
        #expect(try QueryEncoder.standard.encode(["a": bytes]) == "a=%2B//%2BAA%3D%3D")
        #expect(try QueryEncoder.standard.encode(Box(value: bytes)) == "value=%2B//%2BAA%3D%3D")
        #expect(try encoder { $0.data = .custom { "\($0.count) bytes" } }.encode(["a": bytes]) == "a=4%20bytes")
    }

    @Test func errorsOfCustomStylesArePassedOn() {
        struct Refused: Error {}
        let encoder = encoder {
            $0.dates = .custom { _ in throw Refused() }
            $0.data = .custom { _ in throw Refused() }
        }
        #expect(throws: Refused.self) { try encoder.encode(["a": Date()]) }
        #expect(throws: Refused.self) { try encoder.encode(["a": Data()]) }
    }

    @Test(
        arguments: [
            (.asWritten, "pageSize", "pageSize"),
            (.snakeCase, "pageSize", "page_size"),
            (.snakeCase, "imageURLText", "image_url_text"),
            (.snakeCase, "userID", "user_id"),
            (.snakeCase, "URLText", "url_text"),
            (.snakeCase, "page2Size", "page2_size"),
            (.snakeCase, "_pageSize_", "_page_size_"),
            (.snakeCase, "page_Size", "page_size"),
            (.snakeCase, "", ""),
            (.snakeCase, "aB", "a_b"),
            (.snakeCase, "A", "a"),
            (.snakeCase, "URLx", "ur_lx"),
            (.kebabCase, "imageURLText", "image-url-text"),
            (.capitalized, "pageSize", "PageSize"),
            (.uppercased, "pageSize", "PAGESIZE"),
            (.lowercased, "pageSize", "pagesize"),
            (.custom { "x-\($0)" }, "pageSize", "x-pageSize"),
        ] as [(QueryEncoder.KeyStyle, String, String)])
    func codingKeysFollowTheirStyle(style: QueryEncoder.KeyStyle, key: String, expected: String) throws {
        #expect(try encoder { $0.keys = style }.encode([key: 1] as [String: Int]) == "\(expected)=1")
    }

    @Test func keyStylesReachNestedKeysAndLeaveItemsAlone() throws {
        let encoder = encoder { $0.keys = .snakeCase }
        let value = ["outerKey": ["innerKey": 1]]
        #expect(readable(try encoder.encode(value)) == "outer_key[inner_key]=1")
        #expect(try encoder.encode(["pageSize": 1]) == "pageSize=1")
    }

    @Test func nestingFollowsItsStyle() throws {
        let value = Box(value: Box(value: ["k": [["x": 1]]]))
        #expect(readable(try QueryEncoder.standard.encode(value)) == "value[value][k][][x]=1")
        #expect(readable(try encoder { $0.nesting = .dots }.encode(value)) == "value.value.k[].x=1")
        let items: QueryItems = ["user": ["name": "x"]]
        #expect(readable(try QueryEncoder.standard.encode(items)) == "user[name]=x")
        #expect(try encoder { $0.nesting = .dots }.encode(items) == "user.name=x")
    }

    @Test func nilValuesAreLeftOutByDefault() throws {
        #expect(try QueryEncoder.standard.encode(["a": nil, "b": 1, "c": String?.none]) == "b=1")
        #expect(try QueryEncoder.standard.encode(Optionals()) == "")
    }

    @Test(
        arguments: [
            (.brackets, "a[]=&b=1"), (.repeated, "a=&b=1"), (.commaSeparated, "a=&b=1"), (.indexed, "a=&b=1"),
            (.custom { "\($0)-\($1)" }, "a=&b=1"),
        ] as [(QueryEncoder.ArrayStyle, String)])
    func anEmptyListIsLeftOutOrHasAnEmptyValue(_ style: QueryEncoder.ArrayStyle, _ text: String) throws {
        let items: QueryItems = ["a": [Int](), "b": 1]
        #expect(try encoder { $0.arrays = style }.encode(items) == "b=1")
        #expect(readable(try encoder { ($0.arrays, $0.emptyArrays) = (style, .emptyValue) }.encode(items)) == text)
        let nested: QueryItems = ["o": ["a": [Int]()] as QueryItems]
        let encoder = encoder { ($0.arrays, $0.emptyArrays) = (style, .emptyValue) }
        #expect(readable(try encoder.encode(nested)).hasPrefix("o[a]"))
    }

    @Test(arguments: [(QueryEncoder.NilStyle.emptyValue, ""), (.null, "null")])
    func nilValuesFollowTheirStyle(style: QueryEncoder.NilStyle, text: String) throws {
        let encoder = encoder { $0.nils = style }
        #expect(try encoder.encode(["a": nil, "b": 1]) == "a=\(text)&b=1")
        let names = "bool date double float int int16 int32 int64 int8 list string uint uint16 uint32 uint64 uint8"
        let expected = names.split(separator: " ").map { "\($0)=\(text)" }.joined(separator: "&")
        #expect(try encoder.encode(Optionals()) == expected)
    }

    private struct Optionals: Encodable {
        var bool: Bool?
        var string: String?
        var double: Double?
        var float: Float?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var date: Date?
        var list: [Int]?
    }

    // MARK: Numbers and errors

    @Test func numbersAreWrittenInFull() throws {
        let items: QueryItems = [
            "a": Int64.min, "b": UInt64.max, "c": 1.0, "d": 1e20, "e": Float(0.1), "f": -0.5,
            "g": 0, "h": -1, "i": 9, "j": 10, "k": UInt8(0),
        ]
        let expected =
            "a=-9223372036854775808&b=18446744073709551615&c=1.0&d=1e%2B20&e=0.1&f=-0.5&g=0&h=-1&i=9&j=10&k=0"
        #expect(try QueryEncoder.standard.encode(items) == expected)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numbersThatAreNotFiniteThrow(number: Double) {
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": number]) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": [Float(number)]]) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(Box(value: Box(value: number))) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(Box(value: Decimal.nan)) }
    }

    @Test func singleValuesAndListsNeedAName() {
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode("hidden") }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(3) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(Date()) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(URL(filePath: "/hidden")) }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["hidden"]) }
    }

    @Test func errorsNameThePathAndNoValue() throws {
        let commas = encoder { $0.arrays = .commaSeparated }
        let nested = #expect(throws: EncodingError.self) { try commas.encode(Box(value: [["hidden": "hidden"]])) }
        let single = #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["hidden"]) }
        let number = #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["a": ["b": 0.0 / 0]]) }
        let printed = "\(String(reflecting: nested)) \(String(reflecting: single)) \(String(reflecting: number))"
        #expect(!printed.contains("hidden"))
        #expect(printed.contains("value"))
        #expect(printed.contains("a[b]"))
    }

    // MARK: Shapes of Encodable values

    private enum Filter: Encodable {
        case none
        case range(from: Int, to: Int?)
        case exact(String)
    }

    @Test func enumerationsWithPayloadsNestByCase() throws {
        #expect(readable(try QueryEncoder.standard.encode(Filter.range(from: 1, to: nil))) == "range[from]=1")
        #expect(readable(try QueryEncoder.standard.encode(Box(value: Filter.exact("x")))) == "value[exact][_0]=x")
        #expect(try QueryEncoder.standard.encode(Filter.none) == "")
    }

    @Test func foundationValuesAreTheSameTextAsInItems() throws {
        let url = try #require(URL(string: "https://a.example/b?c=d"))
        let id = UUID()
        let number = try #require(Decimal(string: "0.10"))
        let items: QueryItems = ["id": id, "number": number, "url": url]
        struct Values: Encodable {
            var url: URL
            var id: UUID
            var number: Decimal
        }
        let encoded = try QueryEncoder.standard.encode(Values(url: url, id: id, number: number))
        #expect(encoded == (try QueryEncoder.standard.encode(items)))
        #expect(encoded.hasSuffix("number=0.1&url=https%3A//a.example/b?c%3Dd"))
    }

    private enum Kind: String, Encodable, QueryConvertible {
        case photo

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("by hand")
        }
    }

    @Test func handWrittenEncodingWinsOverQueryValue() throws {
        #expect(try QueryEncoder.standard.encode(Box(value: Kind.photo)) == "value=by%20hand")
        #expect(try QueryEncoder.standard.encode(["value": Kind.photo]) == "value=photo")
    }

    private class Animal: Encodable {
        private let name = "Rex"
    }

    private final class Dog: Animal {
        private enum CodingKeys: CodingKey { case tricks, legs }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(["sit", "roll"], forKey: .tricks)
            try super.encode(to: container.superEncoder())
            try super.encode(to: container.superEncoder(forKey: .legs))
            try super.encode(to: encoder)
        }
    }

    @Test func classesShareAContainerOrUseASuperEncoder() throws {
        let expected = "legs[name]=Rex&name=Rex&super[name]=Rex&tricks[]=sit&tricks[]=roll"
        #expect(readable(try QueryEncoder.standard.encode(Dog())) == expected)
    }

    private struct ByHand: Encodable {
        var write: @Sendable (any Encoder) throws -> Void

        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    private enum Key: CodingKey { case a, b, c }

    @Test func nestedContainersOfEveryKindAreWritten() throws {
        let value = ByHand { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            var list = keyed.nestedUnkeyedContainer(forKey: .a)
            try list.encode(1)
            try list.encodeNil()
            var inner = list.nestedUnkeyedContainer()
            try inner.encode("x")
            var innerKeyed = list.nestedContainer(keyedBy: Key.self)
            try innerKeyed.encode(true, forKey: .b)
            try ByHand { try [7].encode(to: $0) }.encode(to: list.superEncoder())
            #expect(list.count == 5)
            var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: .c)
            try nested.encodeNil(forKey: .a)
            try nested.encode(2, forKey: .b)
            var again = keyed.nestedContainer(keyedBy: Key.self, forKey: .c)
            try again.encode(3, forKey: .c)
        }
        let expected = "a[0]=1&a[2][0]=x&a[3][b]=1&a[4][0]=7&c[b]=2&c[c]=3"
        #expect(readable(try encoder { $0.arrays = .indexed }.encode(value)) == expected)
    }

    @Test func codingPathsNameEveryLevel() throws {
        let probe = ByHand { encoder in
            #expect(encoder.codingPath.map(\.stringValue) == ["value", "Index 0", "c", "super"])
            #expect(encoder.userInfo.isEmpty)
            var single = encoder.singleValueContainer()
            try single.encodeNil()
        }
        let middle = ByHand { encoder in
            var container = encoder.container(keyedBy: Key.self)
            #expect(container.codingPath.count == 2)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .c)
            try probe.encode(to: nested.superEncoder())
        }
        #expect(try QueryEncoder.standard.encode(Box(value: [middle])) == "")
    }

    @Test func theLastValueEncodedForAKeyStays() throws {
        let value = ByHand { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .a)
        }
        #expect(try QueryEncoder.standard.encode(value) == "a=2")
    }

    @Test func wrappersEncodeInPlace() throws {
        let wrapper = ByHand { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Box(value: [1]))
        }
        #expect(readable(try QueryEncoder.standard.encode(wrapper)) == "value[]=1")
        #expect(readable(try QueryEncoder.standard.encode(Box(value: wrapper))) == "value[value][]=1")
    }

    @Test func containersOfDifferentKindsForOneValueThrow() {
        let mixed = ByHand { encoder in
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(1, forKey: .a)
            var list = encoder.unkeyedContainer()
            try list.encode(2)
        }
        let twice = ByHand { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        }
        let valueAndKeys = ByHand { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            _ = encoder.container(keyedBy: Key.self)
        }
        let listFirst = ByHand { encoder in
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: Key.self)
        }
        let nilTwice = ByHand { encoder in
            var single = encoder.singleValueContainer()
            try single.encodeNil()
            try single.encodeNil()
        }
        for value in [mixed, twice, valueAndKeys, listFirst, nilTwice] {
            let error = #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(Box(value: value)) }
            guard case .invalidValue(_, let context) = error else { continue }
            #expect(
                context.debugDescription
                    == "An encode(to:) requested containers of different kinds for one value.")
        }
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(mixed) }
    }

    @Test func aContainerWithoutValuesIsOfItsKind() throws {
        let lists = ByHand { encoder in
            _ = encoder.unkeyedContainer()
            _ = encoder.unkeyedContainer()
        }
        let objects = ByHand { encoder in
            _ = encoder.container(keyedBy: Key.self)
            _ = encoder.container(keyedBy: Key.self)
        }
        // Without names at the top, where an object is allowed.
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(lists) }
        #expect(try QueryEncoder.standard.encode(objects) == "")
        #expect(try encoder { $0.nils = .null }.encode(["a": lists, "b": objects]) == "")
    }
}
