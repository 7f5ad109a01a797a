/// The kind of a media type, by its name without parameters (RFC 6838).
enum MediaType {
    case json, form, multipart, events, text, binary, xml

    init(_ name: String) {
        let essence = MediaType.essence(name)
        let utf8 = essence.utf8
        switch essence {
        case "application/json", "text/json", "*/*", "application/*": self = .json
        case "application/x-www-form-urlencoded": self = .form
        case "text/event-stream": self = .events
        case "application/xml", "text/xml": self = .xml
        default:
            if utf8.suffix(5).elementsEqual("+json".utf8) {
                self = .json
            } else if utf8.suffix(4).elementsEqual("+xml".utf8), !utf8.starts(with: "image/".utf8) {
                self = .xml
            } else if utf8.starts(with: "multipart/".utf8) {
                self = .multipart
            } else {
                self = utf8.starts(with: "text/".utf8) ? .text : .binary
            }
        }
    }

    /// Whether a name stands for several types: `image/*`.
    static func isRange(_ name: String) -> Bool { essence(name).utf8.contains(UInt8(ascii: "*")) }

    static func essence(_ name: String) -> String {
        name.splitBytes(";")[0].splitBytes(" ").joined().lowercased()
    }

    /// Returns the first type of a content by an order of kinds.
    static func preferred(_ content: Located, _ order: [MediaType]) -> (name: String, kind: MediaType, value: Located)?
    {
        let all = content.members.map { (name: $0.key, kind: MediaType($0.key), value: $0.value) }
        for kind in order {
            let found = all.filter { $0.kind == kind }
            if let best = found.first(where: { essence($0.name).utf8.elementsEqual("application/json".utf8) }) {
                return best
            }
            // A JSON Patch (RFC 6902) is a list, beside the object of another type.
            if let best = found.first(where: {
                !essence($0.name).utf8.elementsEqual("application/json-patch+json".utf8)
            }) {
                return best
            }
            if let only = found.first { return only }
        }
        return all.first
    }
}
