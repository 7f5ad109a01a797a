import Foundation
import TalynAlamofire
import TalynMoya

enum BookAPI {
    case books(page: Int, author: String?)
    case book(id: String)
    case review(bookID: String, text: String, stars: Int)
    case rename(bookID: String, title: String)
    case cover(bookID: String, image: Data)
}

extension BookAPI: TargetType, AccessTokenAuthorizable {
    var baseURL: URL { URL(string: "https://books.example/api")! }

    var path: String {
        switch self {
        case .books: return "/books"
        case .book(let id): return "/books/\(id)"
        case .review(let id, _, _): return "/books/\(id)/reviews"
        case .rename(let id, _): return "/books/\(id)"
        case .cover(let id, _): return "/books/\(id)/cover"
        }
    }

    var method: Moya.Method {
        switch self {
        case .books, .book: return .get
        case .review, .cover: return .post
        case .rename: return .put
        }
    }

    var task: Moya.Task {
        switch self {
        case .books(let page, let author):
            var parameters: [String: Any] = ["page": page]
            if let author = author { parameters["author"] = author }
            return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
        case .book:
            return .requestPlain
        case .review(_, let text, let stars):
            return .requestParameters(parameters: ["text": text, "stars": stars], encoding: JSONEncoding.default)
        case .rename(_, let title):
            return .requestParameters(parameters: ["title": title], encoding: URLEncoding.default)
        case .cover(_, let image):
            let part = MultipartFormData(
                provider: .data(image), name: "cover", fileName: "cover.png", mimeType: "image/png")
            return .uploadMultipart([part])
        }
    }

    var headers: [String: String]? { ["Accept": "application/json"] }

    var validationType: ValidationType { .successCodes }

    var authorizationType: AuthorizationType? { .bearer }

    var sampleData: Data {
        switch self {
        case .books: return Data(#"{"data": [{"id": "1", "title": "Emma"}, {"id": "2", "title": "Ulysses"}]}"#.utf8)
        case .book, .rename: return Data(#"{"data": {"id": "1", "title": "Emma"}}"#.utf8)
        case .review, .cover: return Data()
        }
    }
}

extension BookAPI: CachePolicyGettable {
    var cachePolicy: URLRequest.CachePolicy {
        switch self {
        case .books: return .returnCacheDataElseLoad
        case .book: return .reloadIgnoringLocalCacheData
        case .review, .rename, .cover: return .useProtocolCachePolicy
        }
    }
}
