internal import Talyn

// One walk visits every place of a HAR document that may hold a secret.
extension CassetteRedactor {
    mutating func walk(_ entry: inout HAREntry) {
        if entry.fault != nil { return }
        walk(&entry.started, "start")
        walk(&entry.request)
        walk(&entry.response)
        walkLists(of: &entry)
        walk(&entry.operation, "operation")
        walk(&entry.template, "template")
        walk(others: &entry.cache, "cache")
        walk(others: &entry.timings, "timings")
        walk(others: &entry.other, "entry")
    }

    mutating func walk(outsideOf log: inout HARLog) {
        walk(others: &log.other, "log")
        walk(others: &log.beside, "file")
        walk(others: &log.creator, "log.creator")
    }

    /// Visits what HAR repeats of headers, URL and body.
    mutating func walkLists(of entry: inout HAREntry) {
        walk(&entry.request.cookies, "request cookie", .cookie)
        walk(&entry.request.query, "request query item", .query)
        walk(&entry.response.cookies, "response cookie", .cookie)
        walk(&entry.response.redirectURL, "redirect URL", .url)
    }

    mutating func walk(_ request: inout HARRequest) {
        walk(&request.method, "request method")
        // Anything else could not be read again.
        if !HTTPHeaders.isToken(request.method) { request.method = Redaction.placeholder }
        walk(&request.url, "request URL", .url)
        walk(&request.httpVersion, "request version")
        walk(&request.headers, "request header", .header)
        if var data = request.postData {
            walk(&data.mimeType, "request body type", .named("Content-Type", .header))
            walk(&data.body, type(request.headers, data.mimeType), "request body")
            walk(others: &data.other, "request body")
            request.postData = data
        }
        walk(form: &request)
        walk(others: &request.other, "request")
    }

    mutating func walk(form request: inout HARRequest) {
        guard var params = request.postData?.params else { return }
        walk(&params, "request form field", .form)
        request.postData?.params = params
    }

    private mutating func walk(_ response: inout HARResponse) {
        walk(&response.statusText, "response status")
        walk(&response.httpVersion, "response version")
        walk(&response.headers, "response header", .header)
        walk(&response.mimeType, "response body type", .named("Content-Type", .header))
        walk(&response.body, type(response.headers, response.mimeType), "response body")
        walk(&response.error, "response error")
        walk(others: &response.otherContent, "response body")
        walk(others: &response.other, "response")
    }

    private mutating func walk(_ fields: inout [HARField], _ part: String, _ place: SecretNames.Place) {
        for index in fields.indices {
            let name = fields[index].name
            walk(&fields[index].value, part, .named(name, place), name)
            // A query item without a value may be a token.
            if place == .query || place == .form { walk(&fields[index].name, part, .text, String(index)) }
            walk(others: &fields[index].other, part)
        }
    }

    private mutating func walk(_ text: inout String, _ part: String, _ slot: Slot = .text, _ name: String? = nil) {
        if !text.isEmpty { redact(&text, part, slot, name) }
    }

    private mutating func walk(_ text: inout String?, _ part: String, _ slot: Slot = .text, _ name: String? = nil) {
        guard var known = text else { return }
        walk(&known, part, slot, name)
        text = known
    }

    private mutating func walk(_ body: inout Data?, _ type: String?, _ part: String) {
        guard var known = body, !known.isEmpty else { return }
        redact(&known, type, part)
        body = known
    }

    /// Visits fields that HAR does not define.
    private mutating func walk(others: inout [String: JSONValue], _ part: String) {
        for key in Array(others.keys).sortedByBytes() {
            guard let value = others[key] else { continue }
            let old = Data(JSONValue.object([key: value]).jsonText.utf8)
            var new = old
            redact(&new, "application/json", part)
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
