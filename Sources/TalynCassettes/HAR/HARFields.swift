internal import Talyn

/// A place in a HAR file, for error messages.
struct HARPlace: Sendable {
    let file: String
    /// The number of the entry, from 0; nil outside of entries.
    var entry: Int?
    var path = ""

    /// Returns the place of a member.
    func inner(_ step: String) -> HARPlace {
        HARPlace(file: file, entry: entry, path: path.isEmpty ? step : "\(path).\(step)")
    }

    /// Returns the error for the place itself.
    func fault(_ reason: String) -> CassetteError {
        .malformed(file: file, entry: entry, field: path.isEmpty ? nil : path, reason: reason)
    }

    /// Returns the error for a member.
    func fault(_ field: String, _ reason: String) -> CassetteError { inner(field).fault(reason) }
}

/// The members of an object. Each is taken once; the others remain in ``rest``.
///
/// `null` counts as missing, as some browsers write it. The only value of a list counts as that value.
struct HARFields: Sendable {
    /// The members that were not taken.
    private(set) var rest: [String: JSONValue]
    let place: HARPlace

    init(_ value: JSONValue, _ place: HARPlace) throws(CassetteError) {
        guard case .object(let members) = value else { throw place.fault("is not an object") }
        rest = members
        self.place = place
    }

    private mutating func take(_ key: String) -> JSONValue? {
        guard let value = rest.removeValue(forKey: key), value != .null else { return nil }
        return value
    }

    private mutating func takeOne(_ key: String) -> JSONValue? {
        guard let value = take(key) else { return nil }
        if case .array(let items) = value, items.count == 1 { return items[0] }
        return value
    }

    /// Takes a text; any other value remains in ``rest``.
    mutating func textOrRest(_ key: String) -> String? {
        guard case .string(let text)? = rest[key] else { return nil }
        rest[key] = nil
        return text
    }

    /// Takes a text; nil if missing.
    mutating func text(_ key: String) throws(CassetteError) -> String? {
        guard let value = takeOne(key) else { return nil }
        guard case .string(let text) = value else { throw place.fault(key, "is not a string") }
        return text
    }

    /// Takes a required text that is not empty.
    mutating func required(_ key: String) throws(CassetteError) -> String {
        guard let text = try text(key) else { throw place.fault(key, "is missing") }
        guard !text.isEmpty else { throw place.fault(key, "is empty") }
        return text
    }

    /// Takes a number; -1 if missing, as HAR writes an unknown size or time.
    mutating func number(_ key: String) throws(CassetteError) -> Double {
        switch takeOne(key) {
        case nil: return -1
        case .integer(let whole): return Double(whole)
        case .unsigned(let whole): return Double(whole)
        case .number(let number): return number
        default: throw place.fault(key, "is not a number")
        }
    }

    /// Takes a boolean; false if missing.
    mutating func flag(_ key: String) throws(CassetteError) -> Bool {
        guard let value = takeOne(key) else { return false }
        guard case .bool(let flag) = value else { throw place.fault(key, "is not true or false") }
        return flag
    }

    /// Takes the members of an object; nil if missing.
    mutating func object(_ key: String) throws(CassetteError) -> HARFields? {
        guard let value = take(key) else { return nil }
        return try HARFields(value, place.inner(key))
    }

    /// Takes the members of a required object.
    mutating func requiredObject(_ key: String) throws(CassetteError) -> HARFields {
        guard let fields = try object(key) else { throw place.fault(key, "is missing") }
        return fields
    }

    /// Takes a list; nil if missing.
    mutating func list(_ key: String) throws(CassetteError) -> [JSONValue]? {
        guard let value = take(key) else { return nil }
        guard case .array(let items) = value else { throw place.fault(key, "is not an array") }
        return items
    }

    /// Takes the names and values of a list; nil if it is missing.
    mutating func pairs(_ key: String, areHeaders: Bool = false) throws(CassetteError) -> [HARField]? {
        guard let items = try list(key) else { return nil }
        var fields: [HARField] = []
        for (index, item) in items.enumerated() {
            let field = try HARFields(item, place.inner("\(key)[\(index)]"))
            // Some tools write the values of several fields of one name as a list.
            guard case .array(let values)? = field.rest["value"] else {
                fields.append(try HARField(field, isHeader: areHeaders))
                continue
            }
            for value in values {
                var part = field
                part.rest["value"] = value
                fields.append(try HARField(part, isHeader: areHeaders))
            }
        }
        return fields
    }

    /// Takes the value of a pair, of which a number or boolean becomes text; nil if missing.
    mutating func scalar(_ key: String) throws(CassetteError) -> String? {
        guard let value = takeOne(key) else { return nil }
        guard let text = value.scalarText else { throw place.fault(key, "is not a string") }
        return text
    }

    /// Takes the bytes of `text` in the encoding that the other field names; nil when there is no text.
    mutating func bytes(encoding key: String) throws(CassetteError) -> Data? {
        let encoding = try text(key)?.asciiLowercased ?? ""
        guard let text = try text("text") else { return nil }
        switch encoding {
        case "": return Data(text.utf8)
        case "base64":
            // Line breaks are allowed in base64 (RFC 2045 §6.8).
            guard let data = Data(base64Encoded: Data(text.utf8.filter { !$0.isSpace })) else {
                throw place.fault("text", "is not base64")
            }
            return data
        default: throw place.fault(key, "is an unknown encoding; only base64 is supported")
        }
    }
}

extension [String: JSONValue] {
    /// Sets `text` to the bytes, in base64 unless they are UTF-8.
    mutating func set(_ body: Data?, encoding key: String) {
        guard let body else { return }
        // Decoding repairs bytes that are not UTF-8; the result differs then. Foundation's decoder drops a byte order
        // mark.
        let text = String(decoding: body, as: UTF8.self)
        let isText = Data(text.utf8) == body
        self["text"] = .string(isText ? text : body.base64EncodedString())
        if !isText { self[key] = "base64" }
    }
}

extension JSONValue {
    /// A number, as an integer if possible.
    init(_ number: Double) { self = Int64(exactly: number).map(JSONValue.integer) ?? .number(number) }

    /// The names and values of a list.
    init(_ fields: [HARField]) { self = .array(fields.map(\.json)) }
}
