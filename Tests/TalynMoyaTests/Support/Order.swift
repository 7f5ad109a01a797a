import Foundation
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

/// A target of Moya whose properties are all given.
struct Order: Moya.TargetType, CustomStringConvertible {
    var baseURL: URL
    var path = "orders"
    var method = Moya.Method.get
    var task = Moya.Task.requestPlain
    var headers: [String: String]?
    var validationType = Moya.ValidationType.none
    var sampleData = Data("sample".utf8)
    var description: String { "order" }

    init(_ baseURL: URL, _ method: Moya.Method = .get, _ task: Moya.Task = .requestPlain) {
        self.baseURL = baseURL
        self.method = method
        self.task = task
    }

    /// Returns the target with a validation of 200 to 299.
    var validated: Order {
        var order = self
        order.validationType = .successCodes
        return order
    }
}

/// A call that has begun.
struct StartedCall: @unchecked Sendable {
    let token: any Moya.Cancellable
    private let results: AsyncStream<Result<Moya.Response, MoyaError>>

    init<Target: Moya.TargetType>(
        _ target: Target, by provider: MoyaProvider<Target>, progress: ProgressBlock? = nil
    ) {
        let (results, sink) = AsyncStream.makeStream(of: Result<Moya.Response, MoyaError>.self)
        self.results = results
        token = provider.request(target, progress: progress) { sink.yield($0) }
    }

    /// The result, which can be asked for once.
    var result: Result<Moya.Response, MoyaError> {
        get async throws { try #require(await results.first { _ in true }) }
    }

    /// The result in words, which can be asked for once.
    var summary: String { get async throws { try await result.summary } }
}

extension MoyaProvider {
    /// Makes a provider that answers on a queue of its own.
    convenience init(_ session: Session, plugins: [any PluginType] = []) {
        self.init(callbackQueue: DispatchQueue(label: "answers"), session: session, plugins: plugins)
    }

    /// Makes a call, and returns its result in words.
    func summary(_ target: Target) async -> String { await result(target).summary }
}

extension Session {
    /// Makes a session that shares nothing with others.
    static func own(
        _ interceptor: (any RequestInterceptor)? = nil, _ configure: (URLSessionConfiguration) -> Void = { _ in }
    ) -> Session {
        let configuration = URLSessionConfiguration.af.ephemeral
        configure(configuration)
        return Session(configuration: configuration, interceptor: interceptor)
    }
}

extension Result where Success == Moya.Response, Failure == MoyaError {
    /// `200 body`, or the cases of the error and `| 404 body` of its response.
    var summary: String {
        switch self {
        case .success(let response): response.summary
        case .failure(let error): error.summary + (error.response.map { " | \($0.summary)" } ?? "")
        }
    }
}

extension Moya.Response {
    fileprivate var summary: String { "\(statusCode) \(String(decoding: data, as: UTF8.self))" }
}

extension Error {
    /// The cases of the error and of those within it.
    var summary: String {
        switch self as any Error {
        case MoyaError.underlying(let cause, _): cause.summary
        case AFError.sessionTaskFailed(let cause): "sessionTaskFailed(\(cause.summary))"
        case AFError.requestAdaptationFailed(let cause): "requestAdaptationFailed(\(cause.summary))"
        case AFError.requestRetryFailed(let cause, let original):
            "requestRetryFailed(\(cause.summary), \(original.summary))"
        case AFError.downloadedFileMoveFailed(let cause, _, _): "downloadedFileMoveFailed(\((cause as NSError).code))"
        case AFError.responseValidationFailed(.unacceptableStatusCode(let code)): "unacceptableStatusCode(\(code))"
        case AFError.multipartEncodingFailed(let reason): "\(reason)".components(separatedBy: "(")[0]
        case AFError.urlRequestValidationFailed(.bodyDataInGETRequest(let data)): "bodyDataInGETRequest(\(data.count))"
        case let error as URLError: "URLError(\(error.code.rawValue))"
        default: "\(self)"
        }
    }
}

/// An error with a name.
struct Refusal: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// An interceptor of two closures.
struct Guided: RequestInterceptor {
    typealias Adaptation = @Sendable (URLRequest, @escaping @Sendable (Result<URLRequest, any Error>) -> Void) -> Void
    typealias Decision = @Sendable (Request, any Error, @escaping @Sendable (RetryResult) -> Void) -> Void

    var adapt: Adaptation = { $1(.success($0)) }
    var decide: Decision = { $2(.doNotRetry) }

    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) { adapt(urlRequest, completion) }

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { decide(request, error, completion) }
}

/// Values that several threads add.
final class Notes<Value: Sendable>: Sendable {
    private let values = Locked<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func add(_ value: Value) { values.withLock { $0.append(value) } }

    /// Adds a value, and returns the number of those before.
    func number(_ value: Value) -> Int {
        values.withLock { values in
            values.append(value)
            return values.count - 1
        }
    }
}

/// A temporary folder, removed with its last reference.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, and returns its URL.
    func write(_ text: String, as name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// The text of a file; nil if there is none.
    func text(of name: String) -> String? { try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8) }
}

/// Waits, without using time, until another task has fulfilled a condition.
func until(_ condition: () -> Bool) async { while !condition() { await _Concurrency.Task.yield() } }
