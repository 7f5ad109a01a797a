// Generated from petstore.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Petstore {
    struct ErrorModel: Codable, Equatable, Sendable {
        var code: Int
        var message: String
    }

    struct Pet: Codable, Equatable, Sendable {
        var id: Int64
        var name: String
        var tag: String?
    }

    typealias Pets = [Pet]
}
