import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

struct StubTransportFormsTests {
    private static func avatar(_ caption: String, _ bytes: [UInt8] = [1, 2]) -> Probe {
        Probe(
            .post("avatar").multipart {
                Part("caption", caption)
                Part("file", data: Data(bytes), fileName: "me.png")
            })
    }

    private static let retry = {
        var retry = RetryPlugin()
        retry.methods = [.post]
        return retry
    }()

    private let stubs = StubTransport()
    private var provider: Provider<Probe> { Provider(transport: stubs) }

    @Test func aFormIsMatchedPartByPartWhateverItsBoundary() async throws {
        stubs.on(Self.avatar("me"), .status(201))
        stubs.on(Self.avatar("you"), .status(202))
        #expect(try await provider.request(Self.avatar("me")).statusCode == 201)
        #expect(try await provider.request(Self.avatar("you")).statusCode == 202)
        let error = await provider.result(Self.avatar("me", [3])).thrown
        #expect(error?.category == .unstubbed && error.map { "\($0)".contains("the body differs") } == true)
        #expect(error.map { "\($0)".contains("Content-Type") } == false)
    }

    @Test func aFormIsNoOtherBody() async throws {
        stubs.on(Probe(.post("avatar")), .status(204))
        #expect(await provider.result(Self.avatar("me")).thrown?.category == .unstubbed)
    }

    @Test(arguments: [Route.post("avatar"), Route.post("avatar").stream(BodyStream("a"))])
    func noOtherBodyIsAForm(_ route: Route) async throws {
        stubs.on(Self.avatar("me"), .status(204))
        #expect(await provider.result(Probe(route)).thrown?.category == .unstubbed)
    }

    @Test func aStreamInAFormEqualsAnyOther() async throws {
        func upload(_ name: String) -> Probe {
            Probe(.post("a").multipart { Part(name, stream: BodyStream("abc"), fileName: "a.txt") })
        }
        stubs.on(upload("s"), .status(204))
        #expect(try await provider.request(upload("s")).statusCode == 204)
        #expect(await provider.result(upload("t")).thrown?.category == .unstubbed)
        #expect(stubs.calls[0].form?["s"]?.fileName == "a.txt")
        let sent = String(decoding: stubs.calls[0].body, as: UTF8.self)
        #expect(sent.contains("\r\nContent-Type: text/plain\r\n\r\nabc\r\n--"))
    }

    @Test func theStubsShowThePartsThatWereSent() async throws {
        stubs.on(where: { endpoint, _ in endpoint.body.form?["caption"]?.text == "me" }, .status(204))
        let response = try await provider.request(Self.avatar("me"))
        let exchange = try #require(stubs.calls.first)
        #expect(exchange.form?.parts.map(\.name) == ["caption", "file"])
        #expect(exchange.form?["file"]?.data == Data([1, 2]))
        #expect(exchange.bodyLength == exchange.form?.length && exchange.body.count == Int(exchange.bodyLength))
        #expect(try exchange.endpoint == provider.endpoint(Self.avatar("me")))
        #expect(response.endpoint.body.form == exchange.form)
    }

    @Test func aSequenceOfAClosureAdvancesWithEachEqualForm() async throws {
        stubs.on(Probe.self) { _ in .sequence([.status(201), .status(202)]) }
        for status in [201, 202] {
            #expect(try await provider.request(Self.avatar("me")).statusCode == status)
            #expect(try await provider.request(Self.avatar("you")).statusCode == status)
        }
    }

    @Test func aRetrySendsTheFormAgain() async throws {
        stubs.on(Self.avatar("me"), .sequence([.status(503), .status(204)]))
        let provider = Provider<Probe>(
            transport: stubs, plugins: [Self.retry], clock: TestClock())
        try await provider.request(Self.avatar("me"))
        #expect(stubs.calls.count == 2 && stubs.calls[0].body == stubs.calls[1].body)
    }

    @Test func aPartThatIsReadOnceIsNamedWhereARetryIsMissing() async throws {
        stubs.on(where: { _, _ in true }, .status(503))
        let provider = Provider<Probe>(
            transport: stubs, plugins: [Self.retry], clock: TestClock())
        let once = Probe(.post("a").multipart { Part("s", stream: BodyStream("abc")) })
        let error = await provider.result(once).thrown
        #expect(error?.statusCode == 503 && stubs.calls.count == 1)
        #expect(error?.timeline.description.contains("no retry: part 1 ('s') of the form can be read once") == true)
    }

    @Test func progressHasTheLengthOfTheForm() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let seen = Locked<[TransferProgress]>([])
        try await provider.request(Self.avatar("me", .init(repeating: 7, count: 600_000))) { progress in
            seen.withLock { $0.append(progress) }
        }
        let length = stubs.calls[0].bodyLength
        #expect(seen.withLock { $0 }.contains { $0.sent == length && $0.totalToSend == length })
        #expect(seen.withLock { $0 }.contains { $0.sent < length && $0.sent > 0 })
    }
}
