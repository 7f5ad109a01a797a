internal import Talyn

/// Where in a HAR file something stands, for what is said about it.
struct HARPlace: Sendable {
    let file: String
    var entry: Int?
    var path = ""

    init(file: String, entry: Int? = nil) {
        self.file = file
        self.entry = entry
    }

    /// The place of what is inside of it.
    func inner(_ step: String) -> HARPlace {
        var place = self
        place.path += path.isEmpty ? step : ".\(step)"
        return place
    }

    /// What is wrong with a field of it; nil for the place itself.
    func fault(_ field: String?, _ reason: String) -> CassetteError {
        let place = field.map(inner)?.path ?? path
        return .malformed(file: file, entry: entry, field: place.isEmpty ? nil : place, reason: reason)
    }
}

/// The members of an object that is read: each is taken out once, and what nobody took is the ``rest``.
///
/// `null` stands for a missing one, as some browsers write it.
struct HARFields: Sendable {
    /// What was not taken.
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

    /// A value that is no list; some tools write one in a list.
    private mutating func takeOne(_ key: String) -> JSONValue? {
        guard let value = take(key) else { return nil }
        if case .array(let items) = value, items.count == 1 { return items[0] }
        return value
    }

    /// The same with another value of a key, for each of a list of values that stands there.
    func splitting(_ key: String) -> [HARFields] {
        guard case .array(let items)? = rest[key] else { return [self] }
        return items.map { item in
            var fields = self
            fields.rest[key] = item
            return fields
        }
    }

    /// A text, which is left where it is when it is something else.
    mutating func textOrRest(_ key: String) -> String? {
        guard case .string(let text)? = rest[key] else { return nil }
        rest[key] = nil
        return text
    }

    /// A text; nil when it is missing.
    mutating func text(_ key: String) throws(CassetteError) -> String? {
        guard let value = takeOne(key) else { return nil }
        guard case .string(let text) = value else { throw place.fault(key, "is not a string") }
        return text
    }

    /// A text that has to be there and not to be empty.
    mutating func required(_ key: String) throws(CassetteError) -> String {
        guard let text = try text(key) else { throw place.fault(key, "is missing") }
        guard !text.isEmpty else { throw place.fault(key, "is empty") }
        return text
    }

    /// A text, or a number or boolean as one; nil when it is missing.
    mutating func scalar(_ key: String) throws(CassetteError) -> String? {
        guard let value = takeOne(key) else { return nil }
        guard let text = value.scalarText else { throw place.fault(key, "is not a string") }
        return text
    }

    /// A number; nil when it is missing.
    mutating func number(_ key: String) throws(CassetteError) -> Double? {
        switch takeOne(key) {
        case nil: return nil
        case .integer(let whole): return Double(whole)
        case .unsigned(let whole): return Double(whole)
        case .number(let number): return number
        default: throw place.fault(key, "is not a number")
        }
    }

    /// Whether something is so; false when it is missing.
    mutating func flag(_ key: String) throws(CassetteError) -> Bool {
        guard let value = takeOne(key) else { return false }
        guard case .bool(let flag) = value else { throw place.fault(key, "is not true or false") }
        return flag
    }

    /// The members of an object that has to be there.
    mutating func object(_ key: String) throws(CassetteError) -> HARFields {
        guard let fields = try fields(key) else { throw place.fault(key, "is missing") }
        return fields
    }

    /// The members of an object; nil when it is missing.
    mutating func fields(_ key: String) throws(CassetteError) -> HARFields? {
        guard let value = take(key) else { return nil }
        return try HARFields(value, place.inner(key))
    }

    /// An object that nobody looks into; nil when it is missing.
    mutating func optionalObject(_ key: String) throws(CassetteError) -> [String: JSONValue]? {
        try fields(key)?.rest
    }

    /// A list that has to be there.
    mutating func list(_ key: String) throws(CassetteError) -> [JSONValue] {
        guard let items = try optionalList(key) else { throw place.fault(key, "is missing") }
        return items
    }

    /// A list; nil when it is missing.
    mutating func optionalList(_ key: String) throws(CassetteError) -> [JSONValue]? {
        guard let value = take(key) else { return nil }
        guard case .array(let items) = value else { throw place.fault(key, "is not an array") }
        return items
    }
}
