import Foundation
import Testing

@testable import Talyn

@Suite struct ResponseKeyPathTests {
    static func response(_ text: String) -> Response {
        Response(statusCode: 200, body: .data(Data(text.utf8)), endpoint: Endpoint(url: GitHub.host))
    }

    @Test(arguments: [
        (#"{"data": {"user": {"login": "a"}}}"#, "data.user.login"), (#"[{"login": "a"}]"#, "0.login"),
        (#"{"items": [1, ["x", "a"]]}"#, "items.1.1"), (#"{"items": {"0": "a"}}"#, "items.0"), (#""a""#, ""),
    ])
    func aPathLeadsThroughNamesAndPlaces(_ body: String, _ path: String) throws {
        #expect(try Self.response(body).decode(Wrapped.self, atKeyPath: path) == Wrapped(text: "a"))
    }

    @Test(arguments: ["items.-1", "items.2", "items.99999999999", "items.x", "other.0"])
    func aPathThatLeadsNowhereIsADecodingFailure(_ path: String) {
        #expect {
            try Self.response(#"{"items": ["a", "b"]}"#).decode(Wrapped.self, atKeyPath: path)
        } throws: { error in (error as? RequestError)?.category == .decoding }
    }

    @Test func aMissingNameIsNilForAnOptional() throws {
        #expect(try Self.response("{}").decode(Int?.self, atKeyPath: "data.count") == nil)
        #expect(try Self.response(#"{"data": {}}"#).decode(Int?.self, atKeyPath: "data.count") == nil)
        #expect(try Self.response(#"{"data": {"count": 2}}"#).decode(Int?.self, atKeyPath: "data.count") == 2)
    }

    @Test(arguments: [
        (#"{"data": null}"#, "data.count"), (#"{"data": null}"#, "data.user.count"), ("null", "data.count"),
        (#"{"data": [null]}"#, "data.0.count"), (#"{"data": []}"#, "data.0.count"), (#"{"data": [1]}"#, "data.3"),
        (#"{"data": [1]}"#, "data.99999999999999999999"), (#"{"data": {"count": null}}"#, "data.count"),
    ])
    func aNullOnTheWayIsAMissingName(_ body: String, _ path: String) throws {
        #expect(try Self.response(body).decode(Int?.self, atKeyPath: path) == nil)
        #expect {
            try Self.response(body).decode(Wrapped.self, atKeyPath: path)
        } throws: { error in (error as? RequestError)?.category == .decoding }
    }

    @Test(arguments: [
        (#"{"data": null}"#, "data.count.x", "data.count: the key is missing"),
        (#"{"data": {"a": 1}}"#, "data.count.x", "data.count: the key is missing"),
        (#"{"data": ["a", "b"]}"#, "data.7", "data[7]: expected Wrapped, found nothing"),
        (#"{"data": ["a", "b"]}"#, "data.7.x", "data[7]: expected Wrapped, found nothing"),
        (#"{"data": ["a", 2]}"#, "data.1", "data[1]: expected String, found integer"),
    ])
    func theMessageNamesThePlaceThatIsMissing(_ body: String, _ path: String, _ text: String) throws {
        #expect {
            try Self.response(body).decode(Wrapped.self, atKeyPath: path)
        } throws: { error in
            guard case .decoding(let failure)? = (error as? RequestError)?.kind else { return false }
            return "\(failure)" == text
        }
    }

    /// Decoders whose key strategy changes the names of the types it decodes.
    static let strategies: [JSONDecoder.KeyDecodingStrategy] = [
        .useDefaultKeys, .convertFromSnakeCase,
        .custom { JSONValue.Step.key(($0.last?.stringValue ?? "").replacing(bytes: "_", with: "").uppercased()) },
    ]

    @Test(arguments: [
        (#"{"user_data": {"first_item": "a"}}"#, "user_data.first_item"),
        (#"{"userData": {"FirstItem": "a"}}"#, "userData.FirstItem"),
        (#"{"user_data": 1, "userData": "a"}"#, "userData"), (#"{"USER": 1, "user": "a"}"#, "user"),
        (#"{"user_list": [{"last_name": "a"}]}"#, "user_list.0.last_name"), (#"{"_id": "a"}"#, "_id"),
        (#"[{"a_b": {"0": "a"}}]"#, "0.a_b.0"), (#"{"": {"a_b": "a"}}"#, ".a_b"),
    ])
    func theNamesAreTheJSONsOwnWhateverTheKeyStrategy(_ body: String, _ path: String) throws {
        for strategy in Self.strategies {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = strategy
            let response = Self.response(body)
            #expect(try response.decode(Wrapped.self, atKeyPath: path, using: decoder) == Wrapped(text: "a"))
            #expect(try response.decode(Wrapped?.self, atKeyPath: path, using: decoder) == Wrapped(text: "a"))
            #expect(try response.decode(String.self, atKeyPath: path, using: decoder) == "a")
            #expect(try response.json().value(atKeyPath: path) == "a")
        }
    }

    @Test func theStrategiesOfTheDecoderHoldForTheValueThere() async throws {
        struct Owned: Decodable, Equatable {
            let ownerName: String
            let sinceDate: Date
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        var target = Probe(.get("a"))
        target.decoder = decoder
        let stubs = StubTransport()
        stubs.on(
            where: { _, _ in true },
            .json(#"{"user_data": [{"owner_name": "a", "since_date": 5}], "other_data": {"deep": {}}}"#))
        let provider = Provider<Probe>(transport: stubs)
        let owned = Owned(ownerName: "a", sinceDate: Date(timeIntervalSince1970: 5))
        #expect(try await provider.request(target, as: Owned.self, atKeyPath: "user_data.0") == owned)
        #expect(try await provider.request(target, as: Owned?.self, atKeyPath: "user_data.0") == owned)
        #expect(try await provider.request(target, as: [Owned].self, atKeyPath: "user_data") == [owned])
        #expect(
            try await provider.request(target, as: Date.self, atKeyPath: "user_data.0.since_date") == owned.sinceDate)
        #expect(try await provider.request(target, as: Owned?.self, atKeyPath: "userData.0") == nil)
        let error = await #expect(throws: RequestError.self) {
            try await provider.request(target, as: Owned.self, atKeyPath: "other_data.deep")
        }
        guard case .decoding(let failure)? = error?.kind else { return #expect(Bool(false), "\(error as Any)") }
        #expect(failure.path.hasPrefix("other_data.deep"), "\(failure)")
    }

    @Test func anotherDecoderIsLedThereAsWell() throws {
        let list: [String: Any] = ["user_data": ["items": [["a": "x"], ["a.b": "a"]]]]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let response = Response(statusCode: 200, body: .data(data), endpoint: Endpoint(url: GitHub.host))
        let decoder = PropertyList()
        #expect(try response.decode(String?.self, atKeyPath: "user_data.items.2", using: decoder) == nil)
        #expect(
            try response.decode(Wrapped.self, atKeyPath: #"user_data.items.1.a\.b"#, using: decoder)
                == Wrapped(text: "a"))
    }

    private struct PropertyList: BodyDecoder {
        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            try PropertyListDecoder().decode(type, from: data)
        }
    }

    @Test(arguments: [
        (#"{"a.b": {"c": "a"}}"#, #"a\.b.c"#), (#"{"a": {"b.c.d": "a"}}"#, #"a.b\.c\.d"#), (#"{".": "a"}"#, #"\."#),
        (#"{"a\\": {"b": "a"}}"#, #"a\\.b"#), (#"{"a\\.b": "a"}"#, #"a\\\.b"#), (#"{"0.1": ["a"]}"#, #"0\.1.0"#),
        (#"{"ab": "a"}"#, #"a\b"#), (#"{"a": "a"}"#, #"a\"#), (#"{"a.\u0301": "a"}"#, "a\\.\u{301}"),
    ])
    func aBackslashMakesADotPartOfAName(_ body: String, _ path: String) throws {
        let response = Self.response(body)
        #expect(try response.decode(Wrapped.self, atKeyPath: path) == Wrapped(text: "a"))
        #expect(try response.json().value(atKeyPath: path) == "a")
        let failed = RequestError(.status(200), response: response)
        #expect(MyAPIError.handleREST(errorCodeAt: path)(failed).errorCodes == ["a"])
    }

    /// A text that decodes from a single value, so that `String`'s special case does not apply.
    struct Wrapped: Decodable, Equatable {
        let text: String
        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }
}
