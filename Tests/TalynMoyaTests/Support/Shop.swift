import Foundation

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

/// A target in Moya's form.
enum Shop: TalynMoya.TargetType {
    case item(URL)
    case guarded(URL)
    case make(URL, TalynMoya.Task, TalynMoya.Method = .post)

    var baseURL: URL {
        switch self {
        case .item(let url), .guarded(let url), .make(let url, _, _): url
        }
    }
    var path: String { "items" }
    var method: TalynMoya.Method { if case .make(_, _, let method) = self { method } else { .get } }
    var task: TalynMoya.Task { if case .make(_, let task, _) = self { task } else { .requestPlain } }
    var validationType: ValidationType { if case .guarded = self { .successCodes } else { .none } }
    var sampleData: Data { Data("sample".utf8) }
    var headers: [String: String]? { nil }
}

/// The steps of a call, in order, each with the thread it runs on.
final class Steps: Sendable {
    private let lines = Locked<[String]>([])
    let queue = DispatchQueue(label: "callbacks")
    private static let key = DispatchSpecificKey<String>()

    init() { queue.setSpecific(key: Self.key, value: "queue") }

    var all: [String] { lines.withLock { $0 } }

    func add(_ step: String) {
        let place = DispatchQueue.getSpecific(key: Self.key) ?? (Thread.isMainThread ? "main" : "other")
        lines.withLock { $0.append("\(step) \(place)") }
    }

    /// Returns a queue with the name "session" in the steps.
    static func sessionQueue() -> DispatchQueue {
        let queue = DispatchQueue(label: "session")
        queue.setSpecific(key: key, value: "session")
        return queue
    }
}

/// A plugin that notes its hooks.
struct Spy: PluginType {
    let name: String
    let steps: Steps

    func prepare(_ request: URLRequest, target: any TalynMoya.TargetType) -> URLRequest {
        steps.add("prepare \(name)")
        return request
    }

    func willSend(_ request: any RequestType, target: any TalynMoya.TargetType) { steps.add("willSend \(name)") }

    func didReceive(_ result: Result<TalynMoya.Response, MoyaError>, target: any TalynMoya.TargetType) {
        steps.add("didReceive \(name)")
    }

    func process(
        _ result: Result<TalynMoya.Response, MoyaError>, target: any TalynMoya.TargetType
    ) -> Result<TalynMoya.Response, MoyaError> {
        steps.add("process \(name)")
        return result
    }
}

/// Notes that requests are adapted, and retries as often as it is told.
struct SpyInterceptor: RequestInterceptor {
    let steps: Steps
    var retries = 0

    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        steps.add("adapt")
        var request = urlRequest
        request.setValue("yes", forHTTPHeaderField: "X-Adapted")
        completion(.success(request))
    }

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        steps.add("retry \(request.retryCount) \(request.response?.statusCode ?? 0)")
        completion(request.retryCount < retries ? .retry : .doNotRetry)
    }
}

extension MoyaProvider {
    /// Makes a call, and returns its result and the moment in which the closure was called.
    func result(
        _ target: Target, on queue: DispatchQueue? = nil, progress: ProgressBlock? = nil, steps: Steps? = nil,
        then started: (any Cancellable) -> Void = { _ in }
    ) async -> Result<TalynMoya.Response, MoyaError> {
        await withCheckedContinuation { continuation in
            let call = request(target, callbackQueue: queue, progress: progress) { result in
                steps?.add("completion")
                continuation.resume(returning: result)
            }
            steps?.add("returned")
            started(call)
        }
    }
}
