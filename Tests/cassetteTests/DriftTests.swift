import Foundation
import Talyn
import TalynCassettes
import TalynTesting
import Testing

@testable import cassette

struct DriftTests {
    private static func server(_ status: Int = 200, _ json: String = "{}", type: String = "application/json") throws
        -> LoopbackServer
    {
        try LoopbackServer { [.response(status, headers: ["Content-Type": type], text: json, to: $0)] }
    }

    @Test func aChangedAnswerIsReportedByItsShape() async throws {
        let server = try Self.server(200, #"{"items":[{"id":2,"author":{"name":null},"new":true}]}"#)
        let desk = try Desk()
        let body = #"{"items":[{"id":1,"author":{"name":"ann"},"old":"x"}]}"#
        try desk.write([.get("\(server.url)/a", json: body), .get("\(server.url)/b", json: #"{"items":[]}"#)], "a.har")
        #expect(await desk.run("drift") == 1)
        #expect(
            desk.out == [
                "a.har: entry 0: GET \(server.url)/a", "  items[].author.name: string → null",
                "  items[].new: gained (boolean)",
                "  items[].old: lost (string)", "1 as recorded, 1 different, 0 skipped",
            ])
        #expect(desk.err == ["a.har: entry 0: GET \(server.url)/a", "a.har: entry 1: GET \(server.url)/b"])
    }

    @Test func statusAndContentTypeCount() async throws {
        let server = try Self.server(404, "{}", type: "text/html; charset=utf-8")
        let desk = try Desk()
        try desk.write([.get("\(server.url)/a"), .get("\(server.url)/b", 404)], "a.har")
        #expect(await desk.run("drift") == 1)
        #expect(
            desk.out.contains("  status: 200 → 404")
                && desk.out.contains("  content type: application/json → text/html"))
    }

    @Test func onlySafeRequestsAreSentAndNothingIsFollowed() async throws {
        let server = try LoopbackServer { request in
            request.target == "/r"
                ? [.response(302, headers: ["Location": "/elsewhere"])] : [.response(200, to: request)]
        }
        let desk = try Desk()
        var redirect = HAREntry.get("\(server.url)/r", 302, json: nil)
        redirect.json[at: "response.headers"] = JSONValue([HARField]())
        redirect.json[at: "response.content.mimeType"] = .string("")
        var head = redirect
        head.json[at: "request.method"] = .string("HEAD")
        head.json[at: "request.url"] = .string("\(server.url)/h")
        head.json[at: "response.status"] = 200
        let unsafe = ["POST", "PUT", "PATCH", "DELETE"].map { HAREntry.get("\(server.url)/x", method: $0) }
        try desk.write([redirect, head] + unsafe, "a.har")
        #expect(await desk.run("drift") == 0)
        #expect(server.requests.map { "\($0.method) \($0.target)" } == ["GET /r", "HEAD /h"])
        #expect(desk.out.contains("a.har: entry 2: POST \(server.url)/x: skipped: POST may change something"))
        #expect(desk.out.last == "2 as recorded, 0 different, 4 skipped")
    }

    @Test func aDriftThatComparedNothingFails() async throws {
        let desk = try Desk()
        try desk.write(
            [.get("https://h.example/a", method: "POST"), .get("https://h.example/b", method: "PUT")], "a.har")
        #expect(await desk.run("drift") == 1)
        #expect(desk.out.last == "0 as recorded, 0 different, 2 skipped")
        #expect(desk.err == ["cassette: nothing was compared."])
        let lines = try await Cassette.drift(at: desk.folder.appendingPathComponent("a.har"))
        #expect(lines == ["nothing was compared: each of the 2 entries was skipped"])
    }

    @Test func secretsAreAskedForAndGoToTheCassettesHostOnly() async throws {
        let home = try Self.server()
        let other = try Self.server()
        let desk = try Desk()
        let redacted = [HARField("Authorization", "Bearer REDACTED"), HARField("Accept", "a/b")]
        let foreign = other.url.absoluteString.replacingOccurrences(of: "127.0.0.1", with: "localhost")
        try desk.write(
            [
                .get("\(home.url)/a?api_key=REDACTED&b=%41", headers: redacted),
                .get("\(foreign)/b", headers: redacted),
                .get("\(foreign)/c"),
            ], "a.har")
        #expect(await desk.run("drift") == 0)
        #expect(desk.out.first?.hasSuffix("skipped: it needs query item api_key, header Authorization") == true)
        #expect(home.requests.isEmpty)
        let code = await desk.run(
            "drift", "--header-from-env", "Authorization=TOKEN", "--query-from-env", "api_key=KEY",
            environment: ["TOKEN": "Bearer CANARY", "KEY": "CAN ARY&"])
        #expect(code == 0)
        #expect(!desk.text.contains("CANARY") && !desk.text.contains("CAN"))
        #expect(home.requests.map(\.target) == ["/a?api_key=CAN%20ARY%26&b=%41"])
        #expect(home.requests.first?.headers["Authorization"] == "Bearer CANARY")
        #expect(home.requests.first?.headers["Accept"] == "a/b")
        #expect(other.requests.map(\.target) == ["/c", "/c"])
        #expect(other.requests.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test func secretsGoToNoOtherPortOrScheme() async throws {
        let (home, other) = (try Self.server(), try Self.server())
        let desk = try Desk()
        let redacted = [HARField("Authorization", "Bearer REDACTED")]
        // The same host with another port.
        try desk.write([.get("\(home.url)/a"), .get("\(other.url)/b", headers: redacted)], "a.har")
        let secret = ["drift", "--header-from-env", "Authorization=TOKEN"]
        #expect(await desk.run(secret, environment: ["TOKEN": "x"]) == 0)
        #expect(home.requests.count == 1 && other.requests.isEmpty)
        // The same host without TLS, which the first entry has.
        let secure = other.url.absoluteString.replacingOccurrences(of: "http:", with: "https:")
        try desk.write([.get("\(secure)/a", method: "POST"), .get("\(other.url)/b", headers: redacted)], "a.har")
        #expect(await desk.run(secret, environment: ["TOKEN": "x"]) == 1)
        #expect(other.requests.isEmpty)
    }

    @Test func aSecretThatWasLeftInIsNotSent() async throws {
        let server = try Self.server()
        let desk = try Desk()
        try desk.write([.get("\(server.url)/a", headers: [HARField("X-Api-Key", "CANARY")])], "a.har")
        #expect(await desk.run("drift") == 1)
        #expect(server.requests.isEmpty && !desk.text.contains("CANARY"))
    }

    @Test func aBaseURLTakesTheHostsPlace() async throws {
        let server = try Self.server()
        let desk = try Desk()
        try desk.write([.get("https://api.example/a?b=1"), .get("https://cdn.example/c")], "a.har")
        #expect(await desk.run("drift", "--base-url", "\(server.url)/staging/") == 0)
        #expect(server.requests.map(\.target) == ["/staging/a?b=1"])
        #expect(desk.out.first?.hasSuffix("skipped: another host than the cassette's own") == true)
    }

    @Test func noAnswerIsAFinding() async throws {
        let server = try LoopbackServer { _ in [.reset] }
        let desk = try Desk()
        var failed = HAREntry.get("\(server.url)/b", 0, json: nil)
        failed.json[at: "response._error"] = .string("networkConnectionLost -1005")
        try desk.write([.get("\(server.url)/a"), failed, failed], "a.har")
        #expect(await desk.run("drift") == 1)
        #expect(desk.out[1].hasPrefix("  no answer: "))
        #expect(desk.out.last == "2 as recorded, 1 different, 0 skipped")
    }

    @Test func otherCommandsSendNothing() async throws {
        let server = try Self.server()
        let desk = try Desk()
        try desk.write([.get("\(server.url)/a")], "a.har")
        for command in ["list", "check", "redact"] { #expect(await desk.run(command) == 0) }
        #expect(server.record.requests.isEmpty)
    }
}
