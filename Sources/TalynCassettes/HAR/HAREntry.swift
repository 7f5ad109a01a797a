package import Talyn

/// One exchange of a HAR document: a view of its JSON.
package struct HAREntry: Sendable, Equatable {
    /// The members, also those that HAR does not define.
    package var json: JSONValue
    /// The reason why it cannot be read; nil if it can. An entry that cannot be read answers no request.
    package private(set) var fault: CassetteError?

    /// An exchange.
    package init(started: String, time: Double, request: HARRequest, response: HARResponse) {
        json = [
            "startedDateTime": .string(started), "time": JSONValue(time), "request": request.json,
            "response": response.json, "cache": [:], "timings": ["send": -1, "wait": JSONValue(time), "receive": -1],
        ]
    }

    /// An entry of a file.
    init(_ json: JSONValue, file: String, number: Int) {
        self.json = json
        do throws(HARMember.Fault) { try HARMember.check(json) } catch {
            fault = error.error(file: file, entry: number)
        }
    }

    /// The entry with its texts as they are now.
    func replacing(_ texts: [HARText]) -> HAREntry {
        var entry = self
        entry.json = HARText.replacing(texts, in: json)
        return entry
    }

    /// The start of the request, in ISO 8601; empty if missing.
    package var started: String { json.text("startedDateTime") }
    /// The duration of the exchange, in milliseconds; -1 if unknown.
    package var time: Double { json.number("time") }
    package var request: HARRequest { HARRequest(json: json["request"] ?? .null) }
    package var response: HARResponse { HARResponse(json: json["response"] ?? .null) }
    /// The durations of the exchange's phases, in milliseconds; -1 if unknown.
    package var timings: JSONValue { json["timings"]?.one ?? ["send": -1, "wait": -1, "receive": -1] }
    /// The operation, such as `GitHub.user`: `_operation`.
    package var operation: String? { json.scalar("_operation")?.stringValue }
    /// The path with placeholders, such as `users/{}`: `_template`.
    package var template: String? { json.scalar("_template")?.stringValue }

    /// Returns the names of members in the order of the specification, and then the others.
    static func sorted(_ names: [String]) -> [String] {
        order.filter(names.contains) + names.filter { !order.contains($0) }.sortedByBytes()
    }

    // One list for all objects: their orders do not conflict.
    private static let order = [
        "log", "name", "value", "version", "creator", "entries", "fileName", "startedDateTime", "time", "method", "url",
        "status", "statusText", "httpVersion", "cookies", "headers", "queryString", "postData", "content",
        "redirectURL", "headersSize", "bodySize", "request", "response", "cache", "timings", "size", "mimeType",
        "params", "text", "encoding", "send", "wait", "receive",
    ]
}

/// The request of an entry. An unknown text is empty.
package struct HARRequest: Sendable, Equatable {
    package var json: JSONValue

    /// The request of a file.
    init(json: JSONValue) { self.json = json }

    /// A request.
    package init(method: String, url: String, headers: [HARField] = [], postData: RecordedBody? = nil) {
        json = [
            "method": .string(method), "url": .string(url), "httpVersion": "", "cookies": [],
            "headers": JSONValue(headers), "queryString": [], "headersSize": -1, "bodySize": -1,
        ]
        guard let postData else { return }
        json[at: "postData"] = postData.json(RecordedBody.requestEncoding)
        if postData.isTruncated { json[at: "postData._truncated"] = true }
    }

    package var method: String { json.text("method") }
    /// The whole URL as text: Foundation may not parse a browser's URL.
    package var url: String { json.text("url") }
    /// The headers, with the pseudo-headers of HTTP/2 that some browsers write.
    package var headers: [HARField] { json.fields("headers") }
    /// The body; nil for none. HAR allows only text; other bytes are in base64 with `_encoding`.
    package var postData: RecordedBody? {
        guard let data = json["postData"], data != .null else { return nil }
        return RecordedBody(
            data, RecordedBody.requestEncoding, size: json.number("bodySize"), isTruncated: data.flag("_truncated"),
            headers: headers)
    }
}

/// The response of an entry. An unknown text is empty, an unknown size is -1.
package struct HARResponse: Sendable, Equatable {
    package var json: JSONValue

    /// The response of a file.
    init(json: JSONValue) { self.json = json }

    /// A response; status 0 for a missing one.
    package init(
        status: Int = 0, headers: [HARField] = [], mimeType: String = "", body: Data? = nil, redirectURL: String = ""
    ) {
        var content = RecordedBody(mimeType: mimeType, data: body).json(RecordedBody.responseEncoding)
        content[at: "size"] = .integer(Int64(body?.count ?? 0))
        json = [
            "status": .integer(Int64(status)), "statusText": "", "httpVersion": "", "cookies": [],
            "headers": JSONValue(headers), "content": content, "redirectURL": .string(redirectURL),
            "headersSize": -1, "bodySize": -1,
        ]
    }

    /// The status code; 0 if there was no response.
    package var status: Int { max(Int(exactly: json.number("status")) ?? 0, 0) }
    /// The headers, with the pseudo-headers of HTTP/2 that some browsers write.
    package var headers: [HARField] { json.fields("headers") }
    /// The decoded bytes; nil if they were not kept.
    package var body: Data? { content.data }
    /// The body.
    package var content: RecordedBody {
        let content = json["content"] ?? .null
        return RecordedBody(
            content, RecordedBody.responseEncoding, size: content.number("size"), isTruncated: json.flag("_truncated"))
    }
    package var redirectURL: String { json.text("redirectURL") }
    /// The failure, such as `networkConnectionLost -1005`: `_error`, which some browsers write too, with their own
    /// texts.
    package var error: String? { json["_error"]?.stringValue }
    /// Whether the reader of a stream left it before its end, such as by `until:`; the body then is what it read:
    /// `_left`.
    package var isLeft: Bool { json.flag("_left") }
}
