import Talyn
import TalynTesting

let films = Provider<Films>()
let (folder, url, bytes, stubs) = (Films.folder, Films.folder, Data(), StubTransport())

nonisolated func show(_ progress: TransferProgress) {}
func explain(_ reason: String) {}
