internal import Talyn
internal import TalynTesting

/// The results of a run of a ``TransportScenario`` as text that is the same over every transport and stub.
///
/// It has no times and no ports: origins have names, such as `home` and `otherPort`.
struct ScenarioRecord: Sendable, Equatable {
    /// The end of each call, such as `200 "hello" from home/a` or `failure timeout -1001`.
    var ends: [String] = []

    /// The hooks of observers in their order, such as `willSend GET home/a`, `didReceive 200`, `didFinish 200`.
    var hooks: [String] = []

    /// The entries of the calls' timelines, such as `attempt 1: 200`.
    var timeline: [String] = []

    /// The requests that a server received, such as `POST home/a "text" [Content-Type: text/plain]`, with the headers
    /// in ``watchedHeaders``.
    var requests: [String] = []

    /// Other observations, such as that the client closed its connection.
    var notes: [String] = []

    private var lists: [(name: String, lines: [String])] {
        [("ends", ends), ("hooks", hooks), ("timeline", timeline), ("requests", requests), ("notes", notes)]
    }

    /// Returns a line for each list that differs.
    func differences(from expected: ScenarioRecord) -> [String] {
        zip(lists, expected.lists).compactMap { list, other in
            list.lines == other.lines ? nil : "\(list.name): \(list.lines), expected: \(other.lines)"
        }
    }
}

// The form of the entries, for expected and seen ones.
extension ScenarioRecord {
    /// The headers of requests that a redirect may leak, and those that describe the body.
    static let watchedHeaders = [
        "Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization", "X-Kept", "Content-Type", "Cache-Control",
    ]

    /// A body as text; a long one as its beginning, length and checksum (FNV-1a).
    static func text(_ body: Data) -> String {
        guard body.count > 200 else { return "\"\(String(decoding: body, as: UTF8.self))\"" }
        let sum = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\"\(String(decoding: body.prefix(20), as: UTF8.self))…\" \(body.count) bytes, \(sum)"
    }

    /// The end of a call.
    static func end(
        _ result: Result<Response, RequestError>, of call: ScenarioCall, in origins: ScenarioOrigins
    ) -> String {
        var end = ScenarioEnd()
        var response: Response?
        switch result {
        case .success(let success): response = success
        case .failure(let error):
            (end.category, end.code) = (error.category, error.urlError?.code)
            response = error.response
        }
        guard let response else { return self.end(end, body: Data(), address: "") }
        end.status = response.statusCode
        for name in call.end.headers.keys {
            // A transport may join the values of a name (RFC 9110 §5.3), except for this one.
            let isJoined = name != "Set-Cookie"
            end.headers[name] = isJoined ? response.headers[name].map { [$0] } : response.headers.values(for: name)
        }
        return self.end(end, body: response.data, address: origins.name(of: response.url))
    }

    /// The expected end of a call. A transport alone refuses no status.
    static func expectedEnd(of call: ScenarioCall, alone: Bool = false) -> String {
        var end = call.end
        if alone, end.status != nil { (end.category, end.code) = (nil, nil) }
        return self.end(end, body: Data(end.body.utf8), address: end.address ?? call.address)
    }

    private static func end(_ end: ScenarioEnd, body: Data, address: String) -> String {
        var parts: [String] = []
        if let category = end.category { parts.append("failure \(category)") }
        if let code = end.code { parts.append("\(code.rawValue)") }
        if let status = end.status { parts.append("\(status) \(text(body)) from \(address)") }
        for (name, values) in end.headers.sorted(by: { $0.key < $1.key }) { parts.append("\(name): \(values)") }
        return parts.joined(separator: " ")
    }

    static func request(_ method: HTTPMethod, _ address: String, _ body: Data, _ headers: HTTPHeaders) -> String {
        let fields = watchedHeaders.compactMap { name in headers[name].map { "\(name): \($0)" } }
        let shownBody = body.isEmpty ? "" : " \(text(body))"
        return "\(method) \(address)\(shownBody)\(fields.isEmpty ? "" : " [\(fields.joined(separator: ", "))]")"
    }
}

extension TransportScenario {
    /// The record that every run must produce.
    var expected: ScenarioRecord {
        var record = ScenarioRecord()
        for call in calls {
            let only = ScenarioExchange(
                method: call.method, address: call.address, body: call.seenBody, headers: call.sentHeaders,
                answer: call.end.answer)
            for exchange in call.exchanges ?? [only] {
                record.hooks += ["willSend \(exchange.method) \(exchange.address)", "didReceive \(exchange.answer)"]
                record.timeline.append("attempt 1: \(exchange.answer)")
                // `nobody` and `nowhere` have no server that could record.
                if exchange.address.hasPrefix(bytes: "no") { continue }
                record.requests.append(
                    ScenarioRecord.request(
                        exchange.method, exchange.address, Data(exchange.body.utf8), exchange.headers))
            }
            record.hooks.append("didFinish \(call.end.category?.rawValue ?? call.end.answer)")
            record.ends.append(ScenarioRecord.expectedEnd(of: call))
            if call.leaves { record.notes.append("the client closed its connection") }
        }
        return record
    }
}
