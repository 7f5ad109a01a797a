// Generated from petstore.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == Petstore, Value == Petstore.Pets {
    /// List all pets
    /// - Parameters:
    ///   - limit: How many items to return at one time (max 100)
    static func listPets(limit: Int? = nil) -> Self { Self(.listPets(limit: limit)) }
}

nonisolated extension Call where Target == Petstore, Value == Void {
    /// Create a pet
    static func createPets(_ body: Petstore.Pet) -> Self { Self(.createPets(body)) }
}

nonisolated extension Call where Target == Petstore, Value == Petstore.Pet {
    /// Info for a specific pet
    /// - Parameters:
    ///   - petID: The id of the pet to retrieve
    static func showPetByID(petID: String) -> Self { Self(.showPetByID(petID: petID)) }
}
