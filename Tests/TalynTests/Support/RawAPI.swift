@testable import Talyn

/// An API whose calls throw the raw error of the pipeline.
enum RawAPI: RoutedTarget, Equatable {
    case item(Int)
    case items

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://raw.example.com")!

    var route: Route {
        switch self {
        case .item(let id): .get("items/\(id)")
        case .items: .get("items")
        }
    }
}
