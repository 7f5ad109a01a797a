// expect: write '.json(value)'
import Talyn

struct Note: Encodable { var title: String }
let route = Route.post("notes").body(Note(title: "a"))
