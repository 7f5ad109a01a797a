import APIGenerator
import Foundation

extension Node {
    /// The node of a text.
    static func read(_ text: String) throws(ReadingFault) -> Node { try DocumentReader.read(Data(text.utf8)) }

    /// The node as JSON in one line. Numbers keep their text.
    var json: String {
        switch content {
        case .scalar(let text, _):
            if isNull { return "null" }
            if let bool { return "\(bool)" }
            return string == nil ? text : Self.quoted(text)
        case .sequence(let items): return "[" + items.map(\.json).joined(separator: ",") + "]"
        case .mapping(let members):
            return "{" + members.map { Self.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
        }
    }

    /// A text as a string of JSON, which is one in double quotes of YAML, too.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\0"..<" ":
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// Returns a document as JSON in one line, or the fault.
func json(_ text: String) -> String {
    do throws(ReadingFault) { return try Node.read(text).json } catch { return "\(error)" }
}
