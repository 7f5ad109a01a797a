import Foundation
import Talyn
import TalynCassettes
import TalynTesting
import Testing

/// The samples that record, against a server on loopback.
@Suite struct RecordingTests {
    let server: LoopbackServer
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    var github: Provider<GitHub> { Provider(baseURL: server.url) }

    init() throws {
        server = try LoopbackServer { request in
            [
                .response(
                    headers: ["Content-Type": "application/json"], text: #"{"login": "octocat", "id": 1}"#, to: request)
            ]
        }
    }

    @Test func aCassetteRecordsAndReplays() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let cassette = Cassette(at: file, mode: .once)
        let user = try await withCassette(cassette) {
            try await github.request(.user("octocat"), as: User.self)
        }
        #expect(user == User(login: "octocat", id: 1))
        server.stop()
        let again = try await withCassette(Cassette(at: file)) {
            try await github.request(.user("octocat"), as: User.self)
        }
        #expect(again == user)
    }

    @Test func namesOfOnesOwnAreSecrets() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let redaction = Redaction.standard.adding(headers: ["X-Tenant"], names: ["iban"])
        let cassette = Cassette(at: file, mode: .all, redacting: redaction)
        let provider = github.withDefaults { $0.headers["X-Tenant"] = "CANARY" }
        _ = try await withCassette(cassette) { try await provider.request(.zen) }
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("CANARY"))
    }

    @Test func theMatchingChoosesTheComparedParts() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await withCassette(Cassette(at: file, mode: .all)) { try await github.request(.user("octocat")) }
        let matching = CassetteMatching([.operation, .method, .body, .order], headers: ["Accept-Language"])
        let cassette = Cassette(at: file, matching: matching)
        let user = try await withCassette(cassette) { try await github.request(.user("hubot"), as: User.self) }
        #expect(user.login == "octocat")
    }

    @Test func ignoredFieldsMayDifferInEachRun() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        func message(_ time: Int) -> Endpoint {
            Endpoint(
                .post, url: server.url.appending(queryItems: [URLQueryItem(name: "timestamp", value: "\(time)")]),
                headers: ["Content-Type": "application/json"], body: .data(Data("{\"sent_at\": \(time)}".utf8)))
        }
        _ = try await withCassette(Cassette(at: file, mode: .all)) { try await github.send(message(1)) }
        let matching = CassetteMatching.standard.ignoring(query: ["timestamp"], json: ["sent_at"])
        let cassette = Cassette(at: file, matching: matching)
        let user = try await withCassette(cassette) { try await github.send(message(2)).decode(User.self) }
        #expect(user.id == 1)
    }
}
