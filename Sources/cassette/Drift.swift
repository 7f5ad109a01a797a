import Foundation
import Talyn
import TalynTesting

/// The host that `drift` asks. Its failure is the raw one, which has the response.
private enum LiveAPI: TargetType {
    var baseURL: URL { URL(fileURLWithPath: "/") }
    var path: URLPath { "" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .plain }
    var headers: HTTPHeaders { [:] }
    static let catchChain = CatchChain<RequestError>(cancelled: RequestError(.cancelled), otherwise: { $0 })
}

/// `drift`: asks the live host again, and tells where answers have another shape. Values do not count.
struct Drift {
    /// What came of an entry.
    enum Outcome: Equatable {
        case same, skipped(String), different([String])
    }

    private let wanted: Arguments
    private let console: Console
    private let secrets: Secrets
    private let provider = Provider<LiveAPI>()

    init(_ wanted: Arguments, _ console: Console, _ secrets: Secrets) {
        (self.wanted, self.console, self.secrets) = (wanted, console, secrets)
    }

    func run(_ files: [CassetteFile]) async -> Int32 {
        var documents: [JSONValue] = []
        var code: Int32 = 0
        var counts = (same: 0, different: 0, skipped: 0)
        for file in files {
            var outcomes: [JSONValue] = []
            do throws(CassetteError) {
                var sweep = Sweep(wanted.redaction)
                let entries = sweep.swept(try file.log()).entries
                let home = home(of: entries)
                for (index, entry) in entries.enumerated() {
                    let outcome = await outcome(
                        of: entry, home: home, "\(file.name): entry \(index + 1) of \(entries.count)")
                    switch outcome {
                    case .same: counts.same += 1
                    case .skipped: counts.skipped += 1
                    case .different:
                        counts.different += 1
                        code = 1
                    }
                    if !wanted.printsJSON { report(outcome, entry, index, file) }
                    outcomes.append(Self.json(outcome, entry, index))
                }
                documents.append(["file": .string(file.name), "entries": .array(outcomes)])
            } catch {
                code = 1
                console.err("\(file.name): \(error.reason(in: file))")
                documents.append(["file": .string(file.name), "error": .string(error.reason(in: file))])
            }
        }
        if wanted.printsJSON {
            console.out(JSONValue.array(documents).jsonText)
        } else if !files.isEmpty {
            console.out("\(counts.same) as recorded, \(counts.different) different, \(counts.skipped) skipped")
        }
        return code
    }

    /// The hosts that secrets go to: those that were named, else that of the first entry.
    private func home(of entries: [HAREntry]) -> Set<String> {
        if !wanted.hosts.isEmpty { return Set(wanted.hosts) }
        let first = entries.first.flatMap { URLComponents(string: $0.request.url)?.host?.lowercased() }
        return first.map { [$0] } ?? []
    }

    private func outcome(of entry: HAREntry, home: Set<String>, _ progress: String) async -> Outcome {
        let endpoint: Endpoint
        switch LiveRequest(entry, secrets: secrets, home: home, baseURL: wanted.baseURL) {
        case .skip(let reason): return .skipped(reason)
        case .send(let request): endpoint = request
        }
        console.err("\(progress): \(entry.request.method) \(entry.request.url.cut(to: 120))")
        let live: Response
        do throws(RequestError) { live = try await provider.send(endpoint) } catch {
            guard let response = error.response else {
                let code = error.urlError.map { " \($0.errorCode)" } ?? ""
                return entry.response.status == 0
                    ? .same : .different(["no answer: \(error.category)\(code)"])
            }
            live = response
        }
        let differences = Self.differences(entry, live)
        return differences.isEmpty ? .same : .different(differences)
    }

    private func report(_ outcome: Outcome, _ entry: HAREntry, _ index: Int, _ file: CassetteFile) {
        let title = "\(file.name): entry \(index): \(entry.request.method) \(entry.request.url.cut(to: 120))"
        switch outcome {
        case .same: break
        case .skipped(let reason): console.out("\(title): skipped: \(reason)")
        case .different(let lines):
            console.out(title)
            for line in lines { console.out("  \(line)") }
        }
    }

    private static func json(_ outcome: Outcome, _ entry: HAREntry, _ index: Int) -> JSONValue {
        var document: [String: JSONValue] = [
            "entry": .integer(Int64(index)), "method": .string(entry.request.method), "url": .string(entry.request.url),
        ]
        switch outcome {
        case .same: document["outcome"] = "same"
        case .skipped(let reason):
            document["outcome"] = "skipped"
            document["reason"] = .string(reason)
        case .different(let lines):
            document["outcome"] = "different"
            document["differences"] = .array(lines.map(JSONValue.string))
        }
        return .object(document)
    }
}

extension Drift {
    /// Where a live answer differs from the recorded one: status, content type, fields of JSON.
    static func differences(_ entry: HAREntry, _ live: Response) -> [String] {
        let recorded = entry.response
        guard recorded.status != 0 else { return ["status: no answer → \(live.statusCode)"] }
        var lines: [String] = []
        if recorded.status != live.statusCode { lines.append("status: \(recorded.status) → \(live.statusCode)") }
        let types = (contentType(of: recorded), type(live.headers["Content-Type"] ?? ""))
        if types.0 != types.1 {
            lines.append("content type: \(types.0.isEmpty ? "none" : types.0) → \(types.1.isEmpty ? "none" : types.1)")
        }
        // The fields of an error are no fields of the answer that was recorded.
        guard recorded.status / 100 == live.statusCode / 100, !recorded.isTruncated, recorded.error == nil,
            let body = recorded.body, let old = try? JSONValue(parsing: body)
        else { return lines }
        guard let new = try? JSONValue(parsing: live.data) else {
            return lines + ["the body: JSON → \(live.data.isEmpty ? "empty" : "something else")"]
        }
        return lines + Shape(old).differences(to: Shape(new))
    }

    private static func contentType(of response: HARResponse) -> String {
        let header = response.headers.first { $0.name.lowercased() == "content-type" }?.value
        return type(header ?? (response.mimeType == "x-unknown" ? "" : response.mimeType))
    }

    private static func type(_ text: String) -> String {
        text.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased().cut(to: 60)
    }
}
