package import Talyn

/// A name and a value: a header, a cookie, an item of a query, a field of a form.
package struct HARField: Sendable, Equatable {
    package var name: String
    /// The value; nil if there is none, as for a file in a form.
    package var value: String?
    /// Other members: the path of a cookie, the file name in a form.
    package var other: [String: JSONValue] = [:]

    /// A name and its value.
    package init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    init(_ field: HARFields, isHeader: Bool) throws(CassetteError) {
        var field = field
        name = try field.text("name") ?? ""
        value = try field.scalar("value")
        other = field.rest
        guard isHeader else { return }
        let token = name.hasPrefix(bytes: ":") ? Substring(name.utf8.dropFirst()) : name[...]
        guard HTTPHeaders.isToken(String(token)) else {
            throw field.place.fault("name", "is not the name of a header")
        }
        // Browsers separate the values of several fields of one name by LF.
        if value?.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) ?? false {
            throw field.place.fault("value", "contains CR or NUL")
        }
    }

    var json: JSONValue {
        var field = other
        field["name"] = .string(name)
        field["value"] = value.map(JSONValue.string)
        return .object(field)
    }
}
