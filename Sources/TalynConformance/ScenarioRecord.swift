internal import Talyn
internal import TalynTesting

/// What a run of a ``TransportScenario`` came to, in texts that are the same over every transport and stub.
///
/// There is no time in it, and no port: places have names, such as `home` and `otherPort`.
public struct ScenarioRecord: Sendable, Equatable {
    /// How each call ended, such as `200 "hello" from home/a` or `failure timeout -1001`.
    public internal(set) var ends: [String] = []

    /// The hooks of observers in their order, such as `willSend GET home/a`, `didReceive 200`, `didFinish 200`.
    public internal(set) var hooks: [String] = []

    /// The entries of the calls' timelines, such as `attempt 1: 200`.
    public internal(set) var timeline: [String] = []

    /// The requests that came to a server, such as `POST home/a "text" [Content-Type: text/plain]`. Of the headers those
    /// that a redirect may betray, and those that describe the body.
    public internal(set) var requests: [String] = []

    /// What else has to be seen, such as that a connection was given up.
    public internal(set) var notes: [String] = []

    /// What is different from what was expected, a line a list, in words; empty when nothing is.
    public func differences(from expected: ScenarioRecord) -> [String] {
        let lists: [(String, KeyPath<ScenarioRecord, [String]>)] = [
            ("ends", \.ends), ("hooks", \.hooks), ("timeline", \.timeline), ("requests", \.requests),
            ("notes", \.notes),
        ]
        return lists.compactMap { name, list in
            if self[keyPath: list] == expected[keyPath: list] { return nil }
            return "\(name): \(self[keyPath: list]), expected: \(expected[keyPath: list])"
        }
    }
}

extension ScenarioRecord: CustomStringConvertible {
    /// Everything, a line an entry.
    public var description: String {
        [("ends", ends), ("hooks", hooks), ("timeline", timeline), ("requests", requests), ("notes", notes)]
            .filter { !$0.1.isEmpty }
            .map { "\($0)\n\($1.map { "  \($0)" }.joined(separator: "\n"))" }.joined(separator: "\n")
    }
}

// How the entries are written, once for what is expected and what is seen.
extension ScenarioRecord {
    /// The headers that requests are recorded with.
    static let watchedHeaders = [
        "Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization", "X-Kept", "Content-Type", "Cache-Control",
    ]

    /// A body as text; a long one by its beginning, length and checksum (FNV-1a).
    static func text(_ body: Data) -> String {
        guard body.count > 200 else { return "\"\(String(decoding: body, as: UTF8.self))\"" }
        let sum = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\"\(String(decoding: body.prefix(20), as: UTF8.self))…\" \(body.count) bytes, \(sum)"
    }

    static func end(_ end: ScenarioEnd, body: Data, place: String) -> String {
        var parts: [String] = []
        if let category = end.category { parts.append("failure \(category)") }
        if let code = end.code { parts.append("\(code.rawValue)") }
        if let status = end.status { parts.append("\(status) \(text(body)) from \(place)") }
        for (name, values) in end.headers.sorted(by: { $0.key < $1.key }) { parts.append("\(name): \(values)") }
        return parts.joined(separator: " ")
    }

    static func request(_ method: HTTPMethod, _ place: String, _ body: Data, _ headers: HTTPHeaders) -> String {
        let fields = watchedHeaders.compactMap { name in headers[name].map { "\(name): \($0)" } }
        let shownBody = body.isEmpty ? "" : " \(text(body))"
        return "\(method) \(place)\(shownBody)\(fields.isEmpty ? "" : " [\(fields.joined(separator: ", "))]")"
    }
}
