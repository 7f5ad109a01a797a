import Foundation
import Testing

@testable import Talyn

@Suite struct TargetTypeTests {
    /// An API in the form of one property per aspect.
    private enum Feed: TargetType {
        case photos(tags: String)
        case upload(Data)

        var baseURL: URL { Probe.host }
        var path: URLPath { "services/feeds/photos_public.gne" }
        var method: HTTPMethod { if case .photos = self { .get } else { .post } }
        var task: HTTPTask {
            switch self {
            case .photos(let tags): .query(["tags": tags, "format": "json"])
            case .upload(let bytes): .data(bytes, contentType: "image/png")
            }
        }
        var headers: HTTPHeaders { ["Accept": "application/json"] }
    }

    /// A target that declares all of its properties.
    private struct Own: TargetType {
        enum Failure: Error, Equatable { case own(Int?), cancelled }
        static let catchChain = CatchChain(cancelled: Failure.cancelled, otherwise: { .own($0.statusCode) })
        var baseURL: URL { Probe.host }
        var path: URLPath { "own" }
        var method: HTTPMethod { .post }
        var task: HTTPTask { .json(["a": true]).query(["on": true]) }
        var headers: HTTPHeaders { ["X-Own": "1"] }
        var validation: Validation { .codes(418...418) }
        var timeout: Duration? { .seconds(7) }
        var queryEncoder: QueryEncoder {
            var encoder = QueryEncoder()
            encoder.bools = .literal
            return encoder
        }
        var bodyTransformers: [BodyTransformer] { [BodyTransformer { body, _ in body + Data("!".utf8) }] }
        var operation: String { "own-operation" }
    }

    let stubs = StubTransport()

    @Test func eachPropertyIsInTheRequest() throws {
        let provider = Provider<Feed>(transport: stubs)
        let photos = try provider.endpoint(.photos(tags: "cat, dog"))
        #expect(photos.method == .get)
        #expect(
            photos.url.absoluteString
                == "https://api.example.com/services/feeds/photos_public.gne?tags=cat%2C%20dog&format=json")
        #expect(photos.headers.fields == [.init("Accept", "application/json")])
        #expect(photos.body == .none)
        #expect(photos.template == "services/feeds/photos_public.gne")

        let upload = try provider.endpoint(.upload(Data([1, 2])))
        #expect(upload.method == .post)
        #expect(upload.body == .data(Data([1, 2])))
        #expect(
            upload.headers.fields == [.init("Content-Type", "image/png"), .init("Accept", "application/json")])
    }

    @Test func theDefaultsAreThoseDocumented() throws {
        let target = Feed.photos(tags: "")
        #expect(target.timeout == nil)
        #expect(target.encoder as? JSONEncoder === JSONEncoder.talyn)
        #expect(target.decoder as? JSONDecoder === JSONDecoder.talyn)
        #expect(target.bodyTransformers.isEmpty)
        #expect(throws: RequestError(.status(300), response: .make(300))) { try target.validation.validate(.make(300)) }
        #expect(throws: Never.self) { try target.validation.validate(.make(299)) }
        #expect(Feed.Failure.self == MyAPIError.self)
    }

    @Test func eachAspectOfItsOwnIsUsed() async throws {
        stubs.on(Own(), .sequence([.text("tea", status: 418), .text("no")]))
        let provider = Provider<Own>(transport: stubs)
        #expect(try await provider.request(Own(), as: String.self) == "tea!")
        await #expect(throws: Own.Failure.own(200)) { try await provider.request(Own(), as: String.self) }
        let sent = try #require(stubs.requests.first)
        #expect(sent.method == .post)
        #expect(sent.url.absoluteString == "https://api.example.com/own?on=true")
        #expect(sent.bodyText == #"{"a":true}"#)
        #expect(sent.headers.fields == [.init("Content-Type", "application/json"), .init("X-Own", "1")])
        #expect(sent.options.timeout == .seconds(7))
        #expect(sent.operation == "own-operation")
        #expect(stubs.requests.count == 2)
    }

    @Test func aTargetMayBeAnExistential() async throws {
        func status<Target: TargetType>(of target: Target) async throws -> Int {
            let provider = Provider<GitHub>(transport: stubs)
            return try await provider.for(type(of: target)).request(target).statusCode
        }
        stubs.on(GitHub.zen, .status(201))
        stubs.on(Feed.photos(tags: "x"), .status(202))
        stubs.on(Own(), .status(418))
        let targets: [any TargetType] = [GitHub.zen, Feed.photos(tags: "x"), Own()]
        var statuses: [Int] = []
        for target in targets { statuses.append(try await status(of: target)) }
        #expect(statuses == [201, 202, 418])
        #expect(stubs.requests.map(\.operation) == ["GitHub.zen", "Feed.photos", "own-operation"])
    }
}

@Suite struct TargetOperationTests {
    private static let secretive: [any TargetType] = [
        Plain.zen, Plain.user("octocat"), Plain.page(number: 7, of: "x"), Described.quiet, Described.loud("x"),
        Debugged.quiet, Streamed.quiet,
    ]

    @Test(
        arguments: zip(
            secretive,
            [
                "Plain.zen", "Plain.user", "Plain.page", "Described.call", "Described.loud", "Debugged.call",
                "Streamed.call",
            ]))
    func anOperationIsTheTypeAndTheCaseAndNeverTheDescription(target: any TargetType, operation: String) {
        #expect(target.operation == operation)
    }

    @Test func aNestedTargetAddsItsCase() {
        #expect(Outer.users(.get("x")).operation == "Outer.users.get")
        #expect(Outer.users(.list).operation == "Outer.users.list")
        #expect(Outer.labelled(area: .list).operation == "Outer.labelled.list")
        #expect(Outer.deep(.inner(.get("x"))).operation == "Outer.deep.inner.get")
        #expect(Outer.named(Named()).operation == "Outer.named.listEverything")
        #expect(Outer.two(.list, 1).operation == "Outer.two")
    }

    @Test func aNestedTargetForwardsItsRoute() throws {
        let endpoint = try Provider<Outer>(transport: StubTransport()).endpoint(.users(.get("a/b")))
        #expect(endpoint.url.absoluteString == "https://api.example.com/users/a%2Fb")
        #expect(endpoint.operation == "Outer.users.get")
        #expect(endpoint.template == "users/{}")
    }

    @Test func aTargetThatIsNoEnumIsACall() {
        #expect(Probe(.get("secret")).operation == "Probe.call")
        #expect(Generic<Int>().operation == "Generic<Int>.call")
    }

    @Test func anOverriddenOperationIsUsedEverywhere() async throws {
        #expect(Named().operation == "listEverything")
        let failure = await Provider<Named>(transport: StubTransport()).result(Named()).thrown
        #expect(failure?.requestError.operation == "listEverything")
    }
}

private protocol Sketch: RoutedTarget {}
extension Sketch {
    var baseURL: URL { Probe.host }
    var route: Route { .get("x") }
}

private enum Plain: Sketch { case zen, user(String), page(number: Int, of: String) }

private enum Described: Sketch, CustomStringConvertible {
    case quiet
    case loud(String)
    var description: String { canary }
}

private enum Debugged: Sketch, CustomDebugStringConvertible {
    case quiet
    var debugDescription: String { canary }
}

private enum Streamed: Sketch, TextOutputStreamable {
    case quiet
    func write<Target: TextOutputStream>(to target: inout Target) { target.write(canary) }
}

private struct Generic<Value: Sendable>: Sketch {}

private struct Named: Sketch { var operation: String { "listEverything" } }

private enum Users: RoutedTarget {
    case get(String)
    case list
    var baseURL: URL { Probe.host }
    var route: Route {
        switch self {
        case .get(let id): .get("users/\(id)")
        case .list: .get("users")
        }
    }
}

private enum Middle: Sketch { case inner(Users) }

private enum Outer: RoutedTarget {
    case users(Users)
    case labelled(area: Users)
    case deep(Middle)
    case named(Named)
    case two(Users, Int)
    var baseURL: URL { Probe.host }
    var route: Route {
        switch self {
        case .users(let users), .labelled(let users), .two(let users, _): users.route
        case .deep(let middle): middle.route
        case .named(let named): named.route
        }
    }
}
