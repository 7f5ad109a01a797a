internal import Talyn

/// A name and a value: a header, a cookie, an item of a query, a field of a form.
package struct HARField: Sendable, Equatable {
    package let name: String
    /// The value; nil if there is none, as for a file in a form.
    package let value: String?
    /// The name of a file in a form.
    package let fileName: String?

    /// A name and its value.
    package init(_ name: String, _ value: String?, fileName: String? = nil) {
        self.name = name
        self.value = value
        self.fileName = fileName
    }

    /// A cookie of a header.
    init(cookie: Substring) {
        let (name, value) = cookie.cut(atBytes: "=") ?? (cookie, "")
        self.init(String(name.trimmed), String(value.trimmed))
    }

    /// Reads the names and values of a list.
    static func fields(
        _ list: JSONValue, _ path: String = "", areHeaders: Bool = false
    ) throws(HARMember.Fault) -> [HARField] {
        guard case .array(let items) = list else { throw HARMember.Fault(path, "is not an array") }
        var fields: [HARField] = []
        for (index, item) in items.enumerated() {
            let path = "\(path)[\(index)]"
            guard case .object = item else { throw HARMember.Fault(path, "is not an object") }
            // Some tools write the values of several fields of one name as a list.
            var values = [item["value"] ?? .null]
            if case .array(let list) = values[0] { values = list }
            for value in values { fields.append(try HARField(item, value, path, isHeader: areHeaders)) }
        }
        return fields
    }

    private init(
        _ item: JSONValue, _ value: JSONValue, _ path: String, isHeader: Bool
    ) throws(HARMember.Fault) {
        let named = item.scalar("name") ?? ""
        guard let name = named.stringValue else { throw HARMember.Fault("\(path).name", "is not a string") }
        // A number or boolean becomes text.
        let text = value.one?.scalarText
        if value.one != nil, text == nil { throw HARMember.Fault("\(path).value", "is not a string") }
        self.init(name, text, fileName: item["fileName"]?.stringValue)
        guard isHeader else { return }
        let token = name.hasPrefix(bytes: ":") ? Substring(name.utf8.dropFirst()) : name[...]
        guard HTTPHeaders.isToken(String(token)) else {
            throw HARMember.Fault("\(path).name", "is not the name of a header")
        }
        // Browsers separate the values of several fields of one name by LF.
        if text?.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) ?? false {
            throw HARMember.Fault("\(path).value", "contains CR or NUL")
        }
    }

    var json: JSONValue {
        var json: JSONValue = ["name": .string(name)]
        json[at: "value"] = value.map(JSONValue.string)
        json[at: "fileName"] = fileName.map(JSONValue.string)
        return json
    }
}

extension HTTPHeaders {
    /// The headers of a HAR file.
    ///
    /// Browsers separate the values of several fields of one name by LF.
    init(_ fields: [HARField]) {
        self.init(
            fields.flatMap { field in
                (field.value ?? "").utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
                    Field(field.name, String(decoding: $0, as: UTF8.self))
                }
            })
    }
}
