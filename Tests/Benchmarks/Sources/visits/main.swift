import Foundation
import Talyn
import TalynStubs
import TalynTesting

// Makes some calls of one kind, for `Tests/Benchmarks/visits`, which counts the functions that they enter.
// Usage: visits stub|template|libcurl|download COUNT

enum API: RoutedTarget {
    case user(String)
    case film

    static let host = URL(string: "https://api.example")!
    var baseURL: URL { Self.host }
    var route: Route {
        switch self {
        case .user(let login): .get("users/\(login)")
        case .film: .get("film.mp4")
        }
    }
}

struct User: Decodable, Sendable { let login: String }

func makeCalls(_ kind: String, _ count: Int) async throws {
    let stubs = StubTransport()
    let json = #"{"login": "octocat"}"#
    switch kind {
    case "stub", "template":
        if kind == "stub" {
            stubs.on(API.user("octocat"), .json(json))
        } else {
            stubs.on(template: "users/{}", .json(json))
        }
        let api = Provider<API>(transport: stubs)
        for _ in 0..<count { _ = try await api.request(.user("octocat"), as: User.self) }
    case "libcurl":
        let server = try LoopbackServer { _ in [.response(body: Data(json.utf8))] }
        let api = Provider<API>(baseURL: server.url)
        for _ in 0..<count { _ = try await api.request(.user("octocat"), as: User.self) }
    case "download":
        // Each download is cut once and continues from there.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("visits-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = StubAnswer.data(
            Data(repeating: 1, count: 20_000), contentType: "video/mp4", headers: ["ETag": #""1""#]
        ).servingRanges()
        stubs.on(API.film, .sequence([film.truncated(after: 9_000), film], then: .cycles))
        let api = Provider<API>(transport: stubs, plugins: [.retry()], clock: TestClock())
        for number in 0..<count {
            _ = try await api.download(.film, to: .file(folder.appendingPathComponent("\(number).mp4")))
        }
    default: throw CocoaError(.featureUnsupported)
    }
}

// Not with top-level `await`, whose main thread ends: valgrind crashes then.
let arguments = CommandLine.arguments
let done = DispatchSemaphore(value: 0)
Task.detached {
    do { try await makeCalls(arguments[1], Int(arguments[2]) ?? 0) } catch {
        print(error)
        exit(1)
    }
    done.signal()
}
done.wait()
