// expect: 'on(_:_:when:times:)' is unavailable: write '.sequence([…])'
import Talyn
import TalynStubs

func stub(_ stubs: StubTransport, _ hop: Endpoint) { stubs.on(hop, [.status(503), .text("ok")], times: 2) }
