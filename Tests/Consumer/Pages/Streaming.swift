import Talyn
import TalynTesting
import Testing

let api = Provider<Chat>()
let prompt = Prompt(text: "Hi")
let file = FileHandle.standardError
let stubs = StubTransport()

func show(_ text: String) {}
func add(_ user: User) {}
