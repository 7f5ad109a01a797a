import Talyn
import TalynStores

let (name, password) = ("ann", "")
let folder = URL(fileURLWithPath: "Feed")
