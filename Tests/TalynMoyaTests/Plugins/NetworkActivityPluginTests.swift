import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct NetworkActivityPluginTests {
    private let changes = Notes<String>()

    private var plugin: NetworkActivityPlugin {
        NetworkActivityPlugin { [changes] change, target in changes.add("\(change) \(target)") }
    }

    private static let balanced = ["began order", "ended order"]

    @Test(arguments: [200, 404])
    func aCallBeginsAndEnds(status: Int) async throws {
        let server = try LoopbackServer { [.response(status, to: $0)] }
        _ = await MoyaProvider<Order>(.own(), plugins: [plugin]).result(Order(server.url).validated)
        #expect(changes.all == Self.balanced)
    }

    @Test func aCallToAClosedPortBeginsAndEnds() async throws {
        let port = try RefusingPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.port)"))
        let summary = await MoyaProvider<Order>(.own(), plugins: [plugin]).summary(Order(url))
        withExtendedLifetime(port) {}
        #expect(summary == "sessionTaskFailed(URLError(-1004))" && changes.all == Self.balanced)
    }

    @Test func aCallCancelledInFlightEnds() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let call = StartedCall(Order(server.url), by: MoyaProvider<Order>(.own(), plugins: [plugin]))
        try await server.waitForRequests()
        call.token.cancel()
        #expect(try await call.summary == "explicitlyCancelled" && changes.all == Self.balanced)
    }

    @Test func aStubBeginsAndEnds() throws {
        let provider = MoyaProvider<Order>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin])
        provider.request(Order(try #require(URL(string: "https://shop.example")))) { _ in }
        #expect(changes.all == Self.balanced)
    }

    /// As in Moya: a call begins with each attempt, and ends once.
    @Test func aRetryBeginsAgain() async throws {
        let server = try LoopbackServer { [.response(500, to: $0)] }
        let session = Session.own(Guided(decide: { $2($0.retryCount < 2 ? .retry : .doNotRetry) }))
        _ = await MoyaProvider<Order>(session, plugins: [plugin]).result(Order(server.url).validated)
        #expect(changes.all == ["began order", "began order", "began order", "ended order"])
    }
}
