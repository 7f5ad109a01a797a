// Generated from petstore-expanded.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension PetstoreExpanded {
    struct ErrorModel: Codable, Equatable, Sendable {
        var code: Int
        var message: String
    }

    struct NewPet: Codable, Equatable, Sendable {
        var name: String
        var tag: String?
    }

    struct Pet: Codable, Equatable, Sendable {
        var name: String
        var tag: String?
        var id: Int64
    }
}
