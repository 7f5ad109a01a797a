internal import Talyn

extension HARLog {
    /// The text of the file: two spaces for each level, keys in the order of the specification, then others by name,
    /// and a line feed at the end. Equal documents have equal texts.
    package var text: String {
        let line = json.jsonText(limit: .max) { keys in
            Self.order.filter(keys.contains) + keys.filter { !Self.order.contains($0) }.sortedByBytes()
        }
        return (JSONIndentation(Array(line.utf8)).map { String(decoding: $0.output, as: UTF8.self) } ?? line) + "\n"
    }

    // One list for all objects: their orders do not conflict.
    private static let order = [
        "log", "name", "value", "fileName", "contentType", "path", "domain", "expires", "httpOnly", "secure", "version",
        "creator", "browser", "pages", "entries", "pageref", "startedDateTime", "id", "title", "pageTimings", "time",
        "method", "url", "status", "statusText", "httpVersion", "cookies", "headers", "queryString", "postData",
        "content", "redirectURL", "headersSize", "bodySize", "request", "response", "cache", "timings",
        "serverIPAddress", "connection", "size", "compression", "mimeType", "params", "text", "encoding", "blocked",
        "dns", "connect", "send", "wait", "receive", "ssl", "comment",
    ]
}
