import Foundation
import Testing

@testable import Talyn

/// The rules of the event stream format. Most cases are those of web-platform-tests, `eventsource/format-*`.
@Suite struct EventParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let events: [ServerSentEvent]

        init(_ name: String, _ text: String, _ events: ServerSentEvent...) {
            (self.name, self.text, self.events) = (name, text, events)
        }

        var testDescription: String { name }
    }

    private static let long = String(repeating: "x", count: 2_049)

    static let cases = [
        Case("bom", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", .init("1"), .init("3")),
        Case("bom-2", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n", .init("2"), .init("3")),
        Case(
            "comments",
            "data:1\r:\0\n:\r\ndata:2\n:\(long)\rdata:3\n:data:fail\r:\(long)\ndata:4\n\n", .init("1\n2\n3\n4")),
        Case(
            "data-before-final-empty-line", "retry:1000\ndata:test1\n\nid:test\ndata:test2",
            .init("test1", retry: .seconds(1))),
        Case("field-data", "data:\n\ndata\ndata\n\ndata:test\n\n", .init(""), .init("\n"), .init("test")),
        Case("field-event", "event:test\ndata:x\n\ndata:x\n\n", .init("x", event: "test"), .init("x")),
        Case("field-event-empty", "event: \ndata:data\n\n", .init("data")),
        Case("field-event without data", "event:test\n\ndata:x\n\n", .init("x")),
        Case("field-id", "id: 1\ndata: 1\n\ndata:2\n\n", .init("1", id: "1"), .init("2", id: "1")),
        Case(
            "field-id-2", "id: 1\ndata: 1\n\nid: 2\ndata:2\n\ndata:3\n\n", .init("1", id: "1"), .init("2", id: "2"),
            .init("3", id: "2")),
        Case("field-id-3", "id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n", .init("1", id: "1"), .init("2"), .init("3")),
        Case("field-id without colon", "id: 1\ndata: 1\n\nid\ndata:2\n\n", .init("1", id: "1"), .init("2")),
        Case("field-id-null", "id: 1\ndata:1\n\nid: a\0b\ndata:2\n\n", .init("1", id: "1"), .init("2", id: "1")),
        Case("field-id without data", "id: 7\n\ndata:2\n\n", .init("2", id: "7")),
        Case(
            "field-parsing",
            "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
            .init("\0\n 2\n1\n3\n\n4")),
        Case("field-retry", "retry:3000\ndata:x\n\n", .init("x", retry: .seconds(3))),
        Case("field-retry with a leading zero", "retry:02000\ndata:x\n\n", .init("x", retry: .seconds(2))),
        Case(
            "field-retry belongs to one event", "retry:5\n\ndata:1\n\ndata:2\n\n",
            .init("1", retry: .milliseconds(5)), .init("2")),
        Case(
            "last-event-id beyond ASCII", "id: …\nretry: 200\ndata: hello\n\n",
            .init("hello", id: "…", retry: .milliseconds(200))),
        Case("field-retry-bogus", "retry:3000\nretry:1000x\ndata:x\n\n", .init("x", retry: .seconds(3))),
        Case("field-retry-empty", "retry\ndata:test\n\n", .init("test")),
        Case(
            "field-retry too large", "retry:99999999999999999999999\ndata:x\n\n",
            .init("x", retry: .seconds(315_360_000))),
        Case(
            "field-unknown", "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n",
            .init("test\n\ntest")),
        Case("leading-space", "data:\ttest\rdata: \ndata:test\n\n", .init("\ttest\n\ntest")),
        Case("newlines", "data:test\r\ndata\ndata:test\r\n\r", .init("test\n\ntest")),
        Case("null-character", "data:\0\n\n\n\n", .init("\0")),
        Case("utf-8", "data:ok…\n\n", .init("ok…")),
        Case("a mark behind a colon", "data:\u{301}x\n\ndata\u{301}:y\n\n", .init("\u{301}x")),
    ]

    private func events(_ chunks: [Data]) -> [ServerSentEvent] {
        var (lines, events) = (LineParser(), [ServerSentEvent]())
        let parser = EventParser()
        for chunk in chunks {
            lines.append(chunk)
            while let line = lines.next() { if let event = parser.take(line) { events.append(event) } }
        }
        return events
    }

    @Test(arguments: cases) func eventsAreTheSameHoweverTheBytesAreCut(_ example: Case) {
        let bytes = Data(example.text.utf8)
        #expect(events([bytes]) == example.events)
        #expect(events(bytes.map { Data([$0]) }) == example.events)
        for cut in 0...bytes.count { #expect(events([bytes.prefix(cut), bytes.dropFirst(cut)]) == example.events) }
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        #expect(
            events([Data("data:a".utf8), Data([0xFF, 0xC3]), Data("b\n\n".utf8)]) == [.init("a\u{FFFD}\u{FFFD}b")])
    }

    @Test func theKeptSizeIsThatOfTheFieldsOfTheNextEvent() {
        let parser = EventParser()
        for line in ["event:abc", "data:de", "id:f", ":g"] { _ = parser.take(Data(line.utf8)) }
        // A line of data has its line end.
        #expect(parser.keptSize == 6)
        _ = parser.take(Data())
        #expect(parser.keptSize == 0)
    }

    @Test func theNextConnectionKeepsIDAndRetryAndNothingElse() {
        let parser = EventParser()
        for line in ["id:7", "retry:5", "data:a", "", "id:8", "event:x", "data:lost"] {
            _ = parser.take(Data(line.utf8))
        }
        // The ID takes effect with the event that has it.
        #expect(parser.lastID == "7" && parser.retry == .milliseconds(5))
        let next = parser.reconnected
        #expect(next.keptSize == 0 && next.retry == .milliseconds(5))
        _ = next.take(Data("data:b".utf8))
        #expect(next.take(Data()) == ServerSentEvent("b", id: "7"))
    }
}
