import TalynMoya

import enum Talyn.PlatformTransport
import struct Talyn.Provider
import class TalynStubs.StubTransport

/// The app between its states: call sites of both kinds, over one transport.
struct Halfway {
    func book() async throws -> Book {
        let transport = PlatformTransport.shared
        let session = Session(transport: transport, plugins: [.retry()])
        let provider = Provider<MoyaTarget>(transport: transport)
        _ = MoyaProvider<BookAPI>(session: session)
        let book = try await provider.request(MoyaTarget(BookAPI.book(id: "1")), as: Book.self, atKeyPath: "data")
        return book
    }

    func stubs() -> [Session] {
        let stubbed = Session(transport: StubTransport(), plugins: [.retry()])
        let session = Session(transport: StubTransport(), plugins: [.retry(), .logger()])
        return [stubbed, session]
    }

    func moved() async throws {
        let session = Session.default
        let github = Provider<MoyaTarget>(transport: session.transport, plugins: session.plugins)
        let user = try await github.request(MoyaTarget(GitHub.user("octocat")), as: User.self)
        print(user.login)
    }
}

struct User: Decodable {
    let login: String
}

struct Book: Decodable {
    let id: String
}

enum GitHub: TargetType {
    case user(String)
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String {
        switch self {
        case .user(let login): "users/\(login)"
        }
    }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
}

enum BookAPI: TargetType {
    case book(id: String)
    var baseURL: URL { URL(string: "https://books.example/api")! }
    var path: String {
        switch self {
        case .book(let id): "books/\(id)"
        }
    }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
}
