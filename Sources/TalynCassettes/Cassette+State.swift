public import Talyn

extension Cassette {
    /// The contents of the file, once it is read, and the exchanges so far.
    struct State: Sendable {
        var tape: Result<CassetteTape, CassetteError>?
        var exchanges: [Exchange] = []
        /// The entries that answered.
        var used: Set<Int> = []
        /// The requests that no entry answered, each with the nearest one.
        var unanswered: [String] = []
        /// The number of exchanges when it was finished, or abandoned.
        var finished = 0
        /// The bytes that it wrote last; nil when it wrote nothing.
        var written: Data?

        /// The exchanges that were recorded.
        var recordings: [CassetteRecording] {
            exchanges.compactMap { exchange in
                guard case .recorded(let recording) = exchange else { return nil }
                return recording
            }
        }
    }

    /// One exchange.
    enum Exchange: Sendable {
        /// Without an answer so far, or refused.
        case begun(Endpoint)
        /// Answered by an entry.
        case replayed(Endpoint, Int)
        /// Recorded.
        case recorded(CassetteRecording)
        /// Left to another transport, in a scope.
        case passed(Endpoint)

        var endpoint: Endpoint {
            switch self {
            case .begun(let endpoint), .replayed(let endpoint, _), .passed(let endpoint): endpoint
            case .recorded(let recording): recording.endpoint
            }
        }
    }

    /// The contents of the file, which is read once.
    var tape: CassetteTape {
        get throws(CassetteError) {
            if let tape = state.withLock({ $0.tape }) { return try tape.get() }
            // Outside of the lock: it takes time. The first result counts.
            let loaded = Result { () throws(CassetteError) in try load() }
            let (tape, isFirst) = state.withLock { state in
                defer { state.tape = state.tape ?? loaded }
                return (state.tape ?? loaded, state.tape == nil)
            }
            if isFirst, let faults = try? tape.get().log.faults {
                for fault in faults { LoggerPlugin.standardError("\(fault); the entry is ignored") }
            }
            return try tape.get()
        }
    }

    private func load() throws(CassetteError) -> CassetteTape {
        if file.hasDirectoryPath {
            let reason = "is a folder; the name of a cassette has no empty part, and none that is \".\" or \"..\""
            throw .unreadable(file: file.path, reason: reason)
        }
        let mode = try mode.resolved()
        guard FileManager.default.fileExists(atPath: file.path) else {
            if mode == .replay {
                let hint = "there is no such file; record it with TALYN_CASSETTES=once, or with the mode .once"
                throw .unreadable(file: file.path, reason: hint)
            }
            return CassetteTape(HARLog(), redaction, mode: mode)
        }
        let data = try HARLog.data(of: file)
        return CassetteTape(try HARLog(data, file: file.path), redaction, data: data, mode: mode)
    }

    /// The endpoints that were sent, in order, as they were after plugins. Not among them are those that
    /// ``withCassette(_:isolation:operation:)`` left to a provider's own transport.
    public var requests: [Endpoint] {
        state.withLock { $0.exchanges }.compactMap { if case .passed = $0 { nil } else { $0.endpoint } }
    }

    /// A line for each exchange, in order: method, host, template, the names of the query, and the result; no values.
    public var log: String {
        let (exchanges, tape) = state.withLock { ($0.exchanges, try? $0.tape?.get()) }
        return exchanges.enumerated().map { index, exchange in
            let text: String
            switch exchange {
            case .begun: text = "no answer"
            case .passed: text = "left to the next transport"
            case .replayed(_, let number):
                let response = tape?.log.entries[number].response
                text = "\(Self.text(response?.status ?? 0, response?.error, response?.body?.count)) (entry \(number))"
            case .recorded(let recording):
                let seen = recording.seen
                text = "\(Self.text(seen.status, seen.error, seen.received.size)) (recorded)"
            }
            let operation = exchange.endpoint.operation.map { "\($0), " } ?? ""
            return "\(index + 1)  \(operation)\(exchange.endpoint) → \(text)"
        }.joined(separator: "\n")
    }

    private static func text(_ status: Int, _ error: String?, _ size: Int?) -> String {
        // The text of a browser may hold anything.
        let known = error.map { $0 == URLErrorName.cancelled || URLErrorName.code(in: $0) != nil ? $0 : "a failure" }
        if status == 0 { return known ?? "no response" }
        return "\(status), \(size ?? 0) bytes\(known.map { ", then \($0)" } ?? "")"
    }
}

extension Cassette: RedactedStringConvertible {
    /// The file's name and the number of requests; never a value.
    public var description: String {
        "Cassette(\(file.lastPathComponent), \(state.withLock { $0.exchanges.count }) requests)"
    }

    /// Shows ``description`` and the requests.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["cassette": description, "requests": requests.map(\.description)], displayStyle: .class)
    }
}
