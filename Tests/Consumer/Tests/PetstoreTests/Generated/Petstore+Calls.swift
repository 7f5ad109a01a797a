// Generated from petstore.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == Petstore, Value == [Petstore.Pet] {
    /// Lists the pets.
    static func listPets(status: Petstore.Status? = nil, tags: [String]? = nil) -> Self {
        Self(.listPets(status: status, tags: tags))
    }
}

nonisolated extension Call where Target == Petstore, Value == Void {
    /// Adds a pet.
    static func addPet(_ body: Petstore.Pet) -> Self { Self(.addPet(body)) }
}
