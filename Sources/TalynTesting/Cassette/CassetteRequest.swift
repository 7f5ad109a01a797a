internal import Talyn

/// A request without secrets, in the form that is compared.
struct CassetteRequest: Sendable {
    let operation: String?
    let template: String?
    let method: String
    let url: CassetteURL
    let headers: HTTPHeaders
    let body: CassetteBody

    /// Takes a request whose secrets are removed.
    init(_ request: HARRequest, operation: String?, template: String?) {
        self.operation = operation
        self.template = template
        method = request.method
        url = CassetteURL(request.url)
        headers = HTTPHeaders(request.headers)
        body = CassetteBody(request)
    }

    /// Returns the differences from a recorded request, without values; empty when they match.
    func differences(from recorded: CassetteRequest, by matching: CassetteMatching) -> [String] {
        var differences: [String] = []
        func compare(_ part: CassetteMatching.Part, _ difference: @autoclosure () -> String?) {
            if matching.parts.contains(part), let difference = difference() { differences.append(difference) }
        }
        compare(.operation, operation != nil && operation == recorded.operation ? nil : "operation")
        compare(.template, template != nil && template == recorded.template ? nil : "template")
        compare(.method, method == recorded.method ? nil : "method \(recorded.method)")
        compare(.origin, url.origin == recorded.url.origin ? nil : "host")
        compare(.path, CassetteText.matches(url.path, recorded.url.path) ? nil : "path")
        compare(.query, HARField.difference(url.query, recorded.url.query, "query item"))
        for name in matching.headers
        where !CassetteText.matches(headers.values(for: name), recorded.headers.values(for: name)) {
            differences.append("header \(name)")
        }
        compare(.body, body.difference(from: recorded.body))
        return differences
    }
}

extension HARField {
    /// Describes the first name whose values differ from the recorded ones; nil when none do.
    static func difference(_ fields: [HARField], _ recorded: [HARField], _ kind: String) -> String? {
        let values = Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
        let others = Dictionary(grouping: recorded, by: \.name).mapValues { $0.map(\.value) }
        for name in Array(Set(values.keys).union(others.keys)).sortedByBytes() {
            if CassetteText.matches(values[name] ?? [], others[name] ?? []) { continue }
            let shown = "\(kind) \"\(name.cut(to: 40))\""
            if values[name] == nil { return "\(shown), which is missing" }
            return others[name] == nil ? "\(shown), which the recording has not" : shown
        }
        return nil
    }
}

extension CassetteRequest: CustomStringConvertible {
    /// Method, origin, template and the names of the query; no values.
    var description: String {
        let names = url.query.map { $0.value == nil ? "…" : $0.name }
        let query = names.isEmpty ? "" : "?\(names.joined(separator: "&"))"
        return "\(operation.map { "\($0), " } ?? "")\(method) \(url.origin)/\(template ?? "…")\(query)"
    }
}
