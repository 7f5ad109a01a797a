internal import Talyn
internal import TalynStubs

/// A request without secrets, in the form that is compared.
struct CassetteRequest: Sendable {
    let operation: String?
    let template: String?
    let method: String
    let url: CassetteURL
    let headers: HTTPHeaders
    let body: RecordedBody

    /// Takes a request whose secrets are removed.
    init(_ request: HARRequest, operation: String?, template: String?) {
        self.operation = operation
        self.template = template
        method = request.method
        url = CassetteURL(request.url)
        headers = HTTPHeaders(request.headers)
        body = request.postData ?? RecordedBody(mimeType: "", data: nil)
    }

    /// Returns the first differences from a recorded request, without values; empty when they match.
    func differences(
        from recorded: CassetteRequest, by matching: CassetteMatching, limit: Int = .max
    ) -> [String] {
        var differences: [String] = []
        func compare(_ part: CassetteMatching.Part, _ difference: @autoclosure () -> String?) {
            if differences.count < limit, matching.parts.contains(part), let difference = difference() {
                differences.append(difference)
            }
        }
        compare(.operation, operation != nil && operation == recorded.operation ? nil : "operation")
        compare(.template, template != nil && template == recorded.template ? nil : "template")
        compare(.method, method == recorded.method ? nil : "method \(recorded.method)")
        compare(.origin, url.originDifference(from: recorded.url))
        compare(.path, CassetteText.matches(url.path, recorded.url.path) ? nil : "path")
        let ignored = matching.ignored
        let (query, others) = (ignored.rest(ofQuery: url.query), ignored.rest(ofQuery: recorded.url.query))
        compare(.query, HARField.difference(query, others, "query item"))
        for name in matching.headers
        where !CassetteText.matches(headers.values(for: name), recorded.headers.values(for: name)) {
            differences.append("header \(name)")
        }
        compare(.body, body.difference(from: recorded.body, ignoring: ignored))
        guard differences.isEmpty else { return differences }
        compare(
            .order,
            HARField.isInOrder(query, of: others) && body.isInOrder(of: recorded.body, ignoring: ignored)
                ? nil : "the order of items")
        return differences
    }
}

extension HARField {
    /// The items of a query or a form, decoded; nil for the value of one without "=".
    static func items(of text: Substring) -> [HARField] {
        ComparedItems.items(of: text).map { HARField($0.name, $0.value) }
    }

    /// A field whose name and value were recorded percent-encoded.
    init(decoding field: HARField) {
        self.init(ComparedItems.decoded(field.name[...]), field.value.map { ComparedItems.decoded($0[...]) })
    }

    /// Describes the first name whose values differ from the recorded ones; nil when none do.
    static func difference(_ fields: [HARField], _ recorded: [HARField], _ kind: String) -> String? {
        let differences = ComparedItems.differences(
            expected: recorded.map { ($0.name, $0.value) }, found: fields.map { ($0.name, $0.value) },
            where: matches)
        guard let first = differences.first else { return nil }
        let shown = "\(kind) \"\(first.name.cut(to: 40))\""
        if first.found.isEmpty { return "\(shown), which is missing" }
        return first.expected.isEmpty ? "\(shown), which the recording has not" : shown
    }

    /// Returns whether items that match have the recorded order.
    static func isInOrder(_ fields: [HARField], of recorded: [HARField]) -> Bool {
        zip(fields, recorded).allSatisfy { $0.name.isSame(bytes: $1.name) && matches($0.value, $1.value) }
    }

    private static func matches(_ value: String?, _ recorded: String?) -> Bool {
        guard let value, let recorded else { return value == recorded }
        return CassetteText.matches(value, recorded)
    }
}

extension CassetteRequest: CustomStringConvertible {
    /// Method, origin, template with the base URL's path, and the names of the query; no values.
    var description: String {
        let names = url.query.map { $0.value == nil ? "…" : $0.name }
        let query = names.isEmpty ? "" : "?\(names.joined(separator: "&"))"
        return "\(operation.map { "\($0), " } ?? "")\(method) \(url.origin)\(base)/\(template ?? "…")\(query)"
    }

    /// The path of the base URL: the segments before those of the template, if these are in the path, else empty.
    private var base: String {
        let route = (template ?? "").split(atBytes: "/")
        func isFixed(_ segment: Substring) -> Bool { !segment.contains(bytes: "{") }
        guard let first = route.first, !first.isEmpty, isFixed(first),
            let start = url.path.firstIndex(where: { first.isSame(bytes: $0) }), url.path.count - start == route.count,
            zip(route, url.path[start...]).allSatisfy({ !isFixed($0) || $0.isSame(bytes: $1) })
        else { return "" }
        return url.path[..<start].joined(separator: "/")
    }
}
