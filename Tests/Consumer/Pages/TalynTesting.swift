import Talyn
import TalynTesting

let stubs = StubTransport()
