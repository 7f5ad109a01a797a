// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Features {
    /// Encodes dates in RFC 3339, with a fraction of a second if there is one.
    static let jsonEncoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(text(of: date))
        }
        return encoder
    }()

    /// Returns a date in RFC 3339, rounded to milliseconds, which are left out if there are none.
    static func text(of date: Date) -> String {
        // The style cuts milliseconds, so it gets half a one more.
        let rounded = date.addingTimeInterval(0.000_5)
        let hasFraction = (date.timeIntervalSince1970 * 1_000).rounded().truncatingRemainder(dividingBy: 1_000) != 0
        return rounded.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }

    /// Decodes dates in RFC 3339, with and without a fraction of a second.
    static let jsonDecoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self).uppercased()
            for hasFraction in [false, true] {
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
                if let date = try? style.parse(text) { return date }
            }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a date in RFC 3339.")
        }
        return decoder
    }()
}

nonisolated extension Features {
    /// A date without a time, such as `2026-01-31` (RFC 3339, `full-date`).
    struct CalendarDate: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        /// The date as it is sent.
        var rawValue: String

        init(rawValue: String) { self.rawValue = rawValue }

        init(year: Int, month: Int, day: Int) {
            func digits(_ number: Int, _ count: Int) -> String {
                String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
            }
            rawValue = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        }

        /// The year, the month and the day; nil for a text that is no date.
        var components: DateComponents? {
            let parts = rawValue.utf8.split(separator: UInt8(ascii: "-"))
            let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            return numbers.count == 3 ? DateComponents(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
        }
    }
}

nonisolated extension Features {
    /// A value in a place of its own, so that a type can contain itself.
    @dynamicMemberLookup
    indirect enum Box<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        case box(Value)

        init(_ value: Value) { self = .box(value) }

        /// The value.
        var wrappedValue: Value {
            switch self {
            case .box(let value): value
            }
        }

        subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { wrappedValue[keyPath: path] }

        init(from decoder: any Decoder) throws {
            self = .box(try decoder.singleValueContainer().decode(Value.self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }
}

nonisolated extension Features {
    /// A value or null, where an absent one means something else: that it stays as it is.
    enum Nullable<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
        case null
        case value(Value)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .value(let value): try container.encode(value)
            }
        }
    }
}

nonisolated extension Features {
    /// Returns the members of an object; nil for another value.
    static func object(_ decoder: any Decoder) -> KeyedDecodingContainer<AnyKey>? {
        try? decoder.container(keyedBy: AnyKey.self)
    }

    /// Any key of an object.
    struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ key: String) { stringValue = key }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

nonisolated extension Features {
    /// Returns the members of an object that are no properties.
    static func additionalProperties<Value: Decodable>(
        in decoder: any Decoder, besides known: Set<String>
    ) throws -> [String: Value] {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var all: [String: Value] = [:]
        for key in container.allKeys where !known.contains(key.stringValue) {
            all[key.stringValue] = try container.decode(Value.self, forKey: key)
        }
        return all
    }

    /// Encodes members that are no properties.
    static func encode<Value: Encodable>(additionalProperties: [String: Value], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in additionalProperties { try container.encode(value, forKey: AnyKey(key)) }
    }
}

nonisolated extension Features {
    /// Finds the variant of a union that decodes and knows the most keys of an object.
    struct Closest<Union> {
        private let container: any SingleValueDecodingContainer
        private let keys: Set<String>
        private var strangers = Int.max
        /// The variant; nil if none decodes.
        private(set) var value: Union?

        init(_ decoder: any Decoder) throws {
            container = try decoder.singleValueContainer()
            let object = try? decoder.container(keyedBy: AnyKey.self)
            keys = Set((object?.allKeys ?? []).map(\.stringValue))
        }

        /// Considers a variant with these keys.
        mutating func consider<Variant: Decodable, Keys: CodingKey & CaseIterable>(
            _ type: Variant.Type, knowing: Keys.Type, _ make: (Variant) -> Union?
        ) {
            consider(type, strangers: keys.subtracting(Keys.allCases.map(\.stringValue)).count, make)
        }

        /// Considers a variant whose keys are not known.
        mutating func consider<Variant: Decodable>(_ type: Variant.Type, _ make: (Variant) -> Union?) {
            consider(type, strangers: keys.count, make)
        }

        private mutating func consider<Variant: Decodable>(
            _ type: Variant.Type, strangers: Int, _ make: (Variant) -> Union?
        ) {
            guard strangers < self.strangers, let found = (try? container.decode(type)).flatMap(make) else { return }
            (value, self.strangers) = (found, strangers)
        }

        /// Returns the variant.
        func found() throws -> Union {
            if let value { return value }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "No variant fits.")
        }
    }
}

nonisolated extension Features {
    /// A file of a form.
    struct File: Equatable, Sendable {
        var data: Data
        var name: String
        /// The media type; nil for that of the name.
        var contentType: String?

        /// Returns the file as a part of a form.
        func part(named key: String) -> Part { Part(key, data: data, fileName: name, contentType: contentType) }
    }
}

nonisolated extension KeyedDecodingContainer {
    /// Decodes a value or null; nil if the key is absent.
    func decodeIfPresent<Value>(
        _ type: Features.Nullable<Value>.Type, forKey key: Key
    ) throws -> Features.Nullable<Value>? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
