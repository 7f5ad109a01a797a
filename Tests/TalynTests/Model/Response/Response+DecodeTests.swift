import Foundation
import Testing

@testable import Talyn

struct ResponseDecodeTests {
    private enum Pet: RoutedTarget {
        case get
        case head
        case csv
        case unfiltered

        var baseURL: URL { GitHub.host }
        var route: Route {
            switch self {
            case .get: .get("pet")
            case .head: .head("pet")
            case .csv: .get("pet.csv")
            case .unfiltered: .get("pet").validate(.anyStatus)
            }
        }
        var decoder: any BodyDecoder { if case .csv = self { CommaDecoder() } else { Self.snake } }

        private static let snake: JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }()
    }

    /// Decodes another format than JSON: fields separated by commas.
    private struct CommaDecoder: BodyDecoder {
        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            let fields = String(decoding: data, as: UTF8.self).split(separator: ",").map(String.init)
            return try JSONDecoder().decode(type, from: JSONEncoder().encode(fields))
        }
    }

    private struct Owned: Codable, Equatable { var ownerName: String }

    private func call<Value: Decodable & Sendable>(
        _ transport: AnswerTransport, _ target: Pet = .get, as type: Value.Type
    ) async -> Result<Value, MyAPIError> {
        await Provider<Pet>(transport: transport).result(target, as: type)
    }

    private func call<Value: Decodable & Sendable>(
        _ text: String, status: Int = 200, contentType: String? = nil, _ target: Pet = .get, as type: Value.Type
    ) async -> Result<Value, MyAPIError> {
        await call(.bytes(Array(text.utf8), status: status, contentType: contentType), target, as: type)
    }

    // MARK: The forms a value may have

    @Test func aStringIsTheTextAndNotAJSONString() async {
        #expect(await call(#""quoted""#, as: String.self) == .success(#""quoted""#))
        #expect(await call("", as: String.self) == .success(""))
        #expect(await call(" \n", as: String.self) == .success(" \n"))
    }

    @Test func dataIsTheBytesAsTheyCame() async {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x00, 0x22]
        #expect(await call(.bytes(bytes), as: Data.self) == .success(Data(bytes)))
        #expect(await call("", as: Data.self) == .success(Data()))
    }

    @Test(arguments: ["", "not json", "{}"])
    func voidIsReturnedWhateverTheBody(body: String) async throws {
        let provider = Provider<Pet>(transport: AnswerTransport.bytes(Array(body.utf8)))
        try await provider.request(.get, as: Void.self)
        try await provider.call(Call<Pet, Void>(.get))
    }

    @Test func voidFailsForARefusedStatus() async {
        let provider = Provider<Pet>(transport: AnswerTransport.bytes([], status: 500))
        let error = RequestError(.status(500), response: .make(500))
        await #expect(throws: MyAPIError.restError(error, statusCode: 500, errorCode: nil)) {
            try await provider.request(.get, as: Void.self)
        }
    }

    @Test func aDecoderOfTheUsersDecodesJSONValuesToo() throws {
        let value = try Response.make(200, "a,b").decode(JSONValue.self, using: CommaDecoder())
        #expect(value == ["a", "b"])
    }

    @Test func anOptionalIsItsValueWhenThereIsABody() async {
        #expect(await call(#"{"owner_name":"Ada"}"#, as: Owned?.self) == .success(Owned(ownerName: "Ada")))
        #expect(await call("text", as: String?.self) == .success("text"))
        #expect(await call("text", as: Data?.self) == .success(Data("text".utf8)))
        #expect(await call("null", as: Owned?.self) == .success(nil))
    }

    @Test(arguments: ["", " ", "\r\n\t ", String(repeating: " \r\n\t", count: 999)])
    func anOptionalIsNilWithoutABodyAndAnythingElseIsEmpty(body: String) async {
        #expect(await call(body, as: Owned?.self) == .success(nil))
        #expect(await call(body, as: String?.self) == .success(nil))
        #expect(await call(body, as: Owned.self) == .failure(.empty()))
        #expect(await call(body, as: [Owned].self) == .failure(.empty()))
        #expect(await call(body, as: JSONValue.self) == .failure(.empty()))
    }

    @Test(arguments: [204, 205, 304])
    func aStatusWithoutABodyHasNoneEvenWhenBytesCame(status: Int) async throws {
        let transport = AnswerTransport.bytes(Array(#"{"owner_name":"Ada"}"#.utf8), status: status)
        let response = try await Provider<Pet>(transport: transport).request(.unfiltered)
        #expect(try response.decode(Owned?.self) == nil)
        #expect(throws: RequestError(.empty, response: .make(status))) { try response.decode(Owned.self) }
        #expect(throws: RequestError(.empty, response: .make(status))) { try response.json() }
    }

    @Test func anAnswerToHEADHasNoBodyEvenWhenBytesCame() async {
        #expect(await call(#"{"owner_name":"Ada"}"#, .head, as: Owned?.self) == .success(nil))
        #expect(await call(#"{"owner_name":"Ada"}"#, .head, as: Owned.self) == .failure(.empty()))
    }

    @Test func aGenericFunctionTreatsEveryFormAsTheConcreteOne() async throws {
        func fetch<T: Decodable & Sendable>(_ type: T.Type, _ body: String) async throws(MyAPIError) -> T {
            try await Provider<Pet>(transport: AnswerTransport.bytes(Array(body.utf8))).request(.get, as: type)
        }
        #expect(try await fetch(String.self, #""a""#) == #""a""#)
        #expect(try await fetch(Data.self, "a") == Data("a".utf8))
        #expect(try await fetch(Owned?.self, "") == nil)
        #expect(try await fetch(String?.self, "a") == "a")
        #expect(try await fetch(Owned.self, #"{"owner_name":"Ada"}"#) == Owned(ownerName: "Ada"))
    }

    @Test func aScalarAtTheTopIsAValue() async {
        #expect(await call("42", as: Int.self) == .success(42))
        #expect(await call("true", as: Bool.self) == .success(true))
        #expect(await call("[1,2]", as: [Int].self) == .success([1, 2]))
    }

    // MARK: Decoders

    @Test func theTargetsDecoderIsUsedForAnswersAndForRefusals() async throws {
        #expect(await call(#"{"owner_name":"Ada"}"#, as: Owned.self) == .success(Owned(ownerName: "Ada")))
        let refused = await call(#"{"owner_name":"Ada"}"#, status: 400, as: Owned.self)
        guard case .failure(let error) = refused else { return #expect(Bool(false), "400 is no answer") }
        #expect(error.requestError.body(as: Owned.self) == Owned(ownerName: "Ada"))
    }

    @Test func aDecoderMayBeOfAnotherFormatThanJSON() async {
        #expect(await call("a,b", .csv, as: [String].self) == .success(["a", "b"]))
    }

    @Test func aDecoderGivenByHandComesBeforeTheTargets() throws {
        let response = Response.make(200, "a,b")
        #expect(try response.decode([String].self, using: CommaDecoder()) == ["a", "b"])
    }

    // MARK: Charsets

    @Test(
        arguments: [
            ([0xE9], "text/plain; charset=iso-8859-1", "é"), ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], nil, "é"),
            ([0x93, 0xE9], "text/html; charset=Windows-1252", "“é"), ([0xFF, 0xFE, 0xE9, 0x00], nil, "é"),
            ([0xC3, 0xA9], "text/plain", "é"),
        ] as [([UInt8], String?, String)])
    func textIsReadInItsCharset(bytes: [UInt8], contentType: String?, text: String) async {
        #expect(await call(.bytes(bytes, contentType: contentType), as: String.self) == .success(text))
    }

    @Test func valuesAreDecodedInTheirCharset() async {
        let json = Array(#"{"owner_name":""#.utf8) + [0xE9] + Array(#""}"#.utf8)
        let result = await call(.bytes(json, contentType: "application/json; charset=iso-8859-1"), as: Owned.self)
        #expect(result == .success(Owned(ownerName: "é")))
        let marked = [0xEF, 0xBB, 0xBF] + Array(#"{"owner_name":"Ada"}"#.utf8)
        #expect(await call(.bytes(marked), as: Owned.self) == .success(Owned(ownerName: "Ada")))
    }

    @Test func bytesThatAreNotTextFailToDecode() async {
        let result = await call(.bytes([0xFF, 0xC0, 0x80]), as: String.self)
        guard case .failure(.decoding(let error)) = result else { return #expect(Bool(false), "got \(result)") }
        #expect(error.statusCode == 200)
    }

    // MARK: Key paths

    private let nested = Response.make(
        200, #"{"data":{"user":{"login":"octocat","id":1},"none":null},"items":[{"name":"a"},{"name":"b"}]}"#)

    @Test func aKeyPathLeadsToAValueInside() throws {
        #expect(try nested.decode(User.self, atKeyPath: "data.user") == .octocat)
        #expect(try nested.decode(String.self, atKeyPath: "items.1.name") == "b")
        #expect(try nested.decode([[String: String]].self, atKeyPath: "items") == [["name": "a"], ["name": "b"]])
        #expect(try nested.decode(User?.self, atKeyPath: "data.none") == nil)
    }

    @Test(arguments: [
        ("data.team", "data.team"), ("team.user.id", "team"), ("items.2.name", "items"), ("data.0", "data"),
    ])
    func aKeyPathThatLeadsNowhereSaysWhere(keyPath: String, place: String) {
        let error = #expect(throws: RequestError.self) { try nested.decode(Int.self, atKeyPath: keyPath) }
        guard case .decoding(let failure) = error?.kind else { return #expect(Bool(false), "got \(error as Any)") }
        #expect(failure.path.hasPrefix(place), "\(failure)")
    }

    @Test func aKeyPathIntoAnEmptyBodyIsEmptyOrNil() throws {
        #expect(throws: RequestError(.empty, response: .make())) {
            try Response.make().decode(Int.self, atKeyPath: "a")
        }
        #expect(try Response.make().decode(Int?.self, atKeyPath: "a") == nil)
    }
}
