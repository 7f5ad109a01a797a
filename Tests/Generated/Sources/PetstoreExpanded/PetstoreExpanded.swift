// Generated from petstore-expanded.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

/// Swagger Petstore
///
/// A sample API that uses a petstore as an example to demonstrate features in the OpenAPI 3.0 specification
nonisolated enum PetstoreExpanded: RoutedTarget {
    /// Returns all pets from the system that the user has access to
    case findPets(tags: [String]? = nil, limit: Int? = nil)
    /// Creates a new pet in the store. Duplicates are allowed
    case addPet(NewPet)
    /// Returns a user based on a single ID, if the user does not have access to the pet
    case findPetByID(id: Int64)
    /// deletes a single pet based on the ID supplied
    case deletePet(id: Int64)

    var baseURL: URL { Self.host }

    /// The server https://petstore.swagger.io/v2
    static let host = URL(string: "https://petstore.swagger.io/v2")!  // the generator has parsed it

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
        case .findPets(let tags, let limit): .get("pets").query(["tags": tags, "limit": limit])
        case .addPet(let body): .post("pets").json(body)
        case .findPetByID(let id): .get("pets/\(id, name: "id")")
        case .deletePet(let id): .delete("pets/\(id, name: "id")")
        }
    }
}
