internal import Talyn

/// The shape of a JSON value: its kinds and fields, without values, down to ``deepest`` levels.
struct JSONShape: Equatable, Sendable {
    /// A kind of value. All numbers are one kind.
    enum Kind: String, Comparable, Sendable {
        case array, boolean, null, number, object, string
        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// A field of objects.
    struct Field: Equatable, Sendable {
        var shape: JSONShape
        /// Whether every object has it.
        var isAlways: Bool
    }

    /// The number of levels that have a shape: the stack of a secondary thread is small.
    static let deepest = 64

    /// The kinds of the values.
    private(set) var kinds: Set<Kind> = []
    /// The fields of the objects.
    private(set) var fields: [String: Field] = [:]
    /// The shape of all elements of the arrays, as an array of one; empty when there are none.
    private(set) var elements: [JSONShape] = []
    /// Whether the objects are maps, whose keys are data.
    private(set) var isMap = false

    /// The shape of a value.
    init(_ value: JSONValue) { self.init(value, levels: Self.deepest) }

    private init(_ value: JSONValue, levels: Int) {
        switch value {
        case .null: kinds = [.null]
        case .bool: kinds = [.boolean]
        case .integer, .unsigned, .number: kinds = [.number]
        case .string: kinds = [.string]
        case .array(let items):
            kinds = [.array]
            guard levels > 0 else { return }
            elements = Self.union(items.map { JSONShape($0, levels: levels - 1) }).map { [$0] } ?? []
        case .object(let members):
            kinds = [.object]
            guard levels > 0 else { return }
            isMap = members.count >= 2 && members.keys.allSatisfy(Self.isIdentifier)
            if isMap {
                elements = Self.union(members.values.map { JSONShape($0, levels: levels - 1) }).map { [$0] } ?? []
            } else {
                fields = members.mapValues { Field(shape: JSONShape($0, levels: levels - 1), isAlways: true) }
            }
        }
    }

    private static func union(_ shapes: [JSONShape]) -> JSONShape? {
        shapes.dropFirst().reduce(shapes.first) { union, shape in union.map { $0.union(shape) } }
    }

    /// Returns the shape of both.
    func union(_ other: JSONShape) -> JSONShape {
        var both = self
        both.kinds.formUnion(other.kinds)
        both.isMap = isMap || other.isMap
        both.elements = Self.union(elements + other.elements).map { [$0] } ?? []
        let bothAreObjects = kinds.contains(.object) && other.kinds.contains(.object)
        for key in Set(fields.keys).union(other.fields.keys) {
            switch (fields[key], other.fields[key]) {
            case (let field?, let second?):
                both.fields[key] = Field(
                    shape: field.shape.union(second.shape), isAlways: field.isAlways && second.isAlways)
            case (let field?, nil), (nil, let field?):
                both.fields[key] = Field(shape: field.shape, isAlways: field.isAlways && !bothAreObjects)
            case (nil, nil): break
            }
        }
        return both
    }

    /// Whether a key is data: a number, a UUID, a hash, a date.
    private static func isIdentifier(_ key: String) -> Bool {
        let isNumber = key.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2D }
        let isHash =
            key.utf8.count >= 16
            && key.utf8.allSatisfy { byte in
                byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 || byte == 0x2D
            }
        return !key.isEmpty && (isNumber || isHash)
    }
}

extension JSONShape {
    /// Returns a line for each difference of a live response: `items[].author: string → null`.
    func differences(to live: JSONShape, at path: String = "") -> [String] {
        let place = path.isEmpty ? "the body" : path
        var lines: [String] = []
        // A recorded null may be anything.
        let before = kinds.subtracting([.null])
        let now = live.kinds.subtracting([.null])
        if !before.isEmpty {
            if now.isEmpty {
                lines.append("\(place): \(Self.text(before)) → null")
            } else if before != now {
                lines.append("\(place): \(Self.text(before)) → \(Self.text(now))")
            } else if live.kinds.contains(.null), !kinds.contains(.null) {
                lines.append("\(place): may be null")
            }
        }
        if let element = elements.first, let other = live.elements.first, isMap == live.isMap {
            lines += element.differences(to: other, at: isMap ? path + "{}" : path + "[]")
        }
        // A map with one entry looks like an object.
        guard before.contains(.object), now.contains(.object), !isMap, !live.isMap else { return lines }
        return lines + fieldDifferences(to: live, at: path)
    }

    private func fieldDifferences(to live: JSONShape, at path: String) -> [String] {
        Set(fields.keys).union(live.fields.keys).sorted().flatMap { key -> [String] in
            let step = key.cut(to: 40)
            let inner = path.isEmpty ? step : "\(path).\(step)"
            switch (fields[key], live.fields[key]) {
            case (let field?, let other?):
                let lines = field.shape.differences(to: other.shape, at: inner)
                return field.isAlways && !other.isAlways ? ["\(inner): may be missing"] + lines : lines
            case (let field?, nil): return field.isAlways ? ["\(inner): lost (\(Self.text(field.shape.kinds)))"] : []
            case (nil, let other?): return ["\(inner): gained (\(Self.text(other.shape.kinds)))"]
            case (nil, nil): return []
            }
        }
    }

    private static func text(_ kinds: Set<Kind>) -> String {
        kinds.sorted().map(\.rawValue).joined(separator: " or ")
    }
}
