package import Talyn

/// The live host. Its failure is the raw error, which has the response.
private struct LiveAPI: TargetType {
    var baseURL: URL { URL(fileURLWithPath: "/") }
    var path: URLPath { "" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .plain }
    var headers: HTTPHeaders { [:] }
    static let catchChain = CatchChain<RequestError>(cancelled: RequestError(.cancelled), otherwise: { $0 })
}

/// Sends the requests of a cassette to the live host and compares the shape of the responses. Values do not count.
package struct CassetteDrift: Sendable {
    /// The result of an entry.
    package enum Outcome: Sendable, Equatable {
        case same, skipped(String), different([String])
    }

    private let entries: [HAREntry]
    /// The secrets that replace the redacted ones. Only the origin of the first entry gets them.
    let headers: HTTPHeaders
    let query: [String: String]
    /// The server that replaces that origin; nil: the requests go there.
    let baseURL: URL?
    private let provider: Provider<LiveAPI>
    /// The origin of the first entry that can be read.
    private let origin: Origin?

    /// Takes entries without secrets.
    package init(
        of entries: [HAREntry], headers: HTTPHeaders, query: [String: String], baseURL: URL? = nil,
        over live: any Transport = PlatformTransport.shared
    ) {
        self.entries = entries
        self.headers = headers
        self.query = query
        self.baseURL = baseURL
        provider = Provider(transport: live)
        let first = entries.first { $0.fault == nil }
        origin = first.flatMap { URL(received: $0.request.url) }.flatMap { Origin($0) }
    }

    /// Returns whether a URL may get the secrets.
    func mayHaveSecrets(_ url: URLComponents) -> Bool { origin != nil && Origin(url) == origin }

    /// Sends the request of an entry and compares the response; `progress` is called before it is sent.
    package func outcome(of index: Int, progress: () -> Void = {}) async -> Outcome {
        let entry = entries[index]
        if let fault = entry.fault { return .skipped("it cannot be read: \(fault.detail)") }
        let endpoint: Endpoint
        do throws(Skip) { endpoint = try request(of: entry.request) } catch { return .skipped(error.reason) }
        progress()
        let live: Response
        do throws(RequestError) { live = try await provider.send(endpoint) } catch {
            guard let response = error.response else {
                let code = error.urlError.map { " \($0.errorCode)" } ?? ""
                return entry.response.status == 0 ? .same : .different(["no answer: \(error.category)\(code)"])
            }
            live = response
        }
        let differences = Self.differences(entry, live)
        return differences.isEmpty ? .same : .different(differences)
    }

    /// Compares a live response with the recorded one: status, content type, fields of JSON.
    private static func differences(_ entry: HAREntry, _ live: Response) -> [String] {
        let recorded = entry.response
        guard recorded.status != 0 else { return ["status: no answer → \(live.statusCode)"] }
        var lines: [String] = []
        if recorded.status != live.statusCode { lines.append("status: \(recorded.status) → \(live.statusCode)") }
        let header = HTTPHeaders(recorded.headers)["Content-Type"]
        let type = type(header ?? (recorded.content.mimeType == "x-unknown" ? "" : recorded.content.mimeType))
        let now = self.type(live.headers["Content-Type"] ?? "")
        if type != now { lines.append("content type: \(type) → \(now)") }
        // The fields of an error are not compared with those of a success.
        guard recorded.status / 100 == live.statusCode / 100, !recorded.content.isTruncated, recorded.error == nil,
            let body = recorded.body, let old = try? JSONValue(parsing: body)
        else { return lines }
        guard let new = try? JSONValue(parsing: live.data) else {
            return lines + ["the body: JSON → \(live.data.isEmpty ? "empty" : "something else")"]
        }
        return lines + JSONShape(old).differences(to: JSONShape(new))
    }

    private static func type(_ text: String) -> String {
        let type = text.prefix(beforeBytes: ";").trimmed.asciiLowercased.cut(to: 60)
        return type.isEmpty ? "none" : type
    }
}
