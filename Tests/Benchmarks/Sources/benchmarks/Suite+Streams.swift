import Foundation
import Measure
import Subjects
import Talyn

extension Suite {
    /// Streamed bodies that are in memory: what the reading of ten thousand lines or events costs.
    static let streams = Suite(
        title: "Streams, 10,000 elements a call", rounds: 20,
        cases: [bareLines, lines, events, values, bareDecodes],
        plans: [
            .cpu("lines", of: "lines", against: "bare lines", .none),
            .cpu("server-sent events", of: "events", against: "bare lines", .none),
            .cpu("events decoded from JSON", of: "events as values", against: "bare decodes", .none),
        ])

    private static let count = 10_000
    private static let json = #"{"id":1,"text":"Hello, and a few words more"}"#
    private static let body = Data(String(repeating: "data: \(json)\n\n", count: count).utf8)

    private struct Delta: Decodable, Sendable {
        let id: Int
        let text: String
    }

    private enum Feed: RoutedTarget {
        case events
        var baseURL: URL { URL(string: "https://feed.example")! }
        var route: Route { .get("events") }
    }

    /// Delivers the body in chunks of 16 KiB, as libcurl does.
    private struct ChunkTransport: Transport {
        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            let stream = BodyStream {
                var rest = Suite.body
                return {
                    if rest.isEmpty { return nil }
                    defer { rest = rest.dropFirst(16_384) }
                    return rest.prefix(16_384)
                }
            }
            return Response(
                statusCode: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(stream),
                endpoint: endpoint)
        }
    }

    private static let feed = Provider<Feed>(transport: ChunkTransport())

    private static let bareLines = Case("bare lines", calls: 5) {
        .sync {
            var lines = 0
            for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                keep(String(decoding: line, as: UTF8.self))
                lines += 1
            }
            guard lines == 2 * count + 1 else { throw Missing() }
        }
    }

    private static let lines = Case("lines", calls: 5) {
        .async { try await read(feed.elements(of: .lines(.events)), 2 * count) }
    }
    private static let events = Case("events", calls: 5) {
        .async { try await read(feed.elements(of: .events(.events)), count) }
    }
    private static let values = Case("events as values", calls: 2) {
        .async { try await read(feed.elements(of: .events(.events, as: Delta.self)), count) }
    }

    private static let bareDecodes = Case("bare decodes", calls: 2) {
        let decoder = JSONDecoder()
        let text = Data(json.utf8)
        return .sync { for _ in 0..<count { keep(try decoder.decode(Delta.self, from: text)) } }
    }

    private struct Missing: Error {}

    private static func read<Element, Failure>(_ elements: CallStream<Element, Failure>, _ expected: Int) async throws {
        var count = 0
        for try await element in elements {
            keep(element)
            count += 1
        }
        guard count == expected else { throw Missing() }
    }
}
