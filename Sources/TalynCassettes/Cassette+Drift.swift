public import Talyn

extension Cassette {
    /// Sends recorded requests to the live host and compares the shape of the responses: status, content type, and
    /// fields of JSON that were gained, lost, or have another type. Values do not count.
    ///
    /// ```swift
    /// let differences = try await Cassette.drift(at: file, headers: ["Authorization": "Bearer \(token)"])
    /// #expect(differences.isEmpty)
    /// ```
    /// Use it in a nightly test. GET, HEAD and OPTIONS are sent, one after the other, each with a deadline of 30
    /// seconds; each hop of a redirect is an entry. An entry that needs a secret that is not given is skipped.
    /// - Parameters:
    ///   - url: the HAR file.
    ///   - headers: redacted headers, which are sent to the origin of the first entry only.
    ///   - query: values of redacted query items, by name, which are sent to that origin only.
    ///   - baseURL: the server that gets the requests for that origin, staging say. Default: the origin itself.
    ///   - live: the transport. Default: the platform's, `PlatformTransport.shared`.
    /// - Returns: a line for each difference, such as `entry 2 (GET): items[].author: string → null`; empty when there is
    ///   none. One line that says so if no entry was compared.
    /// - Throws: ``CassetteError`` for a file that cannot be read.
    public static func drift(
        at url: URL, headers: HTTPHeaders = HTTPHeaders(), query: [String: String] = [:], baseURL: URL? = nil,
        over live: any Transport = PlatformTransport.shared
    ) async throws(CassetteError) -> [String] {
        var redactor = CassetteRedactor(.standard)
        let entries = redactor.redacted(try HARLog(contentsOf: url)).entries
        let drift = CassetteDrift(of: entries, headers: headers, query: query, baseURL: baseURL, over: live)
        var lines: [String] = []
        var hasCompared = false
        for (number, entry) in entries.enumerated() {
            let outcome = await drift.outcome(of: number)
            if case .skipped = outcome { continue }
            hasCompared = true
            guard case .different(let differences) = outcome else { continue }
            lines += differences.map { "entry \(number) (\(entry.request.method)): \($0)" }
        }
        return hasCompared ? lines : ["nothing was compared: each of the \(entries.count) entries was skipped"]
    }
}
