internal import Talyn

/// A member that HAR defines, or Talyn adds with an underscore. Others are unknown: they are kept as they are.
struct HARMember: Sendable {
    /// The type of the value, and the rule that removes its secrets.
    enum Kind: Sendable {
        case object, number, flag, text, url, mediaType, body
        /// Names and values.
        case fields(SecretNames.Kind)
        /// A text, or whatever else a browser writes there.
        case note
    }

    let kind: Kind
    /// Its name in findings; of an object, that of its unknown members.
    let label: String

    private init(_ kind: Kind, _ label: String = "") {
        self.kind = kind
        self.label = label
    }

    /// The members by their paths in an entry, and in the document around the entries.
    static let all: [String: HARMember] = Dictionary(uniqueKeysWithValues: listed.map { ($0.key, $0.value) })

    /// The members in the order in which they are checked: an object before its members.
    static let listed: KeyValuePairs<String, HARMember> = [
        "log": HARMember(.object, "log"),
        "log.creator": HARMember(.object, "log.creator"),
        "startedDateTime": HARMember(.text, "start"),
        "time": HARMember(.number),
        "request": HARMember(.object, "request"),
        "request.method": HARMember(.text, "request method"),
        "request.url": HARMember(.url, "request URL"),
        "request.httpVersion": HARMember(.text, "request version"),
        "request.cookies": HARMember(.fields(.cookie), "request cookie"),
        "request.headers": HARMember(.fields(.header), "request header"),
        "request.queryString": HARMember(.fields(.query), "request query item"),
        "request.postData": HARMember(.object, "request body"),
        "request.postData.mimeType": HARMember(.mediaType, "request body type"),
        "request.postData.params": HARMember(.fields(.form), "request form field"),
        "request.postData._encoding": HARMember(.text, "request body encoding"),
        "request.postData.text": HARMember(.body, "request body"),
        "request.postData._truncated": HARMember(.flag),
        "request.headersSize": HARMember(.number),
        "request.bodySize": HARMember(.number),
        "response": HARMember(.object, "response"),
        "response.status": HARMember(.number),
        "response.statusText": HARMember(.text, "response status"),
        "response.httpVersion": HARMember(.text, "response version"),
        "response.cookies": HARMember(.fields(.cookie), "response cookie"),
        "response.headers": HARMember(.fields(.header), "response header"),
        "response.content": HARMember(.object, "response body"),
        "response.content.size": HARMember(.number),
        "response.content.mimeType": HARMember(.mediaType, "response body type"),
        "response.content.encoding": HARMember(.text, "response body encoding"),
        "response.content.text": HARMember(.body, "response body"),
        "response.redirectURL": HARMember(.url, "redirect URL"),
        "response.headersSize": HARMember(.number),
        "response.bodySize": HARMember(.number),
        "response._error": HARMember(.note, "response error"),
        "response._truncated": HARMember(.flag),
        "response._left": HARMember(.flag),
        "cache": HARMember(.object, "cache"),
        "timings": HARMember(.object, "timings"),
        "_operation": HARMember(.text, "operation"),
        "_template": HARMember(.text, "template"),
    ]
}

// Checks that what HAR defines has its type.
extension HARMember {
    /// A member that cannot be read.
    struct Fault: Error {
        /// The path, such as `response.content.text`; empty for the whole.
        let path: String
        let reason: String

        init(_ path: String, _ reason: String) {
            self.path = path
            self.reason = reason
        }

        func error(file: String, entry: Int? = nil) -> CassetteError {
            .malformed(file: file, entry: entry, field: path.isEmpty ? nil : path, reason: reason)
        }
    }

    /// Checks an entry.
    static func check(_ entry: JSONValue) throws(Fault) {
        guard case .object = entry else { throw Fault("", "is not an object") }
        for (path, member) in listed where !path.hasPrefix(bytes: "log") { try member.check(entry, path) }
        for path in ["request", "response"] where entry[path] ?? .null == .null { throw Fault(path, "is missing") }
        let request = HARRequest(json: entry["request"] ?? .null)
        for (name, text) in [("method", request.json.scalar("method")), ("url", request.json.scalar("url"))] {
            guard let text else { throw Fault("request.\(name)", "is missing") }
            if text == "" { throw Fault("request.\(name)", "is empty") }
        }
        guard HTTPHeaders.isToken(request.method) else { throw Fault("request.method", "is not a method") }
        guard !request.url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
            throw Fault("request.url", "contains a space or a control character")
        }
        // Some tools write -1 or -2 for a missing response.
        let status = entry["response"]?.number("status") ?? 0
        guard let status = Int(exactly: status), -2...0 ~= status || 100...999 ~= status else {
            throw Fault("response.status", "is not a status code")
        }
    }

    /// Checks a member of an entry or document, if it is there.
    func check(_ document: JSONValue, _ path: String) throws(Fault) {
        let parts = path.cut(atLast: ".")
        let key = parts.map { String($0.tail) } ?? path
        guard let parent = parts.map({ document.value(atKeyPath: String($0.head)) }) ?? document,
            let value = parent[key], value != .null
        else { return }
        switch (kind, parent.scalar(key) ?? .null) {
        case (.object, _):
            guard case .object = value else { throw Fault(path, "is not an object") }
        case (.fields(let place), _): _ = try HARField.fields(value, path, areHeaders: place == .header)
        case (.number, .integer), (.number, .unsigned), (.number, .number), (.flag, .bool), (.note, _): return
        case (.number, _): throw Fault(path, "is not a number")
        case (.flag, _): throw Fault(path, "is not true or false")
        case (.body, .string): try Self.checkBody(parent, path)
        case (_, .string): return
        default: throw Fault(path, "is not a string")
        }
    }

    private static func checkBody(_ parent: JSONValue, _ path: String) throws(Fault) {
        let key = path.hasPrefix(bytes: "request") ? RecordedBody.requestEncoding : RecordedBody.responseEncoding
        let encoding = parent.text(key).asciiLowercased
        guard ["", "base64"].contains(encoding) else {
            throw Fault(path.replacing(bytes: "text", with: key), "is an unknown encoding; only base64 is supported")
        }
        if RecordedBody.data(in: parent, key) == nil { throw Fault(path, "is not base64") }
    }
}
