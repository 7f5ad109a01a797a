internal import Talyn

extension CassetteRecording {
    /// The exchange so far as an entry, with its secrets.
    var entry: HAREntry {
        let seen = seen
        let end = seen.endAfter ?? seen.headAfter ?? startedAfter
        var request = HARRequest(endpoint)
        if !endpoint.body.isEmpty {
            request.set(body: seen.sent.data, isTruncated: !seen.isSentWhole || seen.sent.isCut)
            request.bodySize = seen.isSentWhole && !seen.sent.isCut ? Double(seen.sent.count) : -1
        }
        var entry = HAREntry(
            started: started.formatted(Self.dateStyle), time: Self.milliseconds(end - startedAfter), request: request,
            response: Self.response(seen))
        let head = seen.headAfter ?? end
        entry.timings = [
            "send": 0, "wait": JSONValue(Self.milliseconds(head - startedAfter)),
            "receive": JSONValue(Self.milliseconds(end - head)),
        ]
        // Without it, the whole body comes at its end.
        if Self.milliseconds(end - head) >= 1 { entry.timings["_chunks"] = seen.pace.text.map(JSONValue.string) }
        entry.operation = endpoint.operation ?? context.operation
        entry.template = endpoint.template ?? context.template
        return entry
    }

    private static func response(_ seen: Seen) -> HARResponse {
        var response = HARResponse(
            status: seen.status, headers: seen.headers.fields.map { HARField($0.name, $0.value) },
            mimeType: seen.headers["Content-Type"] ?? "", body: seen.status == 0 ? nil : seen.received.data,
            redirectURL: (300...399).contains(seen.status) ? seen.headers["Location"] ?? "" : "")
        response.size = Double(seen.received.count)
        response.error = seen.error
        // A body that was not read to its end is truncated as well.
        let isWhole = seen.endAfter != nil && !seen.received.isCut
        response.isTruncated = seen.error == nil && !isWhole || seen.received.isCut
        response.isLeft = seen.status != 0 && seen.error == nil && seen.endAfter == nil && !seen.received.isCut
        // Without a response and without a failure: the test ended before. Recorded as cancelled.
        if seen.status == 0, seen.error == nil {
            response.error = URLErrorName.cancelled
            response.isTruncated = false
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
    /// An endpoint without its body, with its secrets.
    init(_ endpoint: Endpoint) {
        // A fragment is not sent.
        let url = endpoint.url.absoluteString.prefix(beforeBytes: "#")
        self.init(
            method: endpoint.method.rawValue, url: String(url),
            headers: endpoint.headers.fields.map { HARField($0.name, $0.value) })
        bodySize = 0
    }

    /// Sets the body.
    mutating func set(body: Data, isTruncated: Bool) {
        postData = HARPostData(mimeType: HTTPHeaders(headers)["Content-Type"] ?? "", body: body)
        postData?.isTruncated = isTruncated
    }
}

extension HTTPHeaders {
    /// The headers of a HAR file.
    ///
    /// Browsers separate the values of several fields of one name by LF.
    init(_ fields: [HARField]) {
        self.init(
            fields.flatMap { field in
                (field.value ?? "").utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
                    Field(field.name, String(decoding: $0, as: UTF8.self))
                }
            })
    }
}
