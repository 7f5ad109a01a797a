// Room: Cassette/Drift. Compares a cassette with what its hosts respond today.
// Knows: cassettes, HAR, and a live transport.

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

/// Sends recorded requests to the live host and compares the shape of the responses. Values do not count.
package struct CassetteDrift: Sendable {
    /// The result of an entry.
    package enum Outcome: Sendable, Equatable {
        case same, skipped(String), different([String])
    }

    private let secrets: (headers: HTTPHeaders, query: [String: String])
    private let hosts: Set<String>
    private let baseURL: URL?
    private let provider: Provider<LiveAPI>

    /// Takes the redacted headers and query items. They are sent to `hosts`, or else to the origin of a cassette's first
    /// entry. `baseURL` gets the requests for these instead.
    package init(
        headers: HTTPHeaders, query: [String: String], hosts: [String] = [], baseURL: URL? = nil,
        over live: any Transport = URLSessionTransport.shared
    ) {
        secrets = (headers, query)
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.baseURL = baseURL
        provider = Provider(transport: live)
    }

    /// The origins that secrets may be sent to: the given hosts, else the origin of the first entry.
    package func home(of entries: [HAREntry]) -> DriftHome { DriftHome(of: entries, hosts: hosts) }

    /// Sends the request of an entry without secrets and compares the response; `progress` is called before it is sent.
    package func outcome(of entry: HAREntry, home: DriftHome, progress: () -> Void = {}) async -> Outcome {
        if let fault = entry.fault { return .skipped("it cannot be read: \(fault.detail)") }
        let endpoint: Endpoint
        switch DriftRequest(entry, secrets: secrets, home: home, baseURL: baseURL) {
        case .skip(let reason): return .skipped(reason)
        case .send(let request): endpoint = request
        }
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
        let types = (contentType(of: recorded), type(live.headers["Content-Type"] ?? ""))
        if types.0 != types.1 {
            lines.append("content type: \(types.0.isEmpty ? "none" : types.0) → \(types.1.isEmpty ? "none" : types.1)")
        }
        // The fields of an error are not compared with those of a success.
        guard recorded.status / 100 == live.statusCode / 100, !recorded.isTruncated, recorded.error == nil,
            let body = recorded.body, let old = try? JSONValue(parsing: body)
        else { return lines }
        guard let new = try? JSONValue(parsing: live.data) else {
            return lines + ["the body: JSON → \(live.data.isEmpty ? "empty" : "something else")"]
        }
        return lines + JSONShape(old).differences(to: JSONShape(new))
    }

    private static func contentType(of response: HARResponse) -> String {
        let header = response.headers.first { HTTPHeaders.isSameName($0.name, "Content-Type") }?.value
        return type(header ?? (response.mimeType == "x-unknown" ? "" : response.mimeType))
    }

    private static func type(_ text: String) -> String {
        text.prefix(beforeBytes: ";").trimmed.asciiLowercased.cut(to: 60)
    }
}

/// The origins that secrets may be sent to: that of a cassette's first entry, or given hosts; over plain http only if that
/// entry used http.
package struct DriftHome: Sendable {
    private let origin: Origin?
    private let hosts: Set<String>

    /// The origin of the first entry that can be read, or `hosts`, in lower case, where there are any.
    init(of entries: [HAREntry], hosts: Set<String>) {
        origin = entries.first { $0.fault == nil }.flatMap { URLComponents(string: $0.request.url) }.flatMap {
            Origin($0)
        }
        self.hosts = hosts
    }

    /// Whether secrets may be sent to a URL.
    func contains(_ url: URLComponents) -> Bool {
        guard let place = Origin(url) else { return false }
        if hosts.isEmpty { return place == origin }
        return hosts.contains(place.host) && (place.scheme == "https" || origin?.scheme == "http")
    }

    /// Scheme, host and port of an http or https URL.
    private struct Origin: Equatable, Sendable {
        let scheme: String
        let host: String
        let port: Int

        init?(_ url: URLComponents) {
            guard let scheme = url.scheme?.asciiLowercased, ["http", "https"].contains(scheme),
                let host = url.host?.lowercased(), !host.isEmpty
            else { return nil }
            self.scheme = scheme
            self.host = host
            port = url.port ?? (scheme == "https" ? 443 : 80)
        }
    }
}
