// Generated from petstore.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn
import TalynStubs

nonisolated extension Petstore: SampledTarget {
    var sample: StubAnswer {
        switch self {
        case .listPets: .json(#"[{"id": 1, "name": "text", "tag": "text"}]"#)
        case .createPets: .status(201)
        case .showPetByID: .json(#"{"id": 1, "name": "text", "tag": "text"}"#)
        }
    }
}
