// Generated from petstore-expanded.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn
import TalynStubs

nonisolated extension PetstoreExpanded: SampledTarget {
    var sample: StubAnswer {
        switch self {
        case .findPets: .json(#"[{"name": "text", "tag": "text", "id": 1}]"#)
        case .addPet: .json(#"{"name": "text", "tag": "text", "id": 1}"#)
        case .findPetByID: .json(#"{"name": "text", "tag": "text", "id": 1}"#)
        case .deletePet: .status(204)
        }
    }
}
