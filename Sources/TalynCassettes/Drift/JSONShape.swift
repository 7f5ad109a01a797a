internal import Talyn

/// The shape of a JSON value: its kinds and fields, without values, down to ``deepest`` levels.
struct JSONShape: Equatable, Sendable {
    /// The number of levels that have a shape: the stack of a secondary thread is small.
    static let deepest = 64

    /// The kinds of the values. All numbers are one kind.
    private(set) var kinds: Set<String> = []
    /// The fields of the objects.
    private(set) var fields: [String: JSONShape] = [:]
    /// Whether every object has this field.
    private(set) var isAlways = true
    /// The shape of all elements of the arrays, as an array of one; empty when there are none.
    private(set) var elements: [JSONShape] = []
    /// Whether the objects are maps, whose keys are data.
    private(set) var isMap = false

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
            if levels > 0 { elements = Self.union(items.map { JSONShape($0, levels: levels - 1) }) }
        case .object(let members):
            kinds = ["object"]
            guard levels > 0 else { return }
            let shapes = members.mapValues { JSONShape($0, levels: levels - 1) }
            isMap = members.count >= 2 && members.keys.allSatisfy(Self.isIdentifier)
            if isMap { elements = Self.union(Array(shapes.values)) } else { fields = shapes }
        }
    }

    /// The union of shapes, as an array of one; empty when there are none.
    private static func union(_ shapes: [JSONShape]) -> [JSONShape] {
        guard let first = shapes.first else { return [] }
        return [shapes.dropFirst().reduce(first) { $0.union($1) }]
    }

    /// Returns the shape of both.
    func union(_ other: JSONShape) -> JSONShape {
        var both = self
        both.kinds.formUnion(other.kinds)
        both.isAlways = isAlways && other.isAlways
        both.isMap = isMap || other.isMap
        both.elements = Self.union(elements + other.elements)
        both.fields = fields.merging(other.fields) { $0.union($1) }
        guard kinds.contains("object"), other.kinds.contains("object") else { return both }
        for key in both.fields.keys where fields[key] == nil || other.fields[key] == nil {
            both.fields[key]?.isAlways = false
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
        if let element = elements.first, let other = live.elements.first, isMap == live.isMap {
            lines += element.differences(to: other, at: isMap ? path + "{}" : path + "[]")
        }
        // A map with one entry looks like an object.
        guard before.contains("object"), now.contains("object"), !isMap, !live.isMap else { return lines }
        return lines + fieldDifferences(to: live, at: path)
    }

    private func fieldDifferences(to live: JSONShape, at path: String) -> [String] {
        Array(Set(fields.keys).union(live.fields.keys)).sortedByBytes().flatMap { key -> [String] in
            let inner = path.isEmpty ? key.cut(to: 40) : "\(path).\(key.cut(to: 40))"
            switch (fields[key], live.fields[key]) {
            case (let field?, let other?):
                let lines = field.differences(to: other, at: inner)
                return field.isAlways && !other.isAlways ? ["\(inner): may be missing"] + lines : lines
            case (let field?, nil): return field.isAlways ? ["\(inner): lost (\(Self.text(field.kinds)))"] : []
            case (nil, let other?): return ["\(inner): gained (\(Self.text(other.kinds)))"]
            case (nil, nil): return []
            }
        }
    }

    private static func text(_ kinds: Set<String>) -> String { Array(kinds).sortedByBytes().joined(separator: " or ") }
}
