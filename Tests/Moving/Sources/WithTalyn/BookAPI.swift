import Talyn

enum BookAPI: RoutedTarget {
    case books(page: Int, author: String?)
    case book(id: String)
    case review(bookID: String, Review)
    case rename(bookID: String, title: String)
    case cover(bookID: String, image: Data)

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://books.example/api")!

    var headers: HTTPHeaders { ["Accept": "application/json"] }

    var route: Route {
        switch self {
        case .books(let page, let author): .get("books").query(["page": page, "author": author])
        case .book(let id): .get("books/\(id)")
        case .review(let id, let review): .post("books/\(id)/reviews").json(review)
        case .rename(let id, let title): .put("books/\(id)").form(["title": title])
        case .cover(let id, let image):
            .post("books/\(id)/cover").multipart { Part("cover", data: image, fileName: "cover.png") }
        }
    }

    static let catchChain = CatchChain(cancelled: BookError.unknown, otherwise: { _ in .unknown })
        .catch(urlError: .notConnectedToInternet, .cannotConnectToHost) { _ in .offline }
        .catch(status: 401) { _ in .signedOut }
        .catch(status: 404) { _ in .notFound }
}

extension BookAPI: AccessTokenAuthorizable {
    var authorizationType: AuthorizationType? { .bearer }
}

struct Review: Encodable {
    let text: String
    let stars: Int
}

struct Book: Decodable, Equatable {
    let id: String
    let title: String
}

enum BookError: Error, Equatable {
    case offline
    case signedOut
    case notFound
    case unknown
}

extension Call where Target == BookAPI, Value == [Book] {
    static func books(page: Int, author: String? = nil) -> Self {
        Self(.books(page: page, author: author), atKeyPath: "data")
    }
}

extension Call where Target == BookAPI, Value == Book {
    static func book(_ id: String) -> Self { Self(.book(id: id), atKeyPath: "data") }
}

extension Provider where Target == BookAPI {
    /// The app's provider. Tests pass a `StubTransport`.
    static func books(over transport: any Transport = PlatformTransport.shared) -> Provider {
        Provider(transport: transport, plugins: [.accessToken { "secret" }])
    }
}
