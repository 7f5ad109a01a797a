// Generated from petstore.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn
import TalynStubs

nonisolated extension Petstore: SampledTarget {
    var sample: StubAnswer {
        switch self {
        case .listPets: .json(#"[{"id": 1, "name": "Milo", "status": "sold"}]"#)
        case .addPet: .status(201)
        }
    }
}
