import Foundation
import Testing

@testable import Talyn

@Suite struct EventConnectionsTests {
    private struct Delta: Codable, Equatable { var text: String }

    private let stubs = StubTransport()
    private let recorder = OutcomeRecorder()
    private let clock = TestClock()

    private var provider: Provider<RawAPI> {
        Provider(transport: stubs, plugins: [recorder], clock: clock, randomness: Randomness { 0 })
    }

    private func data(_ events: CallStream<ServerSentEvent, RequestError>, most: Int = .max) async throws -> [String] {
        var data: [String] = []
        for try await event in events {
            data.append(event.data)
            if data.count == most { break }
        }
        return data
    }

    @Test func eventsAreReadAtTheirPace() async throws {
        let events = [
            ServerSentEvent("a\nb", event: "x", id: "1", retry: .milliseconds(5)), ServerSentEvent(""),
            ServerSentEvent("é"),
        ]
        stubs.on(RawAPI.items, .events(events, every: .seconds(1)))
        var read: [ServerSentEvent] = []
        for try await event in provider.elements(of: .events(.items)) { read.append(event) }
        #expect(read == [events[0], ServerSentEvent("", id: "1"), ServerSentEvent("é", id: "1")])
        #expect(clock.slept == [.seconds(1), .seconds(1)] && recorder.outcomes.count == 1)
    }

    @Test func theRequestAcceptsEventsUnlessTheTargetSaysOtherwise() async throws {
        stubs.on(RawAPI.items, .events([]))
        _ = try await data(provider.elements(of: .events(.items)))
        _ = try await data(provider.withDefaults { $0.headers["Accept"] = "*/*" }.elements(of: .events(.items)))
        #expect(stubs.requests.map { $0.headers["Accept"] } == ["text/event-stream", "*/*"])
        #expect(stubs.requests.allSatisfy { $0.headers["Last-Event-ID"] == nil })
    }

    @Test func dataIsDecodedUpToTheLastEvent() async throws {
        stubs.on(
            RawAPI.items, .events([.init("{\"text\":\"a\"}"), .init("{\"text\":\"b\"}"), .init("[DONE]"), .init("?")]))
        var deltas: [Delta] = []
        for try await delta in provider.elements(of: .events(.items, as: Delta.self, until: { $0.data == "[DONE]" })) {
            deltas.append(delta)
        }
        #expect(deltas == [Delta(text: "a"), Delta(text: "b")])
        #expect(recorder.outcomes.count == 1 && recorder.errors.isEmpty)
    }

    @Test func dataThatDoesNotDecodeFailsTheCall() async throws {
        stubs.on(RawAPI.items, .events([.init("{}")]))
        let error = await #expect(throws: RequestError.self) {
            for try await _ in provider.elements(of: .events(.items, as: Delta.self, reconnection: .automatic)) {}
        }
        #expect(error?.category == .decoding && recorder.errors == [error] && stubs.requests.count == 1)
    }

    @Test(arguments: [nil, "application/json", "text/plain"])
    func anotherContentTypeFailsTheCallWithItsBody(type: String?) async throws {
        stubs.on(RawAPI.items, .chunks(["{\"error\"", ":1}"], contentType: type))
        let error = await #expect(throws: RequestError.self) {
            try await data(provider.elements(of: .events(.items, reconnection: .automatic)))
        }
        #expect(error?.reason == "content type \(type ?? "(none)") is not accepted")
        #expect(error?.response?.data == Data("{\"error\":1}".utf8))
        #expect(stubs.requests.count == 1)
    }

    @Test(arguments: ["text/event-stream;", "text/event-stream; charset=windows-1252", "TEXT/Event-Stream ;x=y"])
    func parametersOfTheContentTypeDoNotMatter(type: String) async throws {
        stubs.on(RawAPI.items, .chunks(["data:ok…\n\n"], contentType: type))
        #expect(try await data(provider.elements(of: .events(.items))) == ["ok…"])
    }

    @Test func anEventOverTheLimitFailsTheCall() async throws {
        let lines = Array(repeating: "data:12345\n", count: 30)
        stubs.on(RawAPI.items, .chunks(lines, contentType: "text/event-stream"))
        let error = await #expect(throws: RequestError.self) {
            try await data(provider.withDefaults { $0.maxBodySize = 100 }.elements(of: .events(.items)))
        }
        #expect(error?.reason == "the body, or a line or event of a stream, is larger than the limit of 100 bytes")
        #expect(error.map { "\($0.timeline)" } == "stub · attempt 1: 200 in 0 µs → tooLarge in 0 µs")
    }

    @Test func lineBreaksInFieldsOfAStubStayInTheirField() async throws {
        stubs.on(RawAPI.items, .events([ServerSentEvent("a\r\nb", event: "x\ndata:y", id: "1\rid:2")]))
        var read: [ServerSentEvent] = []
        for try await event in provider.elements(of: .events(.items)) { read.append(event) }
        #expect(read == [ServerSentEvent("a\n\nb", event: "x data:y", id: "1 id:2")])
    }

    @Test func boundEventsAreReadAndDecoded() async throws {
        stubs.on(RawAPI.items, .events([.init("{\"text\":\"a\"}"), .init("[DONE]")]))
        var deltas: [Delta] = []
        let typed = StreamCall<RawAPI, Delta>.events(.items, until: { $0.data == "[DONE]" })
        for try await delta in provider.elements(of: typed) { deltas.append(delta) }
        #expect(deltas == [Delta(text: "a")])
        #expect(try await data(provider.elements(of: .events(.items))) == ["{\"text\":\"a\"}", "[DONE]"])
    }

    // MARK: Reconnecting

    @Test func aFirstConnectionWith204EndsTheStream() async throws {
        stubs.on(RawAPI.items, .status(204))
        #expect(try await data(provider.elements(of: .events(.items, reconnection: .automatic))) == [])
        #expect(stubs.requests.count == 1)
    }

    @Test func withoutAReconnectionTheStreamEndsWithItsConnection() async throws {
        stubs.on(RawAPI.items, .events([.init("a")]))
        #expect(try await data(provider.elements(of: .events(.items))) == ["a"])
        #expect(stubs.requests.count == 1)
    }

    @Test func theNextConnectionBeginsBehindTheLastEvent() async throws {
        let lost = StubAnswer.chunks(["id:1\ndata:a\n\n", "id:2\ndata:lost"], contentType: "text/event-stream")
        stubs.on(
            RawAPI.items,
            .sequence([
                lost.truncated(after: 20), .failure(.cannotConnectToHost), .events([.init("b", id: "2")]), .status(204),
            ]))
        #expect(try await data(provider.elements(of: .events(.items, reconnection: .automatic))) == ["a", "b"])
        #expect(stubs.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "1", "2"])
        // Without an event in between the wait doubles.
        #expect(clock.slept == [.seconds(3), .seconds(6), .seconds(3)])
        #expect(recorder.outcomes.count == 4 && recorder.errors.map(\.category) == [.connectionLost, .connect])
    }

    @Test func theStreamSetsTheTimeBeforeAReconnection() async throws {
        stubs.on(
            RawAPI.items,
            .sequence([.events([.init("a", retry: .milliseconds(500))]), .events([.init("b")]), .status(204)]))
        #expect(try await data(provider.elements(of: .events(.items, reconnection: .automatic))) == ["a", "b"])
        #expect(clock.slept == [.milliseconds(500), .milliseconds(500)])
    }

    @Test(arguments: ["a\u{1}b", String(repeating: "x", count: 5_000)])
    func anIDThatNoHeaderCanHaveIsNotSent(id: String) async throws {
        let first = StubAnswer.chunks(["id: \(id)\ndata: a\n\n"], contentType: "text/event-stream")
        stubs.on(RawAPI.items, .sequence([first, .status(204)]))
        #expect(try await data(provider.elements(of: .events(.items, reconnection: .automatic))) == ["a"])
        #expect(stubs.requests.map { $0.headers["Last-Event-ID"] } == [nil, nil])
    }

    @Test func anAcceptedLastEventEndsTheStreamForGood() async throws {
        stubs.on(RawAPI.items, .events([.init("a"), .init("[DONE]")]))
        let events = provider.elements(of: .events(.items, reconnection: .automatic, until: { $0.data == "[DONE]" }))
        #expect(try await data(events) == ["a"])
        #expect(stubs.requests.count == 1 && clock.slept.isEmpty)
    }

    @Test func aStatusThatIsNotAcceptedIsNotRepeated() async throws {
        stubs.on(RawAPI.items, .sequence([.events([.init("a")]), .status(404)]))
        let error = await #expect(throws: RequestError.self) {
            try await data(provider.elements(of: .events(.items, reconnection: .automatic)))
        }
        #expect(error?.category == .status && error?.statusCode == 404 && stubs.requests.count == 2)
    }

    @Test func afterTheLastAttemptTheFailureIsThrown() async throws {
        stubs.on(RawAPI.items, .failure(.networkConnectionLost))
        let error = await #expect(throws: RequestError.self) {
            try await data(provider.elements(of: .events(.items, reconnection: EventReconnection(maxAttempts: 2))))
        }
        #expect(error?.category == .connectionLost && stubs.requests.count == 3)
    }

    @Test func anEventStartsTheAttemptsAnew() async throws {
        stubs.on(RawAPI.items, .events([.init("a")]))
        let events = provider.elements(of: .events(.items, reconnection: EventReconnection(maxAttempts: 1)))
        #expect(try await data(events, most: 10).count == 10)
        #expect(stubs.requests.count == 10)
    }

    @Test func cancellingEndsAWaitForTheNextConnection() async throws {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .events([.init("a")]))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [recorder], clock: clock)
        let reading = Task { try await data(provider.elements(of: .events(.items, reconnection: .automatic))) }
        await clock.waitForSleepers()
        reading.cancel()
        let result = await reading.result
        #expect(throws: RequestError(.cancelled)) { try result.get() }
        #expect(stubs.requests.count == 1)
    }
}
