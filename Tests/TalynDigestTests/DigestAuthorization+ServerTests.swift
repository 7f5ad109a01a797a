import Foundation
import Testing

@testable import Talyn
@testable import TalynDigest

/// Digest over URLSession with a real server, lighttpd. Run with `.ci/with digest-server -- swift test`.
@Suite(.enabled(if: DigestServer.url != nil, "no Digest server: run .ci/with digest-server -- swift test"))
struct DigestAuthorizationServerTests {
    let calls = TimelineRecorder()

    private func provider(_ user: String = "Mufasa", _ password: String = "Circle of Life") -> Provider<Probe> {
        Provider(
            baseURL: DigestServer.url, transport: URLSessionTransport(),
            plugins: [
                calls, .digest { _ in UserCredentials(user: user, password: password) },
            ])
    }

    /// The status codes of the responses, one list per call.
    private var statuses: [[Int]] {
        calls.timelines.map { timeline in
            timeline.entries.compactMap { if case .response(let status) = $0.event { status } else { nil } }
        }
    }

    @Test(
        "A server of each kind accepts the authorization, and the next call signed in advance",
        .timeLimit(.minutes(5)),
        arguments: ["md5", "sha256", "both", "hashed"],
        [("Mufasa", "Circle of Life"), ("J\u{E4}s\u{F8}n Doe", "Secret, or not?"), ("a\"b\\c", "\u{20AC}")])
    func aServerTakesTheAnswer(_ kind: String, _ credentials: (String, String)) async throws {
        let provider = provider(credentials.0, credentials.1)
        let route = Route.get("\(kind)/file").query(["a": "b c&d=\u{E4}", "e": "\"'()"])
        for _ in 0..<3 { #expect(try await provider.request(Probe(route), as: String.self) == "here") }
        #expect(statuses == [[401, 200], [200], [200]])
    }

    @Test("A wrong password ends with one rejection per call", arguments: ["md5", "sha256", "both", "hashed"])
    func aWrongPasswordIsRefused(kind: String) async throws {
        let provider = provider("Mufasa", canary)
        for _ in 0..<2 {
            let error = try #require(await provider.result(Probe(.get("\(kind)/file"))).thrown)
            #expect(error.statusCode == 401)
            #expect(!texts(of: error).contains(canary))
        }
        #expect(statuses == [[401, 401], [401, 401]])
    }

    @Test("Bodies and other methods are signed too", arguments: ["md5", "sha256"])
    func aBodyIsSentWithTheAnswer(kind: String) async throws {
        let provider = provider()
        let posted = Route.post("\(kind)/file").data(Data(repeating: 1, count: 100_000))
        #expect(try await provider.request(Probe(posted), as: String.self) == "here")
        try await provider.request(Probe(.head("\(kind)/file")))
        #expect(statuses == [[401, 200], [200]])
    }

    @Test("Concurrent calls are all accepted")
    func callsAtOnceAreTaken() async throws {
        let provider = provider()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<40 {
                group.addTask { try await provider.request(Probe(.get("sha256/file")), as: String.self) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "here", count: 40))
    }
}

/// The server started by `.ci/with digest-server`.
enum DigestServer {
    /// Its URL; nil if it is not running.
    static let url = ProcessInfo.processInfo.environment["TALYN_DIGEST_SERVER"].flatMap { URL(string: $0) }
}
