import Talyn
import TalynStubs
import TalynTesting

/// The API that the tests call.
enum API: RoutedTarget, Equatable {
    case read(Int)
    case write(Int)
    case change(Int)
    /// A POST whose route has a key.
    case pay(Int)
    /// A POST whose route has an empty key.
    case promise
    /// A POST with a body that can be read once.
    case upload
    case feed(Int)
    /// A route of another origin.
    case elsewhere

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://a.example")!
    static let mirror = URL(string: "https://b.example:8443")!
    static let origins = ["https://a.example:443", "https://b.example:8443"]

    var route: Route {
        switch self {
        case .read(let id): .get("items/\(id)")
        case .write(let id): .post("items/\(id)")
        case .change(let id): .patch("items/\(id)")
        case .pay(let id): .post("payments/\(id)").header("Idempotency-Key", "own")
        case .promise: .post("promises").header("Idempotency-Key", "")
        case .upload: .put("upload").stream(BodyStream(AsyncStream<Data> { $0.finish() }))
        case .feed(let id): .get("feeds/\(id)")
        case .elsewhere: .get(.absolute(URL(string: "https://other.example/items")!))
        }
    }
}

/// Waits until a condition holds; no longer when the task is cancelled, such as by a time limit.
func until(_ condition: () -> Bool) async { while !condition(), !Task.isCancelled { await Task.yield() } }

extension StubTransport {
    /// A transport that answers every request.
    static func answering(_ answer: StubAnswer) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, answer)
        return stubs
    }
}

extension Provider<API> {
    /// Returns the failure of a call; nil for a success.
    func failure(_ target: API) async -> RequestError? {
        if case .failure(let error) = await result(target) { error.requestError } else { nil }
    }

    /// Returns the category of a call's failure; nil for a success.
    func category(_ target: API) async -> ErrorCategory? { await failure(target)?.category }
}

extension ErrorCategory {
    static let circuitOpen = ErrorCategory(rawValue: "circuitOpen")
    static let rateLimited = ErrorCategory(rawValue: "rateLimited")
    static let overloaded = ErrorCategory(rawValue: "overloaded")
}
