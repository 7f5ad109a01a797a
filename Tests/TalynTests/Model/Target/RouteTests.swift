import Foundation
import Testing

@testable import Talyn

@Suite struct RouteTests {
    @Test(
        arguments: [
            (.get("a"), "GET"), (.head("a"), "HEAD"), (.post("a"), "POST"), (.put("a"), "PUT"), (.patch("a"), "PATCH"),
            (.delete("a"), "DELETE"), (.options("a"), "OPTIONS"), (Route("PURGE", "a"), "PURGE"),
        ] as [(Route, String)])
    func eachFactoryStartsARouteOfItsMethod(route: Route, method: String) throws {
        let endpoint = try route.resolved()
        #expect(endpoint.method.rawValue == method)
        #expect(endpoint.url.absoluteString == "https://api.example.com/a")
        #expect(endpoint.body == .none)
        #expect(endpoint.headers.isEmpty)
        #expect(endpoint.template == "a")
    }

    @Test func eachPartOfAChainIsInTheEndpoint() throws {
        enum Priority: CallTagKey { static let defaultValue = 0 }
        let route = Route.post("a/\(1)").query(["x": 1]).json([true]).query(encoding: ["y": 2])
            .header("X-Source", "app").bearer("abc").timeout(.milliseconds(1500)).deadline(.seconds(9))
            .redirects(.refuse).tag(Priority.self, 5)
        let endpoint = try route.resolved()
        #expect(endpoint.url.absoluteString == "https://api.example.com/a/1?x=1&y=2")
        #expect(endpoint.bodyText == "[true]")
        #expect(
            endpoint.headers.fields == [
                .init("Content-Type", "application/json"), .init("X-Source", "app"),
                .init("Authorization", "Bearer abc"),
            ])
        #expect(endpoint.options.timeout == .milliseconds(1500))
        #expect(endpoint.options.deadline == .seconds(9))
        #expect(endpoint.options.redirects == .refuse)
        #expect(endpoint.options.tags[Priority.self] == 5)
    }

    @Test func theLastBodyOfAChainIsTheOneSent() throws {
        let file = URL(fileURLWithPath: "/a")
        #expect(try Route.post("a").json(1).text("2").resolved().bodyText == "2")
        #expect(try Route.post("a").text("1").form(["a": 2]).resolved().bodyText == "a=2")
        #expect(try Route.post("a").form(["a": 1]).form(encoding: ["b": 2]).resolved().bodyText == "b=2")
        #expect(try Route.post("a").form(["a": 1]).data(Data("3".utf8)).resolved().bodyText == "3")
        #expect(try Route.post("a").json(1).file(file).resolved().body == .file(file))
        let stream = BodyStream { { nil } }
        #expect(try Route.post("a").json(1).stream(stream).resolved().body == .stream(stream))
    }

    @Test func contentTypesGivenWithABodyAreSent() throws {
        let file = URL(fileURLWithPath: "/a")
        let routes: [Route] = [
            .post("a").data(Data(), contentType: "a/b"), .post("a").text("", contentType: "a/b"),
            .post("a").file(file, contentType: "a/b"), .post("a").stream(BodyStream { { nil } }, contentType: "a/b"),
        ]
        for route in routes { #expect(try route.resolved().headers.fields == [.init("Content-Type", "a/b")]) }
    }

    private struct Note: Encodable, Sendable { var text = "a b" }

    @Test(arguments: [nil, Note()] as [Note?])
    private func aBodyThatIsNilIsNotSent(note: Note?) throws {
        let data = note.map { Data($0.text.utf8) }
        let routes: [(Route, String, String)] = [
            (.post("a").json(ifPresent: note), #"{"text":"a b"}"#, "application/json"),
            (.post("a").form(ifPresent: note), "text=a%20b", "application/x-www-form-urlencoded"),
            (.post("a").data(ifPresent: data), "a b", "application/octet-stream"),
            (.post("a").data(ifPresent: data, contentType: "a/b"), "a b", "a/b"),
            (.post("a").json(ifPresent: data), "a b", "application/json"),
        ]
        for (route, body, type) in routes {
            let endpoint = try route.resolved()
            #expect(note == nil ? endpoint.body == .none : endpoint.bodyText == body)
            #expect(endpoint.headers.fields == (note == nil ? [] : [.init("Content-Type", type)]))
        }
    }

    @Test func aNilBodyReplacesAnEarlierOneAndMayStandInAGet() throws {
        #expect(try Route.post("a").json(1).json(ifPresent: nil).resolved().body == .none)
        #expect(try Route.post("a").json(ifPresent: nil).json(1).resolved().bodyText == "1")
        #expect(try Route.get("a").form(ifPresent: nil).resolved().body == .none)
        #expect(try Route.post("a").json(1).multipart(ifPresent: nil).resolved().body == .none)
        let form = try Route.post("a").multipart(ifPresent: [Part("b", 1)]).resolved()
        #expect(form.headers["Content-Type"]?.utf8.starts(with: "multipart/form-data".utf8) == true)
        #expect(try Route.post("a").data(ifPresent: Data()).resolved().headers.contains("Content-Type"))
        let items: QueryItems? = ["b": 1, "a": .separated([2, 3])]
        #expect(try Route.post("a").form(ifPresent: items).resolved().bodyText == "b=1&a=2,3")
        #expect(try Route.post("a").json(ifPresent: items).resolved().bodyText == #"{"a":[2,3],"b":1}"#)
    }

    @Test func headersReplaceThoseOfTheSameNameAndNilRemovesThem() throws {
        let route = Route.get("a").header("A", "1").header("a", "2").header("B", "3").header("b", nil)
            .headers(["C": "4", "c": "5"])
        #expect(try route.resolved().headers.fields.map { "\($0.name)=\($0.value)" } == ["a=2", "C=4", "c=5"])
    }

    @Test func aChainLeavesTheRouteItBeganWithAsItWas() throws {
        let base = Route.get("a")
        let changed = base.query(["x": 1]).header("A", "1")
        #expect(try base.resolved().url.absoluteString == "https://api.example.com/a")
        #expect(try base.resolved().headers.isEmpty)
        #expect(try changed.resolved().url.absoluteString == "https://api.example.com/a?x=1")
    }

    @Test func aRoutesValidationComesBeforeTheTargets() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(404))
        let provider = Provider<Probe>(transport: stubs)
        var target = Probe(.get("a").validate(.codes(404...404)))
        #expect(try await provider.request(target).statusCode == 404)
        target.route = .get("a")
        await #expect(throws: RequestError(.status(404), response: .make(404))) { try await provider.request(target) }
        target.validation = .anyStatus
        #expect(try await provider.request(target).statusCode == 404)
        target.route = .get("a").validate(.successCodes)
        await #expect(throws: RequestError(.status(404), response: .make(404))) { try await provider.request(target) }
    }

    @Test func descriptionsShowMethodAndTemplate() {
        let route = Route.post("users/\("octocat")/\(7, name: "page")").query(["q": "x"]).bearer("abc")
        #expect("\(route)" == "POST users/{}/{page}")
        #expect(String(reflecting: route) == "POST users/{}/{page}")
        let children = Mirror(reflecting: route).children.map { "\($0.label ?? "")=\($0.value)" }
        #expect(children == ["route=POST users/{}/{page}", "headers=[Authorization: <hidden>]"])
    }
}
