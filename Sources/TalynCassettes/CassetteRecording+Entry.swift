internal import Talyn

extension CassetteRecording {
    /// The exchange so far as an entry, with its secrets.
    var entry: HAREntry {
        let seen = seen
        let end = seen.endAfter ?? seen.headAfter ?? startedAfter
        var sent: RecordedBody?
        if !endpoint.body.isEmpty {
            sent = seen.sent
            if !seen.isSentWhole { sent?.isTruncated = true }
        }
        let head = seen.headAfter ?? end
        var entry = HAREntry(
            started: started.formatted(Self.dateStyle), time: Self.milliseconds(end - startedAfter),
            request: HARRequest(endpoint, sent), response: Self.response(seen))
        var timings: JSONValue = [
            "send": 0, "wait": JSONValue(Self.milliseconds(head - startedAfter)),
            "receive": JSONValue(Self.milliseconds(end - head)),
        ]
        // Without it, the whole body comes at its end.
        if Self.milliseconds(end - head) >= 1 { timings[at: "_chunks"] = seen.pace.text.map(JSONValue.string) }
        entry.json[at: "timings"] = timings
        entry.json[at: "_operation"] = (endpoint.operation ?? context.operation).map(JSONValue.string)
        entry.json[at: "_template"] = (endpoint.template ?? context.template).map(JSONValue.string)
        return entry
    }

    private static func response(_ seen: Seen) -> HARResponse {
        var response = HARResponse(
            status: seen.status, headers: seen.headers.fields.map { HARField($0.name, $0.value) },
            mimeType: seen.headers["Content-Type"] ?? "", body: seen.status == 0 ? nil : seen.received.data,
            redirectURL: (300...399).contains(seen.status) ? seen.headers["Location"] ?? "" : "")
        response.json[at: "content.size"] = .integer(Int64(seen.received.size))
        response.json[at: "_error"] = seen.error.map(JSONValue.string)
        let isCut = seen.received.isTruncated
        let isOpen = seen.error == nil && seen.endAfter == nil
        if seen.status == 0, seen.error == nil {
            // Without a response and without a failure: the test ended before. Recorded as cancelled.
            response.json[at: "_error"] = .string(URLErrorName.cancelled)
        } else if isOpen || isCut {
            // A body that was not read to its end is truncated as well.
            response.json[at: "_truncated"] = true
            if isOpen, !isCut { response.json[at: "_left"] = true }
        }
        return response
    }

    private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The duration in milliseconds, to the microsecond; never negative.
    static func milliseconds(_ duration: Duration) -> Double {
        max((duration / .seconds(1) * 1e6).rounded() / 1e3, 0)
    }
}

extension HARRequest {
    /// An endpoint with its secrets, and the part of its body that is known; nil for none.
    init(_ endpoint: Endpoint, _ body: RecordedBody?) {
        var body = body
        body?.mimeType = endpoint.headers["Content-Type"] ?? ""
        // A fragment is not sent.
        self.init(
            method: endpoint.method.rawValue, url: String(endpoint.url.absoluteString.prefix(beforeBytes: "#")),
            headers: endpoint.headers.fields.map { HARField($0.name, $0.value) }, postData: body)
        json[at: "bodySize"] = body?.isTruncated ?? false ? -1 : .integer(Int64(body?.size ?? 0))
    }
}
