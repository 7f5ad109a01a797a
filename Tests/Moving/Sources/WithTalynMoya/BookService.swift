import Foundation
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

    func willSend(_ request: RequestType, target: TargetType) {
        guard let sent = request.request, let url = sent.url else { return }
        let token = sent.value(forHTTPHeaderField: "Authorization") ?? "no token"
        lines.append("\(sent.httpMethod ?? "") \(url.absoluteString) \(token)")
    }
}

final class TokenRefresher: RequestInterceptor {
    func retry(
        _ request: Request, for session: Session, dueTo error: Error, completion: @escaping (RetryResult) -> Void
    ) {
        guard request.response?.statusCode == 401, request.retryCount == 0 else { return completion(.doNotRetry) }
        completion(.retry)
    }
}

final class BookService {
    let log = RequestLog()
    private let provider: MoyaProvider<BookAPI>

    init(stubbed: Bool, status: Int = 200) {
        let endpoint = { (target: BookAPI) -> Endpoint in
            Endpoint(
                url: URL(target: target).absoluteString,
                sampleResponseClosure: { .networkResponse(status, target.sampleData) }, method: target.method,
                task: target.task, httpHeaderFields: target.headers)
        }
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 30
        provider = MoyaProvider<BookAPI>(
            endpointClosure: endpoint,
            stubClosure: stubbed ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub,
            session: Session(
                configuration: configuration, startRequestsImmediately: false, interceptor: TokenRefresher()),
            plugins: [AccessTokenPlugin { _ in "secret" }, log])
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
