import Talyn
import TalynStubs

struct ResponseDTO<Payload: Decodable & Sendable>: Envelope {
    let isSuccess: Bool
    let code: String
    let message: String
    let data: Payload?

    var payload: Payload? { data }
    var rejection: Rejection? { isSuccess ? nil : Rejection(code: code, message: message) }
}

enum Members: RoutedTarget {
    case profile(Int)
    case nickname(Int)
    case avatar(Int)

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://members.example")!

    var route: Route {
        switch self {
        case .profile(let id): .get("members/\(id)")
        case .nickname(let id): .get("members/\(id)/nickname")
        case .avatar(let id): .get("members/\(id)/avatar").validate(.successCodes.contentType("image/*"))
        }
    }

    var validation: Validation { .successCodes.accepting(ResponseDTO<JSONValue>.self) }
}

extension Call where Target == Members, Value == String {
    static func nickname(_ id: Int) -> Self { Self(.nickname(id), in: ResponseDTO<String>.self) }
}

enum ResponsesSamples {
    enum Feed: RoutedTarget {
        case newest
        var baseURL: URL { URL(string: "https://feed.example")! }
        var route: Route { .get("newest.json") }
        var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes, Self.withoutPrefix] }

        /// Some services write `)]}'` before their JSON, so that no script can load it.
        static let withoutPrefix = BodyTransformer { body, _ in
            body.starts(with: Data(")]}'".utf8)) ? body.dropFirst(4) : body
        }
    }

    struct Reply<Payload: Decodable & Sendable>: Envelope {
        let isSuccess: Bool
        let payload: Payload?

        enum CodingKeys: String, CodingKey {
            case isSuccess
            case payload = "data"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            isSuccess = try container.decode(Bool.self, forKey: .isSuccess)
            payload = isSuccess ? try container.decodeIfPresent(Payload.self, forKey: .payload) : nil
        }

        var rejection: Rejection? { isSuccess ? nil : Rejection() }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(Members.profile(7), .json(#"{"data": {"names": ["Mona"], "address": {"city": "Oslo"}}}"#))
        stubs.on(
            Members.nickname(7),
            .json(#"{"isSuccess": true, "code": "200", "message": "fine", "data": "mona"}"#))
        stubs.on(
            Members.nickname(8),
            .json(#"{"isSuccess": false, "code": "M404", "message": "nobody", "data": null}"#))
        stubs.on(Members.avatar(7), .text("<html>", contentType: "text/html"))
        stubs.on(Feed.newest, .text(#")]}'{"title": "it\'s"}"#, contentType: "application/json"))
        let members = Provider<Members>(transport: stubs)

        let response = try await members.request(.profile(7))
        let name = try response.decode(String.self, atKeyPath: "data.names.0")
        let whole = try response.json()
        let city = whole.value(atKeyPath: "data.address.city")?.stringValue
        guard name == "Mona", city == "Oslo" else { fail("a place inside the body") }

        let nickname = try await members.call(Call(.nickname(7), in: ResponseDTO<String>.self))  // a String
        let bound = try await members.call(.nickname(7))
        guard nickname == "mona", bound == nickname else { fail("envelopes") }
        guard case .failure(.restError(let no, 200, "M404")) = await members.result(.nickname(8)),
            case .rejected = no.kind
        else { fail("an envelope that says no") }
        stubs.on(Members.nickname(9), .json(#"{"isSuccess": true, "data": "nine"}"#))
        let nine = try await members.request(.nickname(9))
        guard try nine.open(Reply<String>.self) == "nine" else { fail("a reply") }

        guard case .failure(.restError(let html, 200, nil)) = await members.result(.avatar(7)),
            case .contentType("text/html") = html.kind
        else { fail("the content type") }

        let feed = try await Provider<Feed>(transport: stubs).request(.newest).json()
        guard feed["title"]?.stringValue == "it's" else { fail("body transformers") }
    }
}
