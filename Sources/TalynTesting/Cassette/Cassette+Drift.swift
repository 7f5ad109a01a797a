public import Talyn

extension Cassette {
    /// Asks the live host again for what was recorded, and tells where its answers have another shape: status, content
    /// type, fields of JSON that were gained, lost, or are of another type. Values do not count.
    ///
    /// ```swift
    /// let differences = try await Cassette.drift(at: file, headers: ["Authorization": "Bearer \(token)"])
    /// #expect(differences.isEmpty)
    /// ```
    /// For a test that runs at night. GET, HEAD and OPTIONS are sent again, one after the other, each for 30 seconds at
    /// most; redirects are entries of their own. An entry that needs a secret that is not given is left out.
    /// - Parameters:
    ///   - url: the HAR file.
    ///   - headers: headers that were taken out, which go to scheme, host and port of the first entry and nowhere else.
    ///   - query: items of the query that were taken out, by name; likewise.
    ///   - baseURL: where requests to there go instead, staging say. Default: where they went.
    ///   - live: what asks. Default: the shared `URLSessionTransport`.
    /// - Returns: a line a difference, such as `entry 2 (GET): items[].author: string → null`; empty when there is none. One
    ///   line that says so when no entry was compared.
    /// - Throws: ``CassetteError`` for a file that cannot be read.
    public static func drift(
        at url: URL, headers: HTTPHeaders = HTTPHeaders(), query: [String: String] = [:], baseURL: URL? = nil,
        over live: any Transport = URLSessionTransport.shared
    ) async throws(CassetteError) -> [String] {
        var redactor = CassetteRedactor(.standard)
        let entries = redactor.redacted(try HARLog(contentsOf: url).entries)
        let drift = CassetteDrift(headers: headers, query: query, baseURL: baseURL, over: live)
        let home = drift.home(of: entries)
        var lines: [String] = []
        var hasCompared = false
        for (number, entry) in entries.enumerated() {
            switch await drift.outcome(of: entry, home: home) {
            case .skipped: continue
            case .same: hasCompared = true
            case .different(let differences):
                hasCompared = true
                lines += differences.map { "entry \(number) (\(entry.request.method)): \($0)" }
            }
        }
        return hasCompared ? lines : ["nothing was compared: each of the \(entries.count) entries was left out"]
    }
}
