import Foundation
import Testing

@testable import Talyn

struct QueryItemsTests {
    private enum Kind: String, QueryConvertible { case photo, video }
    private enum Level: UInt8, QueryConvertible { case low = 1 }

    private struct Options: OptionSet, QueryConvertible {
        let rawValue: Int
    }

    @Test func orderAndDuplicatesAreKept() throws {
        let items: QueryItems = ["b": 1, "a": 2, "b": 3]
        #expect(items.count == 3)
        #expect(try QueryEncoder.standard.encode(items) == "b=1&a=2&b=3")
    }

    @Test func everyKindOfValueMixesInOneLiteral() throws {
        let page = 3
        let text: String? = "x y"
        let missing: String? = nil
        let numbers = [1, 2]
        let date = Date(timeIntervalSince1970: 0)
        let id = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
        let kind = Kind.video
        let items: QueryItems = [
            "page": page, "per_page": 50, "q": text, "none": missing, "nil": nil, "tags": ["a", "b"], "n": numbers,
            "on": true, "when": date, "id": id, "kind": kind, "inline": Kind.photo, "sub": "abc".dropFirst(),
            "ratio": 0.5, "map": ["z": 1, "y": 2],
        ]
        #expect(items.count == 15)
        let expected =
            "page=3&per_page=50&q=x%20y&tags%5B%5D=a&tags%5B%5D=b&n%5B%5D=1&n%5B%5D=2&on=1"
            + "&when=1970-01-01T00%3A00%3A00Z&id=E621E1F8-C36C-495A-93FC-0C247A3E6E5F&kind=video&inline=photo&sub=bc"
            + "&ratio=0.5&map%5By%5D=2&map%5Bz%5D=1"
        #expect(try QueryEncoder.standard.encode(items) == expected)
    }

    @Test func pairsAndAppendedItemsFollowEachOther() throws {
        var items = QueryItems([("a", 1), ("b", nil)])
        items.append("a", "2")
        items.append("c", nil)
        #expect(items.count == 4)
        #expect(try QueryEncoder.standard.encode(items) == "a=1&a=2")
    }

    @Test func emptinessCountsAbsentValues() {
        #expect(QueryItems().isEmpty)
        #expect(([:] as QueryItems).isEmpty)
        #expect(!(["a": nil] as QueryItems).isEmpty)
    }

    @Test func printingShowsNamesAndNoValues() {
        let items: QueryItems = ["page": "hidden", "per_page": ["hidden"], "none": nil]
        #expect(String(describing: items) == "QueryItems(page, per_page, none)")
        #expect(String(reflecting: items) == "QueryItems(page, per_page, none)")
        var dumped = ""
        dump(["x": items], to: &dumped)
        #expect(dumped.contains("per_page"))
        #expect(!dumped.contains("hidden"))
    }

    @Test func printingAQueryValueShowsNoContent() {
        let value = (["key": ["hidden", "hidden"]] as QueryItems).queryValue
        var dumped = ""
        dump(value, to: &dumped)
        dump(QueryValue.Field(name: "key", value: .string("hidden")), to: &dumped)
        #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("hidden"))
        #expect("\(value)" == "QueryValue(object of key)")
        #expect("\(QueryValue.array([.bool(true), .null]))" == "QueryValue(array of 2)")
        #expect("\(QueryValue.separated([.string("hidden")], by: "|"))" == "QueryValue(array of 1)")
    }

    @Test(
        arguments: [
            (Int8.min, .integer(-128)),
            (Int16.max, .integer(32_767)),
            (Int32.min, .integer(-2_147_483_648)),
            (Int64.min, .integer(.min)),
            (Int.max, .integer(.max)),
            (UInt8.max, .unsigned(255)),
            (UInt16.max, .unsigned(65_535)),
            (UInt32.max, .unsigned(4_294_967_295)),
            (UInt64.max, .unsigned(.max)),
            (UInt.max, .unsigned(.max)),
            (Float(0.1), .double(0.1)),
            (
                Decimal(string: "12345678901234567890.123") ?? .nan,
                .decimal(Decimal(string: "12345678901234567890.123") ?? 0)
            ),
            (URL(filePath: "/a b"), .string("file:///a%20b")),
            (Data([1, 2]), .data(Data([1, 2]))),
            (Kind.photo, .string("photo")),
            (Level.low, .unsigned(1)),
            (Options(rawValue: 5), .integer(5)),
            (Optional(7), .integer(7)),
            (Int?.none, .null),
            ([1, nil], .array([.integer(1), .null])),
            (["b": 1, "a": nil], .object([.init(name: "a", value: .null), .init(name: "b", value: .integer(1))])),
        ] as [(any QueryConvertible, QueryValue)])
    func valuesConvertWithoutLoss(value: any QueryConvertible, expected: QueryValue) {
        #expect(value.queryValue == expected)
    }

    @Test func itemsNestInItems() throws {
        let items: QueryItems = ["filter": ["id": 1, "name": "x"] as QueryItems]
        #expect(try QueryEncoder.standard.encode(items) == "filter%5Bid%5D=1&filter%5Bname%5D=x")
    }

    // MARK: JSON and parameters of any types

    /// The body that a task becomes, with the target's encoder.
    private func json(_ task: HTTPTask) throws -> String {
        guard case .data(let data) = try Route(.post, "x", task: task).resolved().body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test func aLiteralOfMixedValuesIsAJSONObject() throws {
        let (title, missing): (String, String?) = ("a", nil)
        let task = HTTPTask.json([
            "title": title, "labels": ["a"], "n": 1, "missing": missing, "nil": nil, "big": UInt64.max, "on": true,
            "price": Decimal(string: "1.10"), "kind": Kind.video, "sub": "abc".dropFirst(), "data": Data([1]),
            "nested": ["b": 1, "a": "x"] as QueryItems, "null": JSONValue.null,
            "tree": ["k": [1, "2", nil]] as JSONValue,
            "n": 2, "ratio": 0.5,
        ])
        #expect(
            try json(task)
                == #"{"big":18446744073709551615,"data":"AQ==","kind":"video","labels":["a"],"n":2,"#
                + #""nested":{"a":"x","b":1},"null":null,"on":true,"price":1.1,"ratio":0.5,"sub":"bc","title":"a","#
                + #""tree":{"k":[1,"2",null]}}"#)
        #expect(try json(.json(["a": 1])) == #"{"a":1}"#)
        #expect(try json(.json(["a", "b"])) == #"["a","b"]"#)
        #expect(try json(.json([:])) == "{}")
        let route = Route.post("x").json(["a": 1, "b": "c"])
        #expect(try route.resolved().headers == ["Content-Type": "application/json"])
        #expect(try route.resolved().body == .data(Data(#"{"a":1,"b":"c"}"#.utf8)))
    }

    @Test func aSeparatedListIsAnArrayInJSONAndANilOneIsOmitted() throws {
        let nothing: [Int]? = nil
        let task = HTTPTask.json([
            "ids": .separated([1, nil]), "none": .separated(nothing), "empty": .separated([String]()),
            "o": ["a": .separated(["x"], by: "|"), "b": .separated(nothing)] as QueryItems,
        ])
        #expect(try json(task) == #"{"empty":[],"ids":[1,null],"o":{"a":["x"]}}"#)
        var items = QueryItems(["list": QueryValue.separated([.bool(true)])])
        items.append("none", .separated(nothing))
        #expect(try json(.json(items)) == #"{"list":[true]}"#)
        #expect(QueryValue.separated([.null]) != .array([.null]))
        #expect(QueryValue.separated([.null]) != .separated([.null], by: "|"))
    }

    @Test func parametersOfAnyTypesAreSortedAndGoWhereTheMethodWants() throws {
        let parameters: [String: Any] = [
            "title": "a b", "labels": ["x"], "n": NSNumber(value: 3), "on": NSNumber(value: true),
            "half": NSNumber(value: 0.5), "none": NSNull(), "mixed": [1, "2"] as [Any], "text": NSString(string: "t"),
            "filter": ["id": 1, "deep": ["k": [true]] as [String: Any]] as [String: Any],
        ]
        let items = QueryItems(parameters)
        #expect(
            try json(.json(items))
                == #"{"filter":{"deep":{"k":[true]},"id":1},"half":0.5,"labels":["x"],"mixed":[1,"2"],"n":3,"none":null,"#
                + #""on":true,"text":"t","title":"a b"}"#)
        #expect(
            try QueryEncoder.standard.encode(items).removingPercentEncoding
                == "filter[deep][k][]=1&filter[id]=1&half=0.5&labels[]=x&mixed[]=1&mixed[]=2&n=3&on=1&text=t&title=a b")
        let texts: [String: String] = ["b": "1", "a": "2"]
        #expect(try QueryEncoder.standard.encode(QueryItems(texts)) == "a=2&b=1")
    }

    /// Nils of many static types, as they stand in a `[String: Any]`.
    private static var nils: [Any] {
        [
            Any?.none as Any, String?.none as Any, [Any]?.none as Any, [String: Any]?.none as Any,
            NSObject?.none as Any,
            Any??.some(nil) as Any, Any??.none as Any, Any???.some(.some(nil)) as Any, Int??.some(nil) as Any,
            Kind?.none as Any, [Int]?.none as Any, (any QueryConvertible)?.none as Any, QueryItems?.none as Any,
            [Any?]??.some(nil) as Any,
        ]
    }

    @Test func aNilOfAnyTypeIsNilWhereverItStands() throws {
        for absent in Self.nils {
            let parameters: [String: Any] = [
                "a": absent, "b": ["c": absent, "d": 1] as [String: Any], "e": [absent, 2] as [Any],
                "f": [[absent], ["g": absent]] as [Any], "h": Any?.some([3, absent] as [Any]) as Any,
                "i": ["j": absent] as [String: Any?],
            ]
            let items = QueryItems(parameters)
            #expect(
                try json(.json(items)) == #"{"b":{"d":1},"e":[null,2],"f":[[null],{}],"h":[3,null],"i":{}}"#,
                "\(absent)")
            #expect(
                try QueryEncoder.standard.encode(items).removingPercentEncoding == "b[d]=1&e[]=2&h[]=3", "\(absent)")
            var encoder = QueryEncoder()
            encoder.nils = .emptyValue
            encoder.arrays = .indexed
            #expect(
                try encoder.encode(items).removingPercentEncoding
                    == "a=&b[c]=&b[d]=1&e[0]=&e[1]=2&f[0][0]=&f[1][g]=&h[0]=3&h[1]=&i[j]=", "\(absent)")
            let form = try Route(.post, "x", task: .form(items)).resolved().body
            #expect(form == .data(Data("b%5Bd%5D=1&e%5B%5D=2&h%5B%5D=3".utf8)))
        }
    }

    @Test func aNilIsOmittedAndANullIsWrittenInEveryObject() throws {
        let nothing: String? = nil
        let task = HTTPTask.json([
            "a": ["b": nothing, "c": "x"], "d": ["e": nil, "f": JSONValue.null, "g": nothing] as QueryItems,
            "h": nothing,
            "i": [nothing, "x"], "j": ["k": JSONValue.null], "l": ["m": ["n": Int??.some(nil)]],
        ])
        #expect(
            try json(task) == #"{"a":{"c":"x"},"d":{"f":null},"i":[null,"x"],"j":{"k":null},"l":{"m":{}}}"#)
        #expect(
            try json(.json(QueryItems(["a": NSNull(), "b": ["c": NSNull(), "d": JSONValue.null] as [String: Any]])))
                == #"{"a":null,"b":{"c":null,"d":null}}"#)
    }

    @Test(arguments: [#"{"a":[1,2]}"#, "[]", "17", "", #"{"#])
    func bytesAreJSONAlready(text: String) throws {
        let data = Data(text.utf8)
        #expect(try json(.json(data)) == text)
        #expect(try json(.json(Optional(data))) == text)
        #expect(try json(.json(Data("x\(text)".utf8).dropFirst())) == text)
        let erased: any Encodable & Sendable = data
        #expect(try json(.json(erased)) == text)
        let endpoint = try Route.post("x").json(data).resolved()
        #expect(endpoint.body == .data(data) && endpoint.headers["Content-Type"] == "application/json")
        let part = try #require(
            try Route.post("x").multipart([Part("a", json: data)]).resolved().body.form?.parts.first)
        #expect(part.data == data && part.contentType == "application/json")
        #expect(try json(.json(Data?.none)) == "null")
        #expect(try json(.json([1, 2] as [UInt8])) == "[1,2]")
        #expect(try json(.json(["a": Data([1])])) == #"{"a":"AQ=="}"#)
    }

    @Test(arguments: [
        HTTPTask.json(QueryItems(["user": ["icons": ["a", NSObject()] as [Any]] as [String: Any]])),
        .query(QueryItems(["user": ["icons": ["a", NSObject()] as [Any]] as [String: Any]])),
        .form(QueryItems(["user": ["icons": ["a", NSObject()] as [Any]] as [String: Any]])),
    ])
    func aParameterThatCannotBeSentIsNamed(task: HTTPTask) throws {
        let reason =
            "the value of 'user.icons[1]' is of the type NSObject, which a query, a form or a JSON object cannot"
            + " hold; convert it to a String, a number, a Bool, a Date, Data, an array or a dictionary"
        #expect(throws: RequestError(.invalidRequest(reason))) { try Route(.post, "x", task: task).resolved() }
    }

    @Test func parametersOfAnyDepthAreRefusedAndNotFollowed() throws {
        var deep: [String: Any] = ["end": 1]
        for _ in 0..<500 { deep = ["a": deep] }
        for task in [HTTPTask.json(QueryItems(deep)), .query(QueryItems(deep))] {
            #expect(throws: RequestError.self) { try Route(.post, "x", task: task).resolved() }
        }
        while let next = deep.removeValue(forKey: "a") as? [String: Any] { deep = next }
    }

    @Test(arguments: [false, true])
    func parametersAsDeepAsTheLimitAreWritten(named: Bool) throws {
        func deep(_ levels: Int) -> [String: Any] {
            ["q": (0..<levels).reduce(1 as Any) { value, _ in named ? ["a": value] as Any : [value] }]
        }
        let limit = QueryEncoder.maximumDepth
        let text = try QueryEncoder.standard.encode(QueryItems(deep(limit)))
        #expect(text == "q\(String(repeating: named ? "%5Ba%5D" : "%5B%5D", count: limit))=1")
        let place = "q\(String(repeating: named ? ".a" : "[0]", count: limit))"
        let reason = "the value of '\(place)' is nested more than \(limit) levels deep"
        #expect(throws: RequestError(.invalidRequest(reason))) {
            try Route.get("x").query(QueryItems(deep(limit + 1))).resolved()
        }
    }

    @Test func aNumberOfFoundationKeepsItsKind() {
        let numbers: [(NSNumber, QueryValue)] = [
            (NSNumber(value: UInt64.max), .unsigned(.max)), (NSNumber(value: Int64.min), .integer(.min)),
            (NSNumber(value: 0.5), .double(0.5)), (NSNumber(value: Float(0.5)), .double(0.5)),
            (NSNumber(value: 2), .integer(2)), (NSNumber(value: Int8(-1)), .integer(-1)),
            (NSNumber(value: Int8(1)), .integer(1)), (NSNumber(value: Int8(0)), .integer(0)),
            (NSNumber(value: UInt8(1)), .integer(1)), (NSNumber(value: 1), .integer(1)),
            (NSNumber(value: 1.0), .double(1)), (NSNumber(value: true), .bool(true)),
            (NSNumber(value: false), .bool(false)),
        ]
        for (number, expected) in numbers {
            let items = QueryItems(["a": number] as [String: Any])
            #expect(items.queryValue == .object([.init(name: "a", value: expected)]), "\(number)")
        }
    }
}
