import Foundation

@testable import Talyn

/// A file as a server has it, whose responses to requests for ranges break off where a test says.
struct ServedFile: Sendable {
    var bytes = Self.content
    var headers: HTTPHeaders = ["ETag": "\"1\"", "Content-Type": "video/mp4"]
    var servesRanges = true

    /// 100,000 bytes without a period of a power of two, so that a part in the wrong place is found.
    private static let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) })

    /// Returns the offset that a request asks for.
    static func offset(_ request: ReceivedRequest) -> Int? {
        request.headers["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }

    /// Returns the response to a request. `cut` is the number of bytes of the body after which the connection ends;
    /// nil for all.
    func steps(for request: ReceivedRequest, cut: Int? = nil) -> [ServerStep] {
        let condition = request.headers["If-Range"]
        let holds = condition.map { [self.headers["ETag"], self.headers["Last-Modified"]].contains($0) } ?? true
        guard servesRanges, holds, let offset = Self.offset(request) else { return steps(200, headers, bytes, cut) }
        var headers = headers
        guard offset < bytes.count else {
            headers["Content-Range"] = "bytes */\(bytes.count)"
            return steps(416, headers, Data("no such range".utf8), nil)
        }
        headers["Content-Range"] = "bytes \(offset)-\(bytes.count - 1)/\(bytes.count)"
        return steps(206, headers, bytes.dropFirst(offset), cut)
    }

    private func steps(_ status: Int, _ headers: HTTPHeaders, _ body: Data, _ cut: Int?) -> [ServerStep] {
        var head = "HTTP/1.1 \(status) Text\r\nContent-Length: \(body.count)\r\n"
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        guard let cut, cut < body.count else { return [.send(Data("\(head)\r\n".utf8) + body)] }
        return [.send(Data("\(head)\r\n".utf8) + body.prefix(cut)), .close]
    }
}

/// An API with one file, whose calls throw the raw error.
enum FileAPI: RoutedTarget, Equatable {
    case film
    case named(String)
    case export
    case head
    case anyStatus
    case part
    /// A URL that a server sent.
    case link(String)

    static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
    static let host = URL(string: "https://files.example")!
    var baseURL: URL { Self.host }

    var route: Route {
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

extension TemporaryFolder {
    /// The place of a file in it.
    func file(_ name: String = "film.mp4") -> URL { url.appendingPathComponent(name, isDirectory: false) }

    /// Returns the content of a file; nil without one.
    func content(_ name: String = "film.mp4") -> Data? { try? Data(contentsOf: file(name)) }

    /// The names of the parts that downloads left.
    var parts: [String] { names.filter { $0.hasPrefix(".") }.sorted() }
}
