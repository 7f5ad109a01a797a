// Generated from petstore-expanded.json by `swift package generate-api`. Made again, it loses changes.

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
