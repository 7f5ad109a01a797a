import Foundation
import Testing

@testable import Talyn

struct CallTimelineTests {
    private func entry(_ attempt: Int, _ event: CallTimeline.Entry.Event) -> CallTimeline.Entry {
        CallTimeline.Entry(attempt: attempt, event: event, duration: .milliseconds(attempt))
    }

    @Test func aTimelineTellsEachAttemptInOneLine() async {
        let stubs = StubTransport()
        stubs.on(
            RawAPI.items,
            .sequence([
                .status(503).delayed(by: .milliseconds(120)),
                .failure(.networkConnectionLost).delayed(by: .milliseconds(4)),
            ]))
        let provider = Provider<RawAPI>(transport: stubs, plugins: [OnceMore()], clock: TestClock())
        guard case .failure(let error) = await provider.result(.items) else {
            return #expect(Bool(false), "both attempts fail")
        }
        let story = "stub · attempt 1: 503 in 120 ms → retry in 1 s → attempt 2: connectionLost in 4 ms"
        #expect("\(error.timeline)" == story)
        #expect("\(error)".hasPrefix("RawAPI.items: connectionLost, URLError -1005: "))
        #expect("\(error)".hasSuffix(" (\(story))"))
        #expect(error.attempt == 2)
    }

    @Test func aTransportOfOnesOwnIsLive() async {
        guard
            case .failure(let error) = await Provider<RawAPI>(
                transport: AnswerTransport.throwing(URLError(.timedOut)), clock: TestClock()
            ).result(.items)
        else { return #expect(Bool(false), "it throws") }
        #expect("\(error.timeline)" == "live · attempt 1: timeout in 0 µs")
    }

    @Test func nothingIsToldWhenNothingWasSent() {
        #expect(CallTimeline().isEmpty)
        #expect("\(CallTimeline())" == "")
        #expect("\(RequestError(.cancelled))" == "cancelled")
    }

    @Test func severalEventsOfOneAttemptNameItOnce() {
        var timeline = CallTimeline()
        timeline.append(entry(1, .response(status: 302)))
        timeline.append(entry(1, .response(status: 200)))
        #expect("\(timeline)" == "attempt 1: 302 in 1 ms → 200 in 1 ms")
    }

    @Test func ofManyEntriesTheFirstAndTheLastTwelveAreKept() {
        var timeline = CallTimeline()
        for attempt in 1...100 { timeline.append(entry(attempt, .failure(.timeout))) }
        #expect(timeline.entries.map(\.attempt) == Array(1...12) + Array(89...100))
        #expect(timeline.omitted == 76)
        #expect("\(timeline)".contains("attempt 12: timeout in 12 ms → 76 more → attempt 89: timeout in 89 ms"))
    }

    @Test func theMiddleOneOfTwentyFiveIsOmitted() {
        var timeline = CallTimeline()
        for attempt in 1...25 { timeline.append(entry(attempt, .failure(.timeout))) }
        #expect(timeline.omitted == 1)
        #expect("\(timeline)".contains("attempt 12: timeout in 12 ms → 1 more → attempt 14: timeout in 14 ms"))
    }

    @Test func entriesAreEqualIfAttemptEventAndDurationAre() {
        typealias Entry = CallTimeline.Entry
        let entry = Entry(attempt: 1, event: .response(status: 200), duration: .seconds(1))
        #expect(entry == Entry(attempt: 1, event: .response(status: 200), duration: .seconds(1)))
        #expect(entry != Entry(attempt: 2, event: .response(status: 200), duration: .seconds(1)))
        #expect(entry != Entry(attempt: 1, event: .response(status: 201), duration: .seconds(1)))
        #expect(entry != Entry(attempt: 1, event: .response(status: 200), duration: .seconds(2)))
    }

    @Test func exactlyTwentyFourEntriesAreAllKept() {
        var timeline = CallTimeline()
        for attempt in 1...24 { timeline.append(entry(attempt, .failure(.timeout))) }
        #expect(timeline.entries.map(\.attempt) == Array(1...24))
        #expect(timeline.omitted == 0)
        #expect(!"\(timeline)".contains("more"))
    }

    @Test func ofALongNoteTheBeginningIsKept() {
        var timeline = CallTimeline()
        timeline.append(entry(1, .note(String(repeating: "e\u{301}", count: 1_000_000))))
        timeline.append(entry(1, .note("retry in 1 s")))
        guard case .note(let text) = timeline.entries[0].event else { return #expect(Bool(false)) }
        #expect(text.unicodeScalars.count == CallTimeline.noteLimit)
        #expect(timeline.entries[1].event == .note("retry in 1 s"))
    }

    @Test func noValueOfARequestOrAnAnswerIsInIt() async {
        let stubs = StubTransport()
        stubs.on(GitHub.user("hunter1"), .text("hunter2", status: 500, headers: ["X-Secret": "hunter3"]))
        guard case .failure(let error) = await Provider<GitHub>(transport: stubs).result(.user("hunter1")) else {
            return #expect(Bool(false), "500 is no answer")
        }
        let timeline = error.requestError.timeline
        #expect(timeline.entries.map(\.event) == [.response(status: 500)])
        #expect(!printedText(of: timeline).contains("hunter"))
    }

    @Test(
        arguments: [
            (.zero, "0 µs"), (.microseconds(250), "250 µs"), (.nanoseconds(999_600), "1 ms"),
            (.nanoseconds(999_500), "1 ms"), (.microseconds(999_500), "1.0 s"), (.milliseconds(9_950), "10 s"),
            (.milliseconds(1), "1 ms"),
            (.milliseconds(120), "120 ms"), (.microseconds(999_600), "1.0 s"), (.seconds(1), "1.0 s"),
            (.milliseconds(9949), "9.9 s"), (.milliseconds(9960), "10 s"), (.seconds(30), "30 s"),
            (.seconds(3600), "3600 s"),
            (.seconds(-5), "0 µs"), (.seconds(Int64.max), "1000000000000000 s"), (.seconds(Int64.min), "0 µs"),
        ] as [(Duration, String)])
    func aDurationIsWrittenInItsUnit(duration: Duration, text: String) {
        #expect(CallTimeline.text(duration) == text)
    }
}
