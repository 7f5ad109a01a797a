// Generated from petstore.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Petstore {
    struct Pet: Codable, Equatable, Sendable {
        var id: Int64
        var name: String
        var status: Status?
    }

    struct Problem: Codable, Equatable, Sendable {
        var title: String
    }

    enum Status: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case available
        case sold
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "available": self = .available
            case "sold": self = .sold
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .available: "available"
            case .sold: "sold"
            case .unknown(let value): value
            }
        }
    }
}
