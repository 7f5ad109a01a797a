package import Talyn

/// An API whose calls throw the raw error of the pipeline.
package enum RawAPI: RoutedTarget, Equatable {
    case item(Int)
    case items

    package static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    package var baseURL: URL { Self.host }
    package static let host = URL(string: "https://raw.example.com")!

    package var route: Route {
        switch self {
        case .item(let id): .get("items/\(id)")
        case .items: .get("items")
        }
    }
}
