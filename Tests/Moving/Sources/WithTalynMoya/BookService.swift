import Foundation
import TalynAlamofire
import TalynMoya

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

final class RequestLog: PluginType {
    private(set) var lines: [String] = []
    fileprivate(set) var contents: [String] = []

    func willSend(_ request: RequestType, target: TargetType) {
        guard let sent = request.request, let url = sent.url else { return }
        let token = sent.value(forHTTPHeaderField: "Authorization") ?? "no token"
        lines.append("\(sent.httpMethod ?? "") \(url.absoluteString) \(token)")
    }
}

protocol CachePolicyGettable {
    var cachePolicy: URLRequest.CachePolicy { get }
}

final class CachePolicyPlugin: PluginType {
    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        guard let gettable = target as? CachePolicyGettable else { return request }
        var request = request
        request.cachePolicy = gettable.cachePolicy
        return request
    }
}

final class TokenStore: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: String

    init(_ token: String) { stored = token }

    var token: String { lock.withLock { stored } }

    func renew() { lock.withLock { stored = "secret" } }
}

final class TokenRefresher: RequestInterceptor {
    private let tokens: TokenStore

    init(tokens: TokenStore) { self.tokens = tokens }

    func retry(
        _ request: Request, for session: Session, dueTo error: Error, completion: @escaping (RetryResult) -> Void
    ) {
        guard let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401,
            request.retryCount == 0
        else { return completion(.doNotRetry) }
        tokens.renew()
        completion(.retry)
    }
}

extension Moya.Task {
    /// The task with the app's key in a form.
    func adding(key: String) -> Moya.Task {
        let part = MultipartFormData(provider: .data(Data(key.utf8)), name: "api_key")
        if case .uploadMultipart(let parts) = self { return .uploadMultipart(parts + [part]) }
        if case .uploadCompositeMultipart(let parts, let query) = self {
            return .uploadCompositeMultipart(parts + [part], urlParameters: query)
        }
        return self
    }

    var summary: String {
        switch self {
        case .requestPlain: return "plain"
        case .requestData(let data): return "data of \(data.count)"
        case .requestJSONEncodable, .requestCustomJSONEncodable: return "json"
        case .requestParameters(let parameters, _): return "parameters of \(parameters.count)"
        case .requestCompositeData(let data, let query): return "data of \(data.count) and \(query.count)"
        case let .requestCompositeParameters(body, _, query): return "parameters of \(body.count) and \(query.count)"
        case .uploadFile(let file): return "file \(file.lastPathComponent)"
        case .uploadMultipart(let parts): return "form of " + parts.map { $0.name }.joined(separator: ", ")
        case let .uploadCompositeMultipart(parts, query): return "form of \(parts.count) and \(query.count)"
        case .downloadDestination, .downloadParameters: return "download"
        }
    }
}

final class BookService {
    let log = RequestLog()
    private let provider: MoyaProvider<BookAPI>

    init(stubbed: Bool, status: Int = 200, token: String = "secret", protocols: [AnyClass] = []) {
        let endpoint = { [log] (target: BookAPI) -> Endpoint in
            let task = target.task.adding(key: "k")
            log.contents.append(task.summary)
            return Endpoint(
                url: URL(target: target).absoluteString,
                sampleResponseClosure: { .networkResponse(status, target.sampleData) }, method: target.method,
                task: task, httpHeaderFields: target.headers)
        }
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 30
        if !protocols.isEmpty { configuration.protocolClasses = protocols + (configuration.protocolClasses ?? []) }
        let tokens = TokenStore(token)
        provider = MoyaProvider<BookAPI>(
            endpointClosure: endpoint,
            stubClosure: stubbed ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub,
            session: Session(
                configuration: configuration, startRequestsImmediately: false,
                interceptor: TokenRefresher(tokens: tokens)),
            plugins: [AccessTokenPlugin { _ in tokens.token }, CachePolicyPlugin(), log])
    }

    func books(page: Int, author: String? = nil, completion: @escaping (Result<[Book], BookError>) -> Void) {
        provider.request(.books(page: page, author: author)) { result in
            do {
                completion(.success(try result.get().map([Book].self, atKeyPath: "data")))
            } catch {
                completion(.failure(Self.error(error)))
            }
        }
    }

    func book(_ id: String, completion: @escaping (Result<Book, BookError>) -> Void) {
        provider.request(.book(id: id)) { result in
            switch result {
            case .success(let response):
                do {
                    completion(.success(try response.map(Book.self, atKeyPath: "data")))
                } catch {
                    completion(.failure(Self.error(error)))
                }
            case .failure(let error):
                completion(.failure(Self.error(error)))
            }
        }
    }

    func review(_ id: String, text: String, stars: Int, completion: @escaping (BookError?) -> Void) {
        provider.request(.review(bookID: id, text: text, stars: stars)) { result in
            switch result {
            case .success: completion(nil)
            case .failure(let error): completion(Self.error(error))
            }
        }
    }

    func rename(_ id: String, to title: String, completion: @escaping (BookError?) -> Void) {
        provider.request(.rename(bookID: id, title: title)) { result in
            if case .failure(let error) = result { completion(Self.error(error)) } else { completion(nil) }
        }
    }

    func upload(_ cover: Data, of id: String, completion: @escaping (BookError?) -> Void) {
        provider.request(.cover(bookID: id, image: cover)) { result in
            if case .failure(let error) = result { completion(Self.error(error)) } else { completion(nil) }
        }
    }

    private static func error(_ error: Error) -> BookError {
        guard let error = error as? MoyaError else { return .unknown }
        switch error {
        case .underlying(let cause, let response):
            if let urlError = (cause as? AFError)?.underlyingError as? URLError,
                urlError.code == .notConnectedToInternet || urlError.code == .cannotConnectToHost
            {
                return .offline
            }
            switch response?.statusCode {
            case 401: return .signedOut
            case 404: return .notFound
            default: return .unknown
            }
        default: return .unknown
        }
    }
}
