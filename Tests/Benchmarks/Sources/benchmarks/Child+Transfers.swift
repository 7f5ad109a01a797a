import Foundation
import Subjects
import Talyn

#if os(Linux)
import BareCURL
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// 512 MiB down and up. What arrives is compared with the file when the figures are taken.
extension Child {
    static let transfers = [rawDownload, rawUpload] + ours("URLSessionTransport") { URLSessionTransport() } + libcurl

    private static func ours(_ name: String, _ transport: @escaping @Sendable () -> any Transport) -> [Child] {
        func down(_ how: String, _ work: @escaping @Sendable (Provider<Shop>) async throws -> Void) -> Child {
            Child(name: "\(name) \(how)", check: Scratch.checkReceived) {
                try await work(Provider(transport: transport()))
                return [:]
            }
        }
        func up(
            _ how: String, check: @escaping @Sendable () throws -> Void = Scratch.checkUploaded,
            _ target: @escaping @Sendable () -> Shop
        ) -> Child {
            Child(name: "\(name) \(how)", check: check) {
                try await Provider<Shop>(transport: transport()).request(target())
                return [:]
            }
        }
        return [
            down("to a file") { shop in
                let endpoint = try shop.endpoint(.big)
                _ = try await transport().send(endpoint, context: CallContext(delivery: .file(Scratch.received)))
            },
            down("by download") { shop in
                let options = DownloadOptions(digest: .sha256(try Scratch.bigDigest))
                try await shop.download(.big, to: .file(Scratch.received), options: options)
            },
            down("as a stream", writeStream),
            up("from a file") { .upload(Scratch.big) },
            up("from a stream") { .uploadStream(chunks) },
            up("as a form", check: Scratch.checkUploadedForm) { .uploadForm(Scratch.big) },
        ]
    }

    #if os(Linux)
    private static let libcurl =
        [
            Child(name: "libcurl in C to a file", check: Scratch.checkReceived) {
                let url = Shop.host.appendingPathComponent("big").absoluteString
                guard bare_curl_move(url, Scratch.received.path, 0) == Scratch.bigSize else { throw WrongAnswer() }
                return [:]
            },
            Child(name: "libcurl in C from a file", check: Scratch.checkUploaded) {
                let url = Shop.host.appendingPathComponent("upload").absoluteString
                guard bare_curl_move(url, Scratch.big.path, 1) == Scratch.bigSize else { throw WrongAnswer() }
                return [:]
            },
        ] + ours("CURLTransport") { CURLTransport() }
    #else
    private static let libcurl: [Child] = []
    #endif

    private static let rawDownload = Child(name: "URLSession.download", check: Scratch.checkReceived) {
        let (file, _) = try await ByHand.session().download(
            for: URLRequest(url: Shop.host.appendingPathComponent("big")))
        try FileManager.default.moveItem(at: file, to: Scratch.received)
        return [:]
    }

    private static let rawUpload = Child(name: "URLSession.upload(fromFile:)", check: Scratch.checkUploaded) {
        var request = URLRequest(url: Shop.host.appendingPathComponent("upload"))
        request.httpMethod = "POST"
        _ = try await ByHand.session().upload(for: request, fromFile: Scratch.big)
        return [:]
    }

    /// Writes the chunks of a stream into a file, as a user of one does.
    private static func writeStream(of shop: Provider<Shop>) async throws {
        guard FileManager.default.createFile(atPath: Scratch.received.path, contents: nil) else { throw WrongAnswer() }
        let file = try FileHandle(forWritingTo: Scratch.received)
        for try await chunk in try await shop.stream(.big) { try file.write(contentsOf: chunk) }
        try file.close()
    }

    /// The file in chunks, of a length that is not known in advance.
    private static var chunks: BodyStream {
        BodyStream {
            let file = FileHandle(forReadingAtPath: Scratch.big.path)
            return {
                guard let chunk = try file?.read(upToCount: 1 << 16), !chunk.isEmpty else { return nil }
                return chunk
            }
        }
    }
}
