import Foundation
import Testing

@testable import Talyn

struct DecodingFailureTests {
    private struct Page: Decodable {
        var items: [Item]
    }

    private struct Item: Decodable {
        var id: Int
        var authorID: String
        var kind: Kind?
        var link: URL?
        var token: UUID?

        enum CodingKeys: String, CodingKey {
            case id, kind, link, token
            case authorID = "author_id"
        }
    }

    private enum Kind: String, Decodable { case photo }

    private struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try container.decode(Int.self)
            _ = try container.decode(Int.self)
        }
    }

    // MARK: What is told

    @Test(arguments: [
        (#"{"items":[{"id":1,"author_id":null}]}"#, "items[0].author_id: expected String, found null"),
        (#"{"items":[{"id":"hunter2","author_id":"a"}]}"#, "items[0].id: expected Int, found string"),
        (#"{"items":[{"id":1,"author_id":{"b":1,"a":2}}]}"#, "items[0].author_id: expected String, found object"),
        (#"{"items":{"id":1}}"#, "items: expected array, found object"),
        (#"{"items":[[]]}"#, "items[0]: expected object, found array"), ("[1]", "expected object, found array"),
        ("3", "expected object, found integer"), ("null", "expected object, found null"),
        (#"{"items":[{"id":1,"name":2}]}"#, "items[0].author_id: the key is missing"),
        (#"{"items":[{"id":1,"authorId":2}]}"#, "items[0].author_id: the key is missing"),
        ("{}", "items: the key is missing"),
        (
            #"{"items":[{"id":1,"author_id":"a","kind":"hunter2"}]}"#,
            "items[0].kind: the value, string, is not valid for its type"
        ),
        (
            #"{"items":[{"id":1,"author_id":"a","link":""}]}"#,
            "items[0].link: the value, string, is not valid for its type"
        ),
        (
            #"{"items":[{"id":1,"author_id":"a","token":"hunter2"}]}"#,
            "items[0].token: the value, string, is not valid for its type"
        ),
    ])
    func aFailureSaysWhereAndWhat(body: String, expected: String) throws {
        let failure = try failure(Page.self, body)
        #expect(failure.description == expected)
        #expect(!"\(failure.reason)".contains("hunter2"))
    }

    @Test(arguments: [
        (#"{"ann@example.com":{"age":"x"}}"#, "[…].age: expected Int, found string"),
        (#"{"ann@example.com":3}"#, "[…]: expected object, found integer"),
        (#"{"ann@example.com":{}}"#, "[…].age: the key is missing"),
        (#"{"4111":{"ann@example.com":1,"9f86d081884c7d659a2feaa0":2}}"#, "[…].age: the key is missing"),
    ])
    func keysThatAreDataAreNotShown(body: String, expected: String) throws {
        struct Person: Decodable { let age: Int }
        let failure = try failure([String: Person].self, body)
        #expect(failure.description == expected)
        #expect(failure.path.hasPrefix("[…]"))
    }

    @Test func keysOfNumbersAndOfAnyTextAreData() throws {
        #expect(try failure([Int: [Bool]].self, #"{"4711":[1]}"#).path == "[…][0]")
        struct Loose: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                _ = try container.decode(Int.self, forKey: Key("ann@example.com"))
            }
        }
        #expect(try failure(Loose.self, "{}").description == "[…]: the key is missing")
    }

    @Test func theStepsOfAKeyPathAreShown() throws {
        struct Item: Decodable { let id: Int }
        let response = Response(
            statusCode: 200, body: .data(Data(#"{"data":{"items":[{"id":"x"}]}}"#.utf8)),
            endpoint: Endpoint(url: GitHub.host))
        let error = #expect(throws: RequestError.self) { try response.decode([Item].self, atKeyPath: "data.items") }
        guard case .decoding(let failure)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.path == "data.items[0].id")
    }

    @Test func theFieldsAreThere() throws {
        let failure = try failure(Page.self, #"{"items":[{"id":1}]}"#)
        #expect(failure.path == "items[0].author_id")
        #expect(failure.expected == nil)
        #expect(failure.found == "nothing")
        #expect(failure.excerpt == #"{"id":1}"#)
    }

    @Test func anArrayThatIsTooShortIsToldSo() throws {
        let failure = try failure(Pair.self, "[1]")
        #expect(failure.description == "[1]: expected Int, found nothing")
    }

    @Test func aKeyThatAnEnumCarriesIsData() {
        let context = DecodingError.Context(codingPath: [AnyName.named("hunter2")], debugDescription: "")
        let failure = DecodingFailure(
            DecodingError.typeMismatch(Int.self, context), data: Data(#"{"hunter2":true}"#.utf8), contentType: nil)
        #expect(failure.description == "[…]: expected Int, found boolean")
    }

    @Test func aKeyConvertedByAStrategyIsFound() throws {
        struct Model: Decodable { var authorName: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let failure = try failure(Model.self, #"{"author_name":true}"#, decoder: decoder)
        #expect(failure.description == "authorName: expected Int, found boolean")
    }

    // MARK: No JSON

    @Test(arguments: [
        ("", "the body is not valid JSON: unexpected end of the document at line 1, column 1"),
        ("\n<!DOCTYPE html>", "the body is not valid JSON: an unexpected character at line 2, column 1"),
        ("{\n  \"items\": [tru]}", "the body is not valid JSON: an unexpected character at line 2, column 16"),
        (#"{"items":["#, "the body is not valid JSON: unexpected end of the document at line 1, column 11"),
        ("hunter2", "the body is not valid JSON: an unexpected character at line 1, column 1"),
    ])
    func aBodyThatIsNotJSONIsToldSo(body: String, expected: String) throws {
        let failure = try failure(JSONValue.self, body)
        #expect(failure.description == expected)
        #expect(failure.path.isEmpty)
        #expect(failure.found == nil)
        let parsing = #expect(throws: DecodingError.self) { try JSONValue(parsing: Data(body.utf8)) }
        #expect(DecodingFailure(try #require(parsing), data: Data(body.utf8), contentType: nil) == failure)
    }

    /// JSONDecoder reads a string when it decodes it, and then knows its path.
    @Test func aStringThatIsNotValidIsBrokenJSON() throws {
        let failure = try failure([String].self, #"["it\'s"]"#)
        #expect(
            failure.reason == "the body is not valid JSON: an invalid escape in a string at line 1, column 5")
        #expect(failure.excerpt == #"["it\'s"]"#)
    }

    @Test func aBodyOfAnotherFormatIsNotCalledBrokenJSON() {
        let context = DecodingError.Context(codingPath: [Name.a], debugDescription: "hunter2")
        for (error, text) in [
            (DecodingError.dataCorrupted(context), "a: the value is not valid for its type"),
            (.typeMismatch(Int.self, context), "a: expected Int"),
            (.keyNotFound(Name.a, context), "a.a: the key is missing"),
        ] {
            #expect(DecodingFailure(error, data: Data("<a/>".utf8), contentType: "text/xml").description == text)
        }
    }

    /// A strategy of its own may name keys as it likes.
    @Test func aKeyThatIsNotInTheBodyIsNotCalledMissing() {
        let error = DecodingError.typeMismatch(Int.self, .init(codingPath: [Name.a], debugDescription: ""))
        let failure = DecodingFailure(error, data: Data(#"{"identifier":"x"}"#.utf8), contentType: nil)
        #expect(failure.description == "a: expected Int" && failure.found == nil)
        #expect(failure.excerpt == #"{"identifier":"x"}"#)
    }

    @Test func aNumberThatDoesNotFitIsNotCalledBrokenJSON() throws {
        let failure = try failure([String: Int].self, #"{"a":1.5}"#)
        #expect(failure.reason.contains("not valid for its type") || failure.expected == "Int")
        #expect(!failure.reason.contains("not valid JSON"))
    }

    @Test func aDateWithoutAPlaceIsNotValidForItsType() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let failure = try failure([Date].self, #"["hunter2"]"#, decoder: decoder)
        #expect(failure.reason.contains("not valid for its type"))
        #expect(!failure.description.contains("hunter2"))
    }

    // MARK: Other errors

    @Test func anotherErrorIsToldByItsTypeOnly() {
        struct Trouble: Error { let secret = "hunter2" }
        let failure = DecodingFailure(Trouble(), data: Data("{}".utf8), contentType: nil)
        #expect(failure.description == "decoding threw an error of the type Trouble")
    }

    @Test func anotherTextOfAnErrorIsNotPassedOn() {
        for text in ["hunter2", "Cannot initialize hun ter2 from invalid String value x", "Cannot initialize "] {
            let error = DecodingError.dataCorrupted(.init(codingPath: [Name.a], debugDescription: text))
            let failure = DecodingFailure(error, data: Data(#"{"a":1}"#.utf8), contentType: nil)
            #expect(failure.description == "a: the value, integer, is not valid for its type")
        }
    }

    @Test func aCharsetThatCannotBeReadIsNamed() {
        let unknown = DecodingFailure(TextDecoding.Failure.unknownCharset("x\ny"), data: Data(), contentType: nil)
        #expect(unknown.description == "the charset \"x y\" is not known")
        let broken = DecodingFailure(
            TextDecoding.Failure.notText(charset: "big5"), data: Data([0xFF]), contentType: nil)
        #expect(broken.description == "the body is not text in the charset \"big5\"")
    }

    @Test func aFailureIsTakenOver() {
        let failure = DecodingFailure(reason: "no", path: "a.b", expected: "Int", found: "string")
        #expect(DecodingFailure(failure, data: Data("x".utf8), contentType: "text/plain") == failure)
        #expect(failure.description == "a.b: expected Int, found string (no)")
        #expect(DecodingFailure(reason: "no").description == "no")
    }

    // MARK: Excerpts

    @Test func theExcerptIsInNoDescription() throws {
        let failure = try failure(Page.self, #"{"items":[{"id":"hunter2","author_id":"a"}]}"#)
        #expect(failure.excerpt == "\"hunter2\"")
        var dumped = ""
        dump(failure, to: &dumped)
        for text in [
            dumped, "\(failure)", String(reflecting: failure), "\([failure])", "\(failure as DecodingFailure?)",
        ] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test func theExcerptOfARejectedValueIsThatValue() throws {
        let failure = try failure(Page.self, #"{"items":[{"id":1,"author_id":"a","kind":"hunter2"}]}"#)
        #expect(failure.excerpt == "\"hunter2\"")
    }

    @Test(arguments: [(-1, 0, false), (0, 0, false), (59, 0, false), (60, 1, true), (100, 41, true)])
    func anExcerptTakesAsMuchFromBothSides(offset: Int, start: Int, isCut: Bool) {
        let bytes = (0..<300).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let body = InspectedBody(Data(bytes), contentType: nil)
        let expected = String(decoding: bytes[start..<start + 119], as: UTF8.self)
        #expect(body.excerpt(around: offset) == (isCut ? "…" : "") + expected)
    }

    @Test func anExcerptIsShort() throws {
        let long = String(repeating: "é😀", count: 5000)
        for body in [#"{"items":"\#(long)"}"#, #"{"items":[{"\#(long)":1}]}"#, "[\"\(long)\",?\"\(long)\"]", long] {
            let excerpt = try #require(try failure(Page.self, body).excerpt)
            #expect(excerpt.unicodeScalars.count <= 120)
            #expect(!excerpt.contains("\u{FFFD}") || excerpt.hasSuffix("\u{FFFD}"))
        }
    }

    @Test func theExcerptIsAroundTheFault() throws {
        let filler = String(repeating: "1,", count: 200)
        let failure = try failure(JSONValue.self, "[\(filler)oops,\(filler)1]")
        let excerpt = try #require(failure.excerpt)
        #expect(excerpt.contains("1,1,oops,1,1,"))
        #expect(excerpt.hasPrefix("…"))
        #expect(excerpt.count <= 120)
    }

    // MARK: Hostile bodies

    // Wide text of ASCII alone is valid UTF-8 as well.
    @Test(arguments: ["é", "e"]) func aWideBodyIsReadByItsCharset(text: String) throws {
        let data = try #require("{\"a\":\"\(text)\"}".data(using: .utf16LittleEndian))
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: Int].self, from: data) }
        let failure = DecodingFailure(try #require(error), data: data, contentType: "text/json; charset=utf-16le")
        #expect(failure.description == "[…]: expected Int, found string")
    }

    @Test func strangeBodiesAndPathsDoNotTrap() {
        let deep = String(repeating: "[", count: 100_000)
        let bodies = [
            Data(), Data([0]), Data([0xFF]), Data([0xEF, 0xBB, 0xBF]), Data([0xFF, 0xFE]), Data(deep.utf8),
            Data("\"".utf8),
            Data("[1,{\"a\":[]}]".utf8), Data("xx[1]".utf8).dropFirst(2), Data([0x5B, 0xE9, 0x5D]),
        ]
        let paths: [[any CodingKey]] = [
            [], [Key("a")], [Key(index: 0)], [Key(index: 1), Key("a"), Key(index: 0)], [Key(index: -1)],
            [Key(index: .max), Key("")], (0..<1000).map { Key(index: $0) },
        ]
        for body in bodies {
            for path in paths {
                let context = DecodingError.Context(codingPath: path, debugDescription: "hunter2")
                let errors: [DecodingError] = [
                    .dataCorrupted(context), .keyNotFound(Key("k\n"), context), .typeMismatch(Int.self, context),
                    .valueNotFound([String: Any].self, context),
                ]
                for error in errors {
                    let failure = DecodingFailure(error, data: body, contentType: "text/plain; charset=\"")
                    #expect(!failure.description.isEmpty)
                    #expect(!failure.description.contains("\n"))
                    #expect(!failure.description.contains("hunter2"))
                }
            }
        }
    }

    private func failure<Value: Decodable>(
        _ type: Value.Type, _ body: String, decoder: JSONDecoder = JSONDecoder()
    ) throws -> DecodingFailure {
        let error = #expect(throws: DecodingError.self) { try decoder.decode(type, from: Data(body.utf8)) }
        return DecodingFailure(try #require(error), data: Data(body.utf8), contentType: nil)
    }

    private enum Name: CodingKey { case a }

    private enum AnyName: CodingKey {
        case named(String)
        var stringValue: String {
            switch self {
            case .named(let name): name
            }
        }
        var intValue: Int? { nil }
        init(stringValue: String) { self = .named(stringValue) }
        init?(intValue: Int) { nil }
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(_ name: String) { (stringValue, intValue) = (name, nil) }
        init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
        init(stringValue: String) { self.init(stringValue) }
        init(intValue: Int) { self.init(index: intValue) }
    }
}
