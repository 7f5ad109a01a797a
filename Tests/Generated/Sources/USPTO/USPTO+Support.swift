// Generated from uspto.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension USPTO {
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
