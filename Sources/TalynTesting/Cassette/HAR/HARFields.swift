internal import Talyn

/// A place in a HAR file, for error messages.
struct HARPlace: Sendable {
    let file: String
    var entry: Int?
    var path = ""

    init(file: String, entry: Int? = nil) {
        self.file = file
        self.entry = entry
    }

    /// Returns the place of a member.
    func inner(_ step: String) -> HARPlace {
        var place = self
        place.path += path.isEmpty ? step : ".\(step)"
        return place
    }

    /// Returns the error for a field; nil for the place itself.
    func fault(_ field: String?, _ reason: String) -> CassetteError {
        let place = field.map(inner)?.path ?? path
        return .malformed(file: file, entry: entry, field: place.isEmpty ? nil : place, reason: reason)
    }
}

/// The members of an object. Each is taken once; the others remain in ``rest``.
///
/// `null` counts as missing, as some browsers write it.
struct HARFields: Sendable {
    /// The members that were not taken.
    private(set) var rest: [String: JSONValue]

    let place: HARPlace

    init(_ value: JSONValue, _ place: HARPlace) throws(CassetteError) {
        guard case .object(let members) = value else { throw place.fault(nil, "is not an object") }
        self.init(members, place)
    }

    init(_ members: [String: JSONValue], _ place: HARPlace) {
        rest = members
        self.place = place
    }

    private mutating func take(_ key: String) -> JSONValue? {
        guard let value = rest.removeValue(forKey: key), value != .null else { return nil }
        return value
    }

    /// A value that is not a list, or the only one of a list, as some tools write it.
    private mutating func takeOne(_ key: String) -> JSONValue? {
        guard let value = take(key) else { return nil }
        if case .array(let items) = value, items.count == 1 { return items[0] }
        return value
    }

    /// Returns a copy for each value of a key that holds a list.
    func splitting(_ key: String) -> [HARFields] {
        guard case .array(let items)? = rest[key] else { return [self] }
        return items.map { item in
            var fields = self
            fields.rest[key] = item
            return fields
        }
    }

    /// A text; any other value remains in ``rest``.
    mutating func textOrRest(_ key: String) -> String? {
        guard case .string(let text)? = rest[key] else { return nil }
        rest[key] = nil
        return text
    }

    /// A text; nil if missing.
    mutating func text(_ key: String) throws(CassetteError) -> String? {
        guard let value = takeOne(key) else { return nil }
        guard case .string(let text) = value else { throw place.fault(key, "is not a string") }
        return text
    }

    /// A required text that is not empty.
    mutating func required(_ key: String) throws(CassetteError) -> String {
        guard let text = try text(key) else { throw place.fault(key, "is missing") }
        guard !text.isEmpty else { throw place.fault(key, "is empty") }
        return text
    }

    /// A text, or a number or boolean as text; nil if missing.
    mutating func scalar(_ key: String) throws(CassetteError) -> String? {
        guard let value = takeOne(key) else { return nil }
        guard let text = value.scalarText else { throw place.fault(key, "is not a string") }
        return text
    }

    /// A number; nil if missing.
    mutating func number(_ key: String) throws(CassetteError) -> Double? {
        switch takeOne(key) {
        case nil: return nil
        case .integer(let whole): return Double(whole)
        case .unsigned(let whole): return Double(whole)
        case .number(let number): return number
        default: throw place.fault(key, "is not a number")
        }
    }

    /// A boolean; false if missing.
    mutating func flag(_ key: String) throws(CassetteError) -> Bool {
        guard let value = takeOne(key) else { return false }
        guard case .bool(let flag) = value else { throw place.fault(key, "is not true or false") }
        return flag
    }

    /// The members of a required object.
    mutating func object(_ key: String) throws(CassetteError) -> HARFields {
        guard let fields = try fields(key) else { throw place.fault(key, "is missing") }
        return fields
    }

    /// The members of an object; nil if missing.
    mutating func fields(_ key: String) throws(CassetteError) -> HARFields? {
        guard let value = take(key) else { return nil }
        return try HARFields(value, place.inner(key))
    }

    /// An object as it is; nil if missing.
    mutating func optionalObject(_ key: String) throws(CassetteError) -> [String: JSONValue]? {
        try fields(key)?.rest
    }

    /// A required list.
    mutating func list(_ key: String) throws(CassetteError) -> [JSONValue] {
        guard let items = try optionalList(key) else { throw place.fault(key, "is missing") }
        return items
    }

    /// A list; nil if missing.
    mutating func optionalList(_ key: String) throws(CassetteError) -> [JSONValue]? {
        guard let value = take(key) else { return nil }
        guard case .array(let items) = value else { throw place.fault(key, "is not an array") }
        return items
    }
}
