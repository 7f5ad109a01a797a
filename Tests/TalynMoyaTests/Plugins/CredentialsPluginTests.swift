import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct CredentialsPluginTests {
    private func server(_ challenge: String) throws -> LoopbackServer {
        try LoopbackServer { request in
            if request.headers.contains("Authorization") { return [.response(text: "in", to: request)] }
            return [.response(401, headers: ["WWW-Authenticate": challenge], text: "out", to: request)]
        }
    }

    private func provider(_ credential: URLCredential?, _ targets: Notes<String> = Notes()) -> MoyaProvider<Order> {
        let plugin = CredentialsPlugin { target in
            targets.add("\(target)")
            return credential
        }
        return MoyaProvider<Order>(.own(), plugins: [plugin])
    }

    private let credential = URLCredential(user: "u", password: "p", persistence: .none)

    @Test(arguments: ["Basic realm=\"r\"", #"Digest realm="r", nonce="n", qop="auth""#])
    func aChallengeIsAnsweredWithTheCredentialOfTheTarget(challenge: String) async throws {
        let (server, targets) = (try server(challenge), Notes<String>())
        #expect(await provider(credential, targets).summary(Order(server.url)) == "200 in")
        let scheme = try #require(challenge.split(separator: " ").first)
        #expect(server.requests.first?.headers["Authorization"] == nil && server.requests.count == 2)
        #expect(server.requests.last?.headers["Authorization"]?.hasPrefix("\(scheme) ") == true)
        #expect(targets.all == ["order"])
    }

    @Test func withoutACredentialTheChallengeIsTheResponse() async throws {
        let server = try server("Basic realm=\"r\"")
        #expect(await provider(nil).summary(Order(server.url)) == "401 out" && server.requests.count == 1)
    }

    @Test func anotherSchemeIsNotAnswered() async throws {
        let server = try server("Bearer")
        #expect(await provider(credential).summary(Order(server.url)) == "401 out" && server.requests.count == 1)
    }

    @Test func withoutAChallengeNothingIsAdded() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        #expect(await provider(credential).summary(Order(server.url)) == "200 yes")
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test func aFieldOfTheTargetStays() async throws {
        let server = try LoopbackServer { request in
            [.response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], text: "out", to: request)]
        }
        var order = Order(server.url)
        order.headers = ["Authorization": "Bearer t"]
        #expect(await provider(credential).summary(order) == "401 out")
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer t"])
    }
}
