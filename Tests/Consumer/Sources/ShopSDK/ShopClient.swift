internal import Talyn

/// The client of the shop.
public struct ShopClient: Sendable {
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
        }
    }
}
