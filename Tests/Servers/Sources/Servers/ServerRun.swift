import Talyn
import TalynTesting

#if canImport(Glibc)
import Glibc
#endif

/// Runs the server on loopback, over stubs: a hit of the cache, the deadline, a status, a shutdown during a request.
func runServer() async throws {
    let user = #"{"login":"octocat","id":1}"#
    let stubs = StubTransport { endpoint in
        switch endpoint.url.path {
        case "/users/octocat": return .json(user, headers: ["Cache-Control": "max-age=60"])
        case "/users/slow": return .json(user).delayed(by: .seconds(60))
        case "/users/last":
            kill(getpid(), SIGTERM)
            return .json(user)
        default: return .status(404)
        }
    }
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let github = makeGitHub(over: stubs, clock: TestClock())
    async let served: Void = serve(github, port: 0) { if let port = $0 { continuation.yield(port) } }
    var port: Int?
    for await first in ports {
        port = first
        break
    }
    let client = Provider<GitHub>(baseURL: URL(string: "http://127.0.0.1:\(port ?? 0)")!)
    for _ in 1...2 {
        let found = try await client.request(.user("octocat"), as: User.self)
        check(found.id == 1, "a user: \(found)")
    }
    check(stubs.requests.count == 1, "the cache: \(stubs.requests)")
    let slow = await client.result(.user("slow"))
    check((try? slow.get()) == nil && "\(slow)".contains("504"), "the deadline: \(slow)")
    let missing = await client.result(.user("nobody"))
    check("\(missing)".contains("404"), "a status: \(missing)")
    let last = try await client.request(.user("last"), as: User.self)
    check(last.login == "octocat", "a request during the shutdown: \(last)")
    try await served

    let headers: HTTPHeaders = ["Cookie": "a=1; b=2", "Accept": "text/plain", "Set-Cookie": "c=3", "set-cookie": "d=4"]
    check(roundTrip(headers) == headers, "headers: \(roundTrip(headers))")
    check(headersOfTwoCookies().values(for: "Cookie") == ["a=1; b=2"], "cookies: \(headersOfTwoCookies())")
    check(nioHeaders(headers).count == headers.count, "headers of NIO: \(nioHeaders(headers))")
    let upstream = Response(
        statusCode: 203, headers: ["Content-Type": "text/plain", "Server": "x"], body: .data(Data("hi".utf8)),
        endpoint: Endpoint(url: URL(string: "https://api.github.com/zen")!))
    let forwarded = answer(for: upstream)
    check(forwarded.status.code == 203 && forwarded.headers.count == 2, "an answer: \(forwarded.headers)")
    check(contentType(of: upstream) == "text/plain", "scoped imports")
    check(readsOnly(.head) && !readsOnly(.put), "the typealias")
}
