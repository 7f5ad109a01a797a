// Runs one subject a number of times, for a tool that counts instructions: `instructions stubbed 1000`. The main
// function is synchronous, because callgrind loses count of an asynchronous one.
import Foundation
import Subjects
import Talyn
import TalynStores
import TalynStubs

@inline(never) @_optimize(none)
func keep<Value>(_ value: borrowing Value) {}

let page = Shop.repositories(of: "octocat", page: 1)
let words = CommandLine.arguments
guard words.count == 3, let count = Int(words[2]) else {
    print("usage: instructions endpoint|stubbed|plugins|hookless|decode|logged|verbose|moya[-floor] COUNT")
    exit(2)
}

switch words[1] {
case "endpoint":
    let shop = Provider<Shop>(transport: NullTransport())
    for _ in 0..<count { keep(try shop.endpoint(page)) }
case "moya": MoyaShop.call(times: count) { keep($0) }
case "endpoint-floor", "moya-floor":
    for _ in 0..<count { keep(try ByHand.request(login: "octocat", page: 1)) }
case "stubbed", "hookless-floor", "cached-floor":
    let shop = Provider<Shop>(transport: StubTransport.listing())
    try MainThreadExecutor.run { for _ in 0..<count { keep(try await shop.request(page)) } }
case "cached":
    let stubs = StubTransport()
    stubs.on(page, .data(Listing.json, headers: ["Cache-Control": "max-age=3600"]))
    let shop = Provider<Shop>(transport: stubs, plugins: [.cache()] as [any Plugin])
    try MainThreadExecutor.run { for _ in 0..<count { keep(try await shop.request(page)) } }
case "plugins":
    let plugins = Array(repeating: EveryHook(), count: 10)
    let shop = Provider<Shop>(transport: StubTransport.listing(), plugins: plugins)
    try MainThreadExecutor.run { for _ in 0..<count { keep(try await shop.request(page)) } }
case "hookless":
    let plugins = Array(repeating: NoHook(), count: 10)
    let shop = Provider<Shop>(transport: StubTransport.listing(), plugins: plugins)
    try MainThreadExecutor.run { for _ in 0..<count { keep(try await shop.request(page)) } }
case "logged", "verbose":
    let logger = words[1] == "verbose" ? SilentLogger.verbose : SilentLogger.byDefault
    let shop = Provider<Shop>(transport: StubTransport.listing(Listing.flat), plugins: [logger])
    try MainThreadExecutor.run { for _ in 0..<count { keep(try await shop.request(page)) } }
case "stubbed-floor", "plugins-floor", "logged-floor", "verbose-floor":
    try MainThreadExecutor.run {
        for _ in 0..<count { keep(try await ByHand.bareCall(login: "octocat", page: 1)) }
    }
case "decode":
    let shop = Provider<Shop>(transport: StubTransport.listing())
    try MainThreadExecutor.run { for _ in 0..<count { keep(try await shop.request(page, as: Listing.self)) } }
case "decode-floor":
    let decoder = JSONDecoder()
    for _ in 0..<count { keep(try decoder.decode(Listing.self, from: Listing.json)) }
default:
    print("there is no subject \(words[1])")
    exit(2)
}
