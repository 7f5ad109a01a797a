package import Talyn

/// A place in a HAR document: `request header Authorization`.
package struct HARSpot: Sendable {
    /// The part of the document, as text.
    package let part: String

    /// The name of the item; nil if it has none. It may be a secret itself.
    package let name: String?

    init(_ part: String, _ name: String? = nil) {
        self.part = part
        self.name = name
    }
}

/// The kind of a text in a HAR document.
package enum HARSlot: Sendable {
    case url, text
    case named(String, SecretNames.Place)
}

/// A change of the texts in a HAR document. One walk visits every place that may hold a secret.
package protocol HARVisitor {
    /// Visits a text, which is not empty.
    mutating func visit(_ text: inout String, _ slot: HARSlot, at spot: HARSpot)

    /// Visits a body; `type` is nil if unknown.
    mutating func visit(_ body: inout Data, type: String?, at spot: HARSpot)
}

extension HARVisitor {
    /// Visits all texts of an entry.
    package mutating func walk(_ entry: inout HAREntry) {
        if entry.fault != nil { return }
        walk(text: &entry.started, .text, "start")
        walk(&entry.request)
        walk(&entry.response)
        walk(optional: &entry.operation, "operation")
        walk(optional: &entry.template, "template")
        walk(others: &entry.cache, "cache")
        walk(others: &entry.timings, "timings")
        walk(others: &entry.other, "entry")
    }

    /// Visits all texts beside the entries.
    package mutating func walk(outsideOf log: inout HARLog) {
        walk(others: &log.other, "log")
        walk(others: &log.beside, "file")
        walk(others: &log.creator, "log.creator")
    }

    mutating func walk(_ request: inout HARRequest) {
        walk(text: &request.method, .text, "request method")
        // Anything else could not be read again.
        if !HTTPHeaders.isToken(request.method) { request.method = Redaction.placeholder }
        walk(text: &request.url, .url, "request URL")
        walk(text: &request.httpVersion, .text, "request version")
        walk(headers: &request.headers, "request header")
        walk(items: &request.cookies, .cookie, "request cookie")
        walk(items: &request.query, .query, "request query item")
        if var data = request.postData {
            walk(text: &data.mimeType, .named("Content-Type", .header), "request body type")
            walk(body: &data.body, type(request.headers, data.mimeType), "request body")
            if var params = data.params {
                walk(items: &params, .form, "request form field")
                data.params = params
            }
            walk(others: &data.other, "request body")
            request.postData = data
        }
        walk(others: &request.other, "request")
    }

    private mutating func walk(_ response: inout HARResponse) {
        walk(text: &response.statusText, .text, "response status")
        walk(text: &response.httpVersion, .text, "response version")
        walk(headers: &response.headers, "response header")
        walk(items: &response.cookies, .cookie, "response cookie")
        walk(text: &response.mimeType, .named("Content-Type", .header), "response body type")
        walk(body: &response.body, type(response.headers, response.mimeType), "response body")
        walk(text: &response.redirectURL, .url, "redirect URL")
        walk(optional: &response.error, "response error")
        walk(others: &response.otherContent, "response body")
        walk(others: &response.other, "response")
    }

    private mutating func walk(headers: inout [HARField], _ part: String) {
        for index in headers.indices {
            let name = headers[index].name
            if var value = headers[index].value {
                walk(text: &value, .named(name, .header), part, name)
                headers[index].value = value
            }
            walk(others: &headers[index].other, part)
        }
    }

    private mutating func walk(items: inout [HARField], _ kind: SecretNames.Place, _ part: String) {
        for index in items.indices {
            let name = items[index].name
            if var value = items[index].value {
                walk(text: &value, .named(name, kind), part, name)
                items[index].value = value
            }
            // A query item without a value may be a token.
            if kind != .cookie { walk(text: &items[index].name, .text, part, String(index)) }
            walk(others: &items[index].other, part)
        }
    }

    private mutating func walk(text: inout String, _ slot: HARSlot, _ part: String, _ name: String? = nil) {
        if !text.isEmpty { visit(&text, slot, at: HARSpot(part, name)) }
    }

    private mutating func walk(optional: inout String?, _ part: String) {
        guard var text = optional else { return }
        walk(text: &text, .text, part)
        optional = text
    }

    private mutating func walk(body: inout Data?, _ type: String?, _ part: String) {
        guard var data = body, !data.isEmpty else { return }
        visit(&data, type: type, at: HARSpot(part))
        body = data
    }

    /// Visits fields that HAR does not define.
    private mutating func walk(others: inout [String: JSONValue], _ part: String) {
        for key in others.keys.sorted() {
            guard let value = others[key] else { continue }
            let old = Data(JSONValue.object([key: value]).jsonText.utf8)
            var new = old
            visit(&new, type: "application/json", at: HARSpot(part))
            guard new != old else { continue }
            others.removeValue(forKey: key)
            // Text that is no longer JSON could not be written.
            guard case .object(let members)? = try? JSONValue(parsing: new) else {
                others[Redaction.placeholder] = .string(Redaction.placeholder)
                continue
            }
            others.merge(members) { $1 }
        }
    }

    private func type(_ headers: [HARField], _ mimeType: String) -> String? {
        let type = headers.first { HTTPHeaders.isSameName($0.name, "Content-Type") }?.value ?? mimeType
        return type.isEmpty ? nil : type
    }
}
