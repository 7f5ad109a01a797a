import Talyn

@testable import TalynCassettes

/// A temporary place for a cassette, removed after the test.
final class CassetteFile: Sendable {
    let folder: URL
    let url: URL

    init(_ text: String? = nil, name: String = "test") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        url = folder.appendingPathComponent("\(name).har")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let text { try Data(text.utf8).write(to: url) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

    var log: HARLog { get throws { try HARLog(contentsOf: url) } }
}

/// A target whose paths and bodies are parameters.
struct Wire: RoutedTarget {
    var baseURL: URL
    var route: Route

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
}

/// A small API with cases, so that entries have names.
enum Notes: RoutedTarget {
    case list(page: Int)
    case note(String)
    case add(String)
    case search(String, tag: String)

    var baseURL: URL { Self.base }
    static let base = URL(fileURLWithPath: "/")  // each provider has its own

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

    var route: Route {
        switch self {
        case .list(let page): .get("notes").query(["page": page])
        case .note(let id): .get("notes/\(id)")
        case .add(let text): .post("notes").json(["text": text])
        case .search(let text, let tag): .get("search").query(["q": text, "tag": tag])
        }
    }
}
