import Foundation

/// A body that is parsed once more to find the value that did not decode.
struct InspectedBody {
    /// The value at a coding path.
    struct Finding {
        /// The value; nil if there is none.
        var value: JSONValue?
        /// The value that contains, or would contain, it; nil at the root or if the container is missing as well.
        var container: JSONValue?

        var kind: String? {
            switch value {
            case .object(let members)? where members.isEmpty: "empty object"
            case .object(let members)?: "object with \(DecodingFailure.list(members))"
            case let value?: value.kind
            case nil: container == nil ? nil : "nothing"
            }
        }
    }

    private static let excerptLength = 120

    /// The error of a body that is not JSON.
    let fault: JSONParser.Fault?
    private let text: Data
    private let root: JSONValue?

    init(_ data: Data, contentType: String?) {
        // The body may have been transcoded for the decoder already; it must not be transcoded twice.
        let isUTF8 = !data.prefix(4).contains(0) && String(data: data, encoding: .utf8) != nil
        let type = isUTF8 ? nil : contentType
        text = (try? TextDecoding.utf8(data, contentType: type)) ?? data
        do throws(JSONParser.Fault) {
            root = try JSONParser.parse(text)
            fault = nil
        } catch {
            root = nil
            fault = error
        }
    }

    private var firstByte: UInt8? { text.first { !$0.isJSONSpace } }

    var isEmpty: Bool { firstByte == nil }

    var beginsWithAngleBracket: Bool { firstByte == UInt8(ascii: "<") }

    subscript(path: [any CodingKey]) -> Finding {
        var finding = Finding(value: root)
        for key in path {
            guard let container = finding.value else { return Finding() }
            finding.container = container
            switch container {
            case .array: finding.value = key.intValue.flatMap { container[$0] }
            case .object(let members):
                finding.value = Self.similarKey(to: key.stringValue, in: members).flatMap { members[$0] }
            default: finding.value = nil
            }
        }
        return finding
    }

    /// Returns the key, or one that differs only in case and underscores, as with a key decoding strategy; nil if there
    /// is none.
    static func similarKey(to key: String, in members: [String: JSONValue]) -> String? {
        func folded(_ key: String) -> String { key.lowercased().replacing(bytes: "_", with: "") }
        guard members[key] == nil else { return key }
        let wanted = folded(key)
        return Array(members.keys).filter { folded($0) == wanted }.sortedByBytes().first
    }

    /// Returns the beginning of a value as JSON text, or of the body if there is no value.
    func excerpt(_ value: JSONValue?) -> String? {
        guard let value = value ?? root else { return excerpt(around: 0) }
        return value.jsonText(limit: Self.excerptLength * 4).cut(to: Self.excerptLength)
    }

    /// Returns the body on both sides of an offset.
    func excerpt(around offset: Int) -> String? {
        let half = Self.excerptLength / 2 - 1
        // Skips the rest of a character.
        let before = text.prefix(max(0, offset)).suffix(half).drop { $0 & 0xC0 == 0x80 }
        let after = text.dropFirst(max(0, offset)).prefix(Self.excerptLength - 1 - before.count)
        let cut = before.count < offset
        let excerpt = (cut ? "…" : "") + String(decoding: before + after, as: UTF8.self)
        return excerpt.isEmpty ? nil : excerpt.cut(to: Self.excerptLength)
    }
}
