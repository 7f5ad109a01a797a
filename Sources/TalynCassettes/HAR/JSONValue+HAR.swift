package import Talyn

// The members of HAR's objects. `null` counts as missing, as some browsers write it, and the only value of a list
// counts as that value.
extension JSONValue {
    /// The value, or the only one of a list; nil for null.
    var one: JSONValue? {
        switch self {
        case .null: return nil
        case .array(let items) where items.count == 1: return items[0]
        default: return self
        }
    }

    /// Whether it is an object, or a list of another number of values than one.
    var isNested: Bool { one.map { $0.scalarText == nil } ?? false }

    /// Returns a member that is neither an object nor a list; nil if missing.
    func scalar(_ key: String) -> JSONValue? { self[key]?.one }

    /// Returns a text; empty if missing.
    func text(_ key: String) -> String { scalar(key)?.stringValue ?? "" }

    /// Returns a number; -1 if missing, as HAR writes an unknown size or time.
    func number(_ key: String) -> Double {
        switch scalar(key) {
        case .integer(let whole): Double(whole)
        case .unsigned(let whole): Double(whole)
        case .number(let number): number
        default: -1
        }
    }

    /// Returns a boolean; false if missing.
    func flag(_ key: String) -> Bool { scalar(key) == .bool(true) }

    /// Returns the names and values of a list; empty if missing.
    func fields(_ key: String) -> [HARField] { self[key].flatMap { try? HARField.fields($0) } ?? [] }

    /// A number, as an integer if possible.
    package init(_ number: Double) { self = Int64(exactly: number).map(JSONValue.integer) ?? .number(number) }

    /// The names and values of a list.
    package init(_ fields: [HARField]) { self = .array(fields.map(\.json)) }

    /// The member at a path of keys such as `response.content`; nil if there is none. Setting it makes the objects that
    /// are missing.
    package subscript(at path: String) -> JSONValue? {
        get { value(atKeyPath: path) }
        set {
            var members: [String: JSONValue] = [:]
            if case .object(let known) = self { members = known }
            if let (key, rest) = path.cut(atBytes: ".") {
                members[String(key), default: [:]][at: String(rest)] = newValue
            } else {
                members[path] = newValue
            }
            self = .object(members)
        }
    }

    /// Changes the value at these steps; does nothing if there is none.
    mutating func change(at steps: ArraySlice<Step>, _ change: (inout JSONValue) -> Void) {
        guard let step = steps.first else { return change(&self) }
        switch (self, step) {
        case (.object(var members), .key(let key)):
            // Not held twice, so that nothing is copied.
            self = .null
            members[key]?.change(at: steps.dropFirst(), change)
            self = .object(members)
        case (.array(var items), .index(let index)) where items.indices.contains(index):
            self = .null
            items[index].change(at: steps.dropFirst(), change)
            self = .array(items)
        default: break
        }
    }
}
