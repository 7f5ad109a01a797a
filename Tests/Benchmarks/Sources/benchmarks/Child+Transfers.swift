import Foundation
import Subjects
import Talyn

#if os(Linux)
import BareCURL
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// 512 MiB down and up. The folder in BENCHMARK_SCRATCH contains the file to send, and receives the downloads.
extension Child {
    static let transfers = [rawDownload, rawUpload] + ours("URLSessionTransport") { URLSessionTransport() } + libcurl

    private static func ours(_ name: String, _ transport: @escaping @Sendable () -> any Transport) -> [Child] {
        [
            Child(name: "\(name) to a file") { try await download(transport()) },
            Child(name: "\(name) as a stream") { try await stream(transport()) },
            Child(name: "\(name) from a file") { try await upload(transport()) },
        ]
    }

    #if os(Linux)
    private static let libcurl =
        [
            Child(name: "libcurl in C to a file") {
                let file = scratch.appendingPathComponent("received-\(getpid())")
                let url = Shop.host.appendingPathComponent("big").absoluteString
                guard bare_curl_move(url, file.path, 0) == size else { throw WrongAnswer() }
                return try check(file)
            },
            Child(name: "libcurl in C from a file") {
                let url = Shop.host.appendingPathComponent("upload").absoluteString
                guard bare_curl_move(url, sent.path, 1) == size else { throw WrongAnswer() }
                return [:]
            },
        ] + ours("CURLTransport") { CURLTransport() }
    #else
    private static let libcurl: [Child] = []
    #endif

    private static let size = 512 << 20
    private static var scratch: URL {
        URL(fileURLWithPath: ProcessInfo.processInfo.environment["BENCHMARK_SCRATCH"] ?? NSTemporaryDirectory())
    }
    private static var sent: URL { scratch.appendingPathComponent("big") }

    private static let rawDownload = Child(name: "URLSession.download") {
        let (file, _) = try await ByHand.session().download(
            for: URLRequest(url: Shop.host.appendingPathComponent("big")))
        return try check(file)
    }

    private static let rawUpload = Child(name: "URLSession.upload(fromFile:)") {
        var request = URLRequest(url: Shop.host.appendingPathComponent("upload"))
        request.httpMethod = "POST"
        let (_, response) = try await ByHand.session().upload(for: request, fromFile: sent)
        let received = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Received")
        return try check(received)
    }

    private static func download(_ transport: any Transport) async throws -> [String: Double] {
        let file = scratch.appendingPathComponent("received-\(getpid())")
        let endpoint = try Provider<Shop>().endpoint(.big)
        let response = try await transport.send(endpoint, context: CallContext(delivery: .file(file)))
        guard case .file(let received) = response.body else { throw WrongAnswer() }
        return try check(received)
    }

    private static func stream(_ transport: any Transport) async throws -> [String: Double] {
        let endpoint = try Provider<Shop>().endpoint(.big)
        let response = try await transport.send(endpoint, context: CallContext(delivery: .stream))
        guard case .stream(let stream) = response.body else { throw WrongAnswer() }
        var count = 0
        for try await piece in stream { count += piece.count }
        guard count == size else { throw WrongAnswer() }
        return [:]
    }

    private static func upload(_ transport: any Transport) async throws -> [String: Double] {
        let endpoint = try Provider<Shop>().endpoint(.upload(sent))
        let response = try await transport.send(endpoint, context: CallContext())
        return try check(response.headers["X-Received"])
    }

    private static func check(_ file: URL) throws -> [String: Double] {
        defer { try? FileManager.default.removeItem(at: file) }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes[.size] as? Int == size else { throw WrongAnswer() }
        return [:]
    }

    /// Checks the number of bytes that the server read, head and body.
    private static func check(_ received: String?) throws -> [String: Double] {
        guard let received, let count = Int(received), count > size, count < size + 4096 else { throw WrongAnswer() }
        return [:]
    }
}
