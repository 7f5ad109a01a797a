internal import Talyn

/// The shape of a JSON value: its kinds and fields, without values, down to ``deepest`` levels.
struct JSONShape: Equatable, Sendable {
    /// The number of levels that have a shape: the stack of a secondary thread is small.
    static let deepest = 64

    /// The kinds of the values. All numbers are one kind.
    private(set) var kinds: Set<String> = []
    /// The shapes within, by the end of their path: `.name` for a field of objects, `[]` for all elements of arrays,
    /// `{}` for all values of maps, whose keys are data.
    private var parts: [String: JSONShape] = [:]
    /// Whether every object has this field.
    private var isAlways = true

    /// Whether the objects are maps.
    var isMap: Bool { parts["{}"] != nil }

    /// The shape of a value.
    init(_ value: JSONValue) { self.init(value, levels: Self.deepest) }

    private init(_ value: JSONValue, levels: Int) {
        switch value {
        case .null: kinds = ["null"]
        case .bool: kinds = ["boolean"]
        case .integer, .unsigned, .number: kinds = ["number"]
        case .string: kinds = ["string"]
        case .array(let items):
            kinds = ["array"]
            guard levels > 0 else { return }
            for item in items { add(JSONShape(item, levels: levels - 1), at: "[]") }
        case .object(let members):
            kinds = ["object"]
            guard levels > 0 else { return }
            let isMap = members.count >= 2 && members.keys.allSatisfy(Self.isIdentifier)
            for (key, value) in members { add(JSONShape(value, levels: levels - 1), at: isMap ? "{}" : ".\(key)") }
        }
    }

    private mutating func add(_ shape: JSONShape, at end: String) {
        parts[end] = parts[end]?.union(shape) ?? shape
    }

    /// Returns the shape of both.
    func union(_ other: JSONShape) -> JSONShape {
        var both = self
        both.kinds.formUnion(other.kinds)
        both.isAlways = isAlways && other.isAlways
        both.parts.merge(other.parts) { $0.union($1) }
        guard kinds.contains("object"), other.kinds.contains("object") else { return both }
        for end in both.parts.keys where parts[end] == nil || other.parts[end] == nil {
            both.parts[end]?.isAlways = false
        }
        return both
    }

    /// Whether a key is data: a number, a UUID, a hash, a date.
    private static func isIdentifier(_ key: String) -> Bool {
        let isNumber = key.utf8.allSatisfy { $0.isDigit || $0 == 0x2D }
        let isHash =
            key.utf8.count >= 16 && key.utf8.allSatisfy { $0.isDigit || ($0 | 0x20) &- 0x61 < 6 || $0 == 0x2D }
        return !key.isEmpty && (isNumber || isHash)
    }
}

extension JSONShape {
    /// Returns a line for each difference of a live response: `items[].author: string → null`.
    func differences(to live: JSONShape, at path: String = "") -> [String] {
        let name = path.isEmpty ? "the body" : path
        var lines: [String] = []
        // A recorded null may be anything.
        let before = kinds.subtracting(["null"])
        let now = live.kinds.subtracting(["null"])
        if !before.isEmpty {
            if before != now {
                lines.append("\(name): \(Self.text(before)) → \(now.isEmpty ? "null" : Self.text(now))")
            } else if live.kinds.contains("null"), !kinds.contains("null") {
                lines.append("\(name): may be null")
            }
        }
        // A map with one entry looks like an object.
        let areObjects = before.contains("object") && now.contains("object") && !isMap && !live.isMap
        for end in Array(Set(parts.keys).union(live.parts.keys)).sortedByBytes() {
            let isField = end.hasPrefix(bytes: ".")
            if isField, !areObjects { continue }
            let step = isField && path.isEmpty ? String(Substring(end.utf8.dropFirst())).cut(to: 40) : end.cut(to: 41)
            switch (parts[end], live.parts[end]) {
            case (let part?, let other?):
                if isField, part.isAlways, !other.isAlways { lines.append("\(path)\(step): may be missing") }
                lines += part.differences(to: other, at: path + step)
            case (let part?, nil) where isField && part.isAlways:
                lines.append("\(path)\(step): lost (\(Self.text(part.kinds)))")
            case (nil, let other?) where isField:
                lines.append("\(path)\(step): gained (\(Self.text(other.kinds)))")
            default: continue
            }
        }
        return lines
    }

    private static func text(_ kinds: Set<String>) -> String { Array(kinds).sortedByBytes().joined(separator: " or ") }
}
