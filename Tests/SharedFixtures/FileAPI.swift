package import Talyn

/// An API with one file, whose calls throw the raw error.
package enum FileAPI: RoutedTarget, Equatable {
    case film
    case named(String)
    case export
    case head
    case anyStatus
    case part
    /// A URL that a server sent.
    case link(String)

    package static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
    package static let host = URL(string: "https://files.example")!
    package var baseURL: URL { Self.host }

    package var route: Route {
        switch self {
        case .film: .get("films/film.mp4")
        case .named(let name): .get("films/\(name)")
        case .export: .post("export").json(["all": true])
        case .head: .head("films/film.mp4")
        case .anyStatus: .get("films/any").validate(.anyStatus)
        case .part: .get("films/part").header("Range", "bytes=2-4")
        case .link(let url): .get(.absolute(url)).header("Authorization", "Bearer canary")
        }
    }
}
