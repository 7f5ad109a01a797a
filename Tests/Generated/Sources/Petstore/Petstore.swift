// Generated from petstore.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

/// Swagger Petstore
nonisolated enum Petstore: RoutedTarget {
    /// List all pets
    case listPets(limit: Int? = nil)
    /// Create a pet
    case createPets(Pet)
    /// Info for a specific pet
    case showPetByID(petID: String)

    var baseURL: URL { Self.host }

    /// The server http://petstore.swagger.io/v1
    static let host = URL(string: "http://petstore.swagger.io/v1")!  // the generator has parsed it

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
        case .listPets(let limit): .get("pets").query(["limit": limit])
        case .createPets(let body): .post("pets").json(body)
        case .showPetByID(let petID): .get("pets/\(petID, name: "petId")")
        }
    }
}
