// Works on a folder of a cache and a file of cookies until it is killed: see `.ci/long stores`.
//
//   StoreWork FOLDER seed      stores what no other process touches
//   StoreWork FOLDER work      stores, validates, reads and removes until it is killed; ends with 1 at a wrong answer
//   StoreWork FOLDER check     ends with 1 if something of the seed is lost, or anything is unreadable or wrong
//   StoreWork FOLDER fill N [ALL]    stores N responses, then looks for some of ALL (N), and prints times and memory
import Foundation
import Talyn
import TalynStores

/// A server whose bodies say what they are: the URL, a number, and their sum.
struct Server: Transport {
    func send(_ endpoint: Endpoint, context: CallContext) -> Response {
        if endpoint.headers.contains("If-None-Match"), Bool.random() {
            return Response(statusCode: 304, headers: ["Cache-Control": "max-age=0"], endpoint: endpoint)
        }
        let number = Int.random(in: 0..<1_000_000)
        let lifetime = endpoint.url.path.hasPrefix("/old") || endpoint.url.path.hasPrefix("/fill") ? 1_000_000 : 0
        return Response(
            statusCode: 200, headers: ["Cache-Control": "max-age=\(lifetime)", "ETag": "\"\(number)\""],
            body: .data(Self.body(of: endpoint.url.path, number)), endpoint: endpoint)
    }

    static func body(of path: String, _ number: Int) -> Data {
        let length = path.hasPrefix("/fill") ? 500 : number % 200_000
        let text = "\(path) \(number) "
        let filling = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* number) }
        return Data(text.utf8) + filling
    }

    /// Returns whether a body is one of a path, whole and unchanged.
    static func isRight(_ body: Data, _ path: String) -> Bool {
        let words = body.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let number = Int(String(decoding: words[1], as: UTF8.self)) else { return false }
        return body == Self.body(of: path, number)
    }
}

func fail(_ text: String) -> Never {
    print("WRONG: \(text)")
    exit(1)
}

func page(_ path: String) -> Endpoint {
    // The proof of `!`: a path of letters, digits and slashes.
    Endpoint(url: URL(string: "https://a.example\(path)")!)
}

let words = CommandLine.arguments
guard words.count > 2 else {
    print("usage: StoreWork FOLDER seed|work|check|fill")
    exit(2)
}
let folder = URL(fileURLWithPath: words[1], isDirectory: true)
let cookies = folder.appendingPathComponent("cookies.txt")
let opening = ContinuousClock.now
let cache = try ResponseCache(folder: folder.appendingPathComponent("cache"), limit: 1 << 30)
let opened = ContinuousClock.now - opening
let provider = Provider<MultiTarget>(transport: Server(), plugins: [.cache(cache)])
let later = Date(timeIntervalSinceNow: 1_000_000)

func jar() -> CookieJar {
    do { return try CookieJar(file: cookies) } catch { fail("the file of cookies: \(error)") }
}

switch words[2] {
case "seed":
    for index in 0..<50 {
        _ = try await provider.send(page("/old/\(index)"))
        jar().set(Cookie(name: "old\(index)", value: "\(index)", domain: "a.example", expires: later))
    }
case "work":
    let jar = jar()
    while true {
        let index = Int.random(in: 0..<100)
        let path = Int.random(in: 0..<4) == 0 ? "/old/\(index % 50)" : "/new/\(index)"
        let response = try await provider.send(page(path))
        if !Server.isRight(response.data, path) { fail(path) }
        if Int.random(in: 0..<20) == 0 { try await cache.remove(for: page("/new/\(index)").url) }
        if Int.random(in: 0..<4) == 0 {
            jar.set(Cookie(name: "new\(index)", value: "\(index)", domain: "a.example", expires: later))
            for cookie in jar.cookies where !cookie.name.hasSuffix(cookie.value) { fail("a cookie") }
        }
    }
case "check":
    for index in 0..<50 {
        let response = try await provider.send(page("/old/\(index)"))
        if response.source == .network { fail("/old/\(index) is lost") }
        if !Server.isRight(response.data, "/old/\(index)") { fail("/old/\(index)") }
    }
    var found = 0
    for index in 0..<100 {
        let response = try? await provider.cachePolicy(.returnCacheOnly).send(page("/new/\(index)"))
        guard let response else { continue }
        if !Server.isRight(response.data, "/new/\(index)") { fail("/new/\(index)") }
        found += 1
    }
    print("found \(found)")
    let names = Set(jar().cookies.map(\.name))
    for index in 0..<50 where !names.contains("old\(index)") { fail("the cookie old\(index) is lost") }
case "fill":
    let count = words.count > 3 ? Int(words[3]) ?? 0 : 0
    for index in 0..<count { _ = try await provider.send(page("/fill/\(index)")) }
    let all = words.count > 4 ? Int(words[4]) ?? 0 : count
    var times: [Duration] = []
    for _ in 0..<1_000 {
        let path = "/fill/\(Int.random(in: 0..<max(all, 1)))"
        let start = ContinuousClock.now
        let found = try? await provider.cachePolicy(.returnCacheOnly).send(page(path))
        times.append(ContinuousClock.now - start)
        if all > 0, found.map({ !Server.isRight($0.data, path) }) ?? true { fail("\(path) is lost or wrong") }
    }
    let lookup = times.sorted()[500]
    if lookup > .milliseconds(5) { fail("a lookup takes \(lookup)") }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let memory = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    print("stored \(count); opened in \(opened); a lookup \(lookup); \(memory)")
default:
    print("there is no \(words[2])")
    exit(2)
}
