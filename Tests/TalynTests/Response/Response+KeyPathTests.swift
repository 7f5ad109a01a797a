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
        (#"{"data": null}"#, "data.count.x", "data.count: the key \"count\" is missing"),
        (#"{"data": {"a": 1}}"#, "data.count.x", "data.count: the key \"count\" is missing; the object has the keys a"),
        (
            #"{"data": ["a", "b"]}"#, "data.7",
            "data[7]: expected Wrapped, found nothing (the array ends after 2 elements)"
        ),
        (
            #"{"data": ["a", "b"]}"#, "data.7.x",
            "data[7]: expected Wrapped, found nothing (the array ends after 2 elements)"
        ),
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

    /// A text that decodes from a single value, so that `String`'s special case does not apply.
    struct Wrapped: Decodable, Equatable {
        let text: String
        init(text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }
}
