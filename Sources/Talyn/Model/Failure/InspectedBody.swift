import Foundation

/// A body that is parsed once more to find the value that did not decode.
struct InspectedBody {
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

    /// Returns the kind of the value at a coding path, and that value, or else the one around its place. The kind is
    /// `nothing` behind the end of an array, and nil if the place cannot be found, as with some key strategies.
    func finding(at path: [any CodingKey]) -> (kind: String?, nearest: JSONValue?) {
        var nearest = root
        for key in path {
            switch nearest {
            case .array?:
                guard let element = key.intValue.flatMap({ nearest?[$0] }) else { return ("nothing", nearest) }
                nearest = element
            case .object(let members)?:
                guard let member = Self.member(key.stringValue, of: members) else { return (nil, nearest) }
                nearest = member
            default: return (nil, nearest)
            }
        }
        return (nearest?.kind, nearest)
    }

    /// Returns a member by its key, or by one that differs only in case and underscores, as with a key decoding
    /// strategy.
    private static func member(_ key: String, of members: [String: JSONValue]) -> JSONValue? {
        func folded(_ key: String) -> String { key.lowercased().replacing(bytes: "_", with: "") }
        if let member = members[key] { return member }
        let wanted = folded(key)
        return Array(members.keys).filter { folded($0) == wanted }.sortedByBytes().first.flatMap { members[$0] }
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
        let text = [UInt8](text.prefix(max(0, offset) + Self.excerptLength))
        let before = text.prefix(max(0, offset)).suffix(half).drop { $0 & 0xC0 == 0x80 }
        let after = text.dropFirst(max(0, offset)).prefix(Self.excerptLength - 1 - before.count)
        let cut = before.count < offset
        let excerpt = (cut ? "…" : "") + String(decoding: before + after, as: UTF8.self)
        return excerpt.isEmpty ? nil : excerpt.cut(to: Self.excerptLength)
    }
}
