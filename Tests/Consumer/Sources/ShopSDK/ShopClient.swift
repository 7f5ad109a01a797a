public import Dispatch
internal import Talyn

/// The client of the shop.
public nonisolated struct ShopClient: Sendable {
    private let shop: Provider<Shop>

    /// Makes a client. `token` returns the user's access token; nil if nobody is logged in.
    public init(token: @escaping @Sendable () async -> String?) {
        shop = Provider(plugins: [.retry(), .accessToken { await token() }])
    }

    /// Returns an order.
    public func order(
        _ id: Int, fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(ShopError) -> Order {
        try await shop.request(.order(id), as: Order.self, fileID: fileID, function: function, line: line)
    }
}

/// An order of the shop.
public nonisolated struct Order: Decodable, Sendable {
    public let id: Int
    public let state: String
}

extension ShopClient {
    /// Gets an order. `completion` is called once, on the queue.
    @discardableResult
    public nonisolated func order(
        _ id: Int, on queue: DispatchQueue = .main, completion: @escaping @Sendable (Result<Order, ShopError>) -> Void
    ) -> ShopTask {
        ShopTask(call: shop.start(of: Call(.order(id), as: Order.self), on: queue, completion: completion))
    }

    /// All orders, a page at a time.
    public nonisolated var orders: ShopSequence<[Order]> {
        ShopSequence(elements: shop.elements(of: .pages(.orders, as: [Order].self)))
    }
}

/// A call in flight, which `cancel()` ends.
public nonisolated struct ShopTask: Sendable {
    let call: StartedCall

    public func cancel() { call.cancel() }
}

/// The elements that a call receives.
public nonisolated struct ShopSequence<Element: Sendable>: AsyncSequence, Sendable {
    let elements: CallStream<Element, ShopError>

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(elements: elements.makeAsyncIterator()) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        var elements: CallStream<Element, ShopError>.AsyncIterator

        public mutating func next() async throws(ShopError) -> Element? { try await elements.next() }
    }
}

/// The failure of a call to the shop.
public enum ShopError: Error, Sendable {
    case cancelled
    case offline
    case signedOut
    case notFound
    /// Another failure. The reason has no secrets, and names the caller's line.
    case failed(reason: String)
}

enum Shop: RoutedTarget {
    case order(Int)
    case orders

    static let catchChain: CatchChain<ShopError> = CatchChain(
        cancelled: .cancelled, otherwise: { .failed(reason: String(reflecting: $0)) }
    )
    .catch(urlError: .notConnectedToInternet) { _ in .offline }
    .catch(status: 401) { _ in .signedOut }
    .catch(status: 404) { _ in .notFound }

    var baseURL: URL { URL(string: "https://shop.example")! }

    var route: Route {
        switch self {
        case .order(let id): .get("orders/\(id)")
        case .orders: .get("orders")
        }
    }
}
