internal import Talyn

/// The parts of a request that must match an entry.
///
/// Both are compared without their secrets. `REDACTED` in a recording matches anything, so that an entry answers
/// whatever the token is now.
public struct CassetteMatching: Sendable, Hashable {
    /// A part of a request.
    public enum Part: Sendable, Hashable, CaseIterable {
        /// The operation, such as `GitHub.user`. Entries of browsers have none.
        case operation
        /// The path with placeholders, such as `users/{}`. Entries of browsers have none.
        case template
        /// The method.
        case method
        /// Scheme, host and port.
        case origin
        /// The path, segment by segment.
        case path
        /// The items of the query, decoded and in any order.
        case query
        /// The body: JSON by its structure, forms by their fields and multipart by its parts, both in any order, others
        /// byte by byte.
        case body
        /// The order of the items of a query and of a form's fields.
        case order
    }

    /// The parts that are compared.
    public var parts: Set<Part>

    /// The names of the headers that are compared. Default: none.
    public var headers: [String]

    /// The items, fields and members that are not compared.
    private(set) var ignored = IgnoredFields()

    /// A matching of these parts and headers.
    public init(_ parts: Set<Part>, headers: [String] = []) {
        self.parts = parts
        self.headers = headers
    }

    /// Method, origin, path, query and body.
    public static let standard = CassetteMatching([.method, .origin, .path, .query, .body])

    /// ``standard`` on any host, for recordings of another one, such as staging.
    public static let anyHost = CassetteMatching([.method, .path, .query, .body])

    /// Returns the matching without a comparison of values that differ in each run, such as a time or a random number.
    ///
    /// ```swift
    /// let matching = CassetteMatching.standard.ignoring(query: ["timestamp"], json: ["sent_at"])
    /// ```
    /// A request matches whether it has them or not. They are recorded and replayed as they are, in contrast to what a
    /// `Redaction` removes. Names are compared byte by byte, after percent-decoding, and add to those of earlier calls.
    /// A body of which only a part was recorded is compared byte by byte.
    /// - Parameters:
    ///   - query: the names of query items.
    ///   - form: the names of form fields and of the parts of a multipart form.
    ///   - json: the names of members of JSON at any depth, or key paths from the root, such as `meta.sent_at` and
    ///     `items.0.id`, in the form of `JSONValue.value(atKeyPath:)`. A path leads into each element of an array for
    ///     which it has no index: `items.id`.
    public func ignoring(query: [String] = [], form: [String] = [], json: [String] = []) -> CassetteMatching {
        var copy = self
        copy.ignored.add(query: query, form: form, json: json)
        return copy
    }
}

/// The query items, form fields and JSON members that are not compared.
struct IgnoredFields: Sendable, Hashable {
    private var query: Set<[UInt8]> = []
    private var form: Set<[UInt8]> = []
    /// The names at any depth.
    private var members: Set<[UInt8]> = []
    /// The key paths of two steps and more.
    private var paths: Set<[[UInt8]]> = []

    mutating func add(query: [String], form: [String], json: [String]) {
        self.query.formUnion(query.map { Array($0.utf8) })
        self.form.formUnion(form.map { Array($0.utf8) })
        for path in json {
            let steps = JSONValue.steps(of: path).map { Array($0.utf8) }
            if steps.count == 1 { members.insert(steps[0]) } else if steps.count > 1 { paths.insert(steps) }
        }
    }

    /// Returns the items of a query that are compared.
    func rest(ofQuery items: [HARField]) -> [HARField] {
        query.isEmpty ? items : items.filter { !query.contains(Array($0.name.utf8)) }
    }

    /// Whether fields of forms are not compared.
    var hasForm: Bool { !form.isEmpty }

    /// Returns whether a field of a form is not compared.
    func ignores(inForm name: String) -> Bool { form.contains(Array(name.utf8)) }

    /// The test whether a member or element of JSON is not compared; nil if all are.
    var isIgnored: (([JSONValue.Step]) -> Bool)? {
        if members.isEmpty, paths.isEmpty { return nil }
        return { steps in
            if case .key(let name)? = steps.last, members.contains(Array(name.utf8)) { return true }
            return paths.contains { Self.leads($0, to: steps) }
        }
    }

    /// Returns whether a key path leads to the steps. One without an index leads into each element of an array.
    private static func leads(_ path: [[UInt8]], to steps: [JSONValue.Step]) -> Bool {
        var rest = path[...]
        for step in steps {
            guard let next = rest.first else { return false }
            switch step {
            case .key(let name):
                guard next.elementsEqual(name.utf8) else { return false }
                rest.removeFirst()
            case .index(let index):
                guard let wanted = JSONValue.index(of: String(decoding: next, as: UTF8.self)) else { continue }
                guard wanted == index else { return false }
                rest.removeFirst()
            }
        }
        return rest.isEmpty
    }
}

/// Comparison with recorded text, in which `REDACTED` matches anything.
enum CassetteText {
    /// Whether a text matches a recorded one.
    static func matches(_ text: String, _ recorded: String) -> Bool {
        if text.isSame(bytes: recorded) { return true }
        let pieces = recorded.split(atBytes: Redaction.placeholder).map { Array($0.utf8) }
        if pieces.count == 1 { return false }
        guard let first = pieces.first, let last = pieces.last else { return false }
        var rest = Array(text.utf8)[...]
        guard rest.count >= first.count + last.count, rest.starts(with: first), rest.suffix(last.count) == last[...]
        else { return false }
        rest = rest.dropFirst(first.count).dropLast(last.count)
        // The leftmost match of each piece leaves most for the others.
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Whether each text matches the recorded one at its index.
    static func matches(_ texts: [String], _ recorded: [String]) -> Bool {
        texts.count == recorded.count && zip(texts, recorded).allSatisfy { matches($0, $1) }
    }
}
