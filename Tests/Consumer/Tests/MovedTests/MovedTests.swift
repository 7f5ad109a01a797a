import TalynMoya
import Testing

import class TalynStubs.StubTransport

// An app on Moya, with its imports changed, in a module that is isolated to the main actor: so are the conformances of its
// targets, which a cast does not see on the session's queue.

enum Library {
    case open
    case books
    case book(id: String)
}

extension Library: TargetType, AccessTokenAuthorizable {
    var baseURL: URL { URL(string: "https://library.example")! }
    var path: String {
        switch self {
        case .open: "open"
        case .books: "books"
        case .book(let id): "books/\(id)"
        }
    }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
    var authorizationType: AuthorizationType? {
        switch self {
        case .open: nil
        case .books: .bearer
        case .book: .custom("Reader")
        }
    }
}

/// A target whose subclass asks for a token.
class Shelf: TargetType {
    init() {}
    var baseURL: URL { URL(string: "https://library.example")! }
    var path: String { "shelf" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
}

final class LockedShelf: Shelf, AccessTokenAuthorizable {
    var authorizationType: AuthorizationType? { .bearer }
}

/// A target around another one, which asks for a token if that does.
struct Newest<Inner: TargetType>: TargetType {
    let inner: Inner
    var baseURL: URL { inner.baseURL }
    var path: String { inner.path }
    var method: Moya.Method { inner.method }
    var task: Moya.Task { .requestParameters(parameters: ["sort": "newest"], encoding: URLEncoding.default) }
    var headers: [String: String]? { inner.headers }
}

extension Newest: AccessTokenAuthorizable where Inner: AccessTokenAuthorizable {
    var authorizationType: AuthorizationType? { inner.authorizationType }
}

/// A plugin of the app's around another one.
final class Forwarding: PluginType {
    let inner: any PluginType
    init(_ inner: any PluginType) { self.inner = inner }
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        inner.prepare(request, target: target)
    }
}

@Suite struct MovedTests {
    /// Makes a call, and returns the token that is sent.
    private func token<Target: TargetType>(
        _ target: Target, plugins: [any PluginType] = [AccessTokenPlugin { _ in "secret" }]
    ) async throws -> String? {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let provider = MoyaProvider<Target>(session: Session(transport: stubs), plugins: plugins)
        let result = await withCheckedContinuation { continuation in
            provider.request(target) { continuation.resume(returning: $0) }
        }
        #expect(try result.get().statusCode == 204)
        return stubs.requests.first?.headers["Authorization"]
    }

    @Test func aTargetOfTheMainActorSendsItsToken() async throws {
        #expect(try await token(Library.open) == nil)
        #expect(try await token(Library.books) == "Bearer secret")
        #expect(try await token(Library.book(id: "1")) == "Reader secret")
    }

    @Test func aTargetOfTheMainActorSendsItsTokenWithinAMultiTarget() async throws {
        #expect(try await token(MultiTarget(Library.books)) == "Bearer secret")
        #expect(try await token(MultiTarget(MultiTarget(Library.open))) == nil)
        #expect(try await token(MultiTarget(MultiTarget(Library.books))) == "Bearer secret")
    }

    @Test func aPluginAroundTheOneOfTokensSendsTheToken() async throws {
        #expect(
            try await token(Library.books, plugins: [Forwarding(AccessTokenPlugin { _ in "secret" })])
                == "Bearer secret")
    }

    /// Conformances that the compiler does not know where `TargetType` is adopted.
    @Test func aSubclassAndAConditionalConformanceSendTheirToken() async throws {
        #expect(try await token(LockedShelf()) == "Bearer secret")
        #expect(try await token(LockedShelf() as Shelf) == "Bearer secret")
        #expect(try await token(Shelf()) == nil)
        #expect(try await token(Newest(inner: Library.books)) == "Bearer secret")
        #expect(try await token(Newest(inner: Library.open)) == nil)
        #expect(try await token(Newest(inner: Shelf())) == nil)
        #expect(try await token(MultiTarget(LockedShelf())) == "Bearer secret")
        #expect(try await token(MultiTarget(Newest(inner: Library.books))) == "Bearer secret")
    }

    /// The app's closures run on the session's queue.
    @Test func theTokenOfAStoreOfTheMainActorIsSent() async throws {
        let store = Store()
        #expect(try await token(Library.books, plugins: [AccessTokenPlugin { _ in store.token }]) == "Bearer stored")
    }
}

final class Store {
    var token = "stored"
}
