// Generated from petstore.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

/// Petstore
nonisolated enum Petstore: RoutedTarget {
    /// Lists the pets.
    case listPets(status: Status? = nil, tags: [String]? = nil)
    /// Adds a pet.
    case addPet(Pet)

    var baseURL: URL { Self.host }

    /// The server https://petstore.example.com/v1
    static let host = URL(string: "https://petstore.example.com/v1")!  // the generator has parsed it

    var headers: HTTPHeaders { ["Accept": "application/json"] }

    var queryEncoder: QueryEncoder { Self.queryStyle }
    static let queryStyle: QueryEncoder = {
        var encoder = QueryEncoder()
        encoder.arrays = .repeated
        encoder.bools = .literal
        return encoder
    }()

    var route: Route {
        switch self {
        case .listPets(let status, let tags): .get("pets").query(["status": status, "tags": .separated(tags)])
        case .addPet(let body): .post("pets").json(body)
        }
    }
}
