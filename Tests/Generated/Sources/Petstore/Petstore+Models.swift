// Generated from petstore.json by `swift package generate-api`. Made again, it loses changes.

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
