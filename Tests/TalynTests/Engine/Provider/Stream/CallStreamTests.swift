import Foundation
import Testing

@testable import Talyn

@Suite struct CallStreamTests {
    private enum Feed: RoutedTarget {
        case entries

        static let provider = Provider<Feed>(
            transport: AnswerTransport { endpoint, context in
                let text = #"data:{"login":"\#(context.callSite.function)","id":\#(context.callSite.line)}"#
                let isEvents = endpoint.headers["Accept"] == "text/event-stream"
                return Response(
                    statusCode: 200, headers: isEvents ? ["Content-Type": "text/event-stream"] : [:],
                    body: .data(Data((isEvents ? text + "\n\n" : String(text.dropFirst(5))).utf8)), endpoint: endpoint)
            })
        var baseURL: URL { Probe.host }
        var route: Route { .get("feed") }
    }

    private func all<Element, Failure>(_ elements: CallStream<Element, Failure>) async throws -> [Element] {
        var all: [Element] = []
        for try await element in elements { all.append(element) }
        return all
    }

    @Test func aStreamHasTheCallersPlace() async throws {
        let json = #"{"login":"caller()","id":7}"#
        let user = User(login: "caller()", id: 7)
        let feed = Feed.provider
        #expect(try await all(feed.elements(of: .lines(.entries), function: "caller()", line: 7)) == [json])
        #expect(
            try await all(feed.elements(of: .lines(.entries, as: User.self), function: "caller()", line: 7)) == [user])
        let events = feed.elements(of: .events(.entries), function: "caller()", line: 7)
        #expect(try await all(events) == [ServerSentEvent(json)])
        #expect(
            try await all(feed.elements(of: .events(.entries, as: User.self), function: "caller()", line: 7)) == [user])
        let stream = try await feed.stream(.entries, function: "caller()", line: 7)
        #expect(try await all(stream.lines(as: User.self)) == [user])
    }
}
