import Foundation

/// A member of an object, or an element of an array, as it is written in a document: so that a part can be replaced and
/// the rest stays byte for byte.
package struct JSONPart: Sendable {
    /// The decoded name; nil for an element of an array.
    package let name: String?
    /// The name, the colon and the value. Its indices are those of the document.
    package let text: ArraySlice<UInt8>
    /// The value.
    package let value: ArraySlice<UInt8>

    /// Splits an object or array of valid JSON; any other value has no parts.
    package static func parts(of document: ArraySlice<UInt8>) -> [JSONPart] {
        var parts: [JSONPart] = []
        var tokens = JSONTokens(document)
        var depth = 0
        var name: Range<Int>?
        // The beginning of an object or array within.
        var start = 0
        func add(_ value: Range<Int>) {
            parts.append(
                JSONPart(
                    name: name.map { string(document[$0]) ?? "" },
                    text: document[(name?.lowerBound ?? value.lowerBound)..<value.upperBound], value: document[value]))
            name = nil
        }
        let isObject = document.first { !$0.isJSONSpace } == UInt8(ascii: "{")
        while let token = tokens.next() {
            switch document[token.lowerBound] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 1 { start = token.lowerBound }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 1 { add(start..<token.upperBound) }
            case UInt8(ascii: ","), UInt8(ascii: ":"): continue
            default:
                guard depth == 1 else { continue }
                if isObject, name == nil { name = token } else { add(token) }
            }
        }
        return parts
    }

    /// Returns the string that a value is; nil for another one.
    package static func string(_ value: ArraySlice<UInt8>) -> String? {
        value.first == .quote ? (try? JSONValue(parsing: Data(value)))?.stringValue : nil
    }

    /// Returns valid JSON with the escapes in its strings that JSON requires, and no others.
    package static func minimallyEscaped(_ document: ArraySlice<UInt8>) -> [UInt8] {
        guard document.contains(.backslash) else { return Array(document) }
        var output: [UInt8] = []
        var end = document.startIndex
        var tokens = JSONTokens(document)
        while let token = tokens.next() {
            guard let string = string(document[token]) else { continue }
            output += document[end..<token.lowerBound]
            output += JSONValue.string(string).jsonText.utf8
            end = token.upperBound
        }
        return output + document[end...]
    }

    /// Returns a document in UTF-8, without a byte order mark.
    package static func utf8(_ document: Data) -> Data {
        (try? TextDecoding.utf8(document, contentType: nil)) ?? document
    }
}
