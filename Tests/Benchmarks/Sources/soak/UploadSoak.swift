#if os(Linux)
import Foundation
import Subjects
import Talyn

/// Downloads of a response without a length beside uploads, over one HTTP/2 connection of nginx: every byte of every
/// response is the server's. Needs a libcurl that speaks HTTP/2.
struct UploadSoak {
    let rounds: Int
    let calls: Int
    let watchdog: Watchdog

    /// The kinds of uploads beside the downloads. The results of refused ones do not count.
    private enum Upload: CaseIterable {
        /// A stream of unknown length.
        case stream
        /// A body that the server refuses by 413 before it has read it.
        case refused
    }

    private static let downloadsInFlight = 8
    private static let uploadsInFlight = 4

    private static let folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["BENCHMARK_SCRATCH"] ?? NSTemporaryDirectory())

    private static func url(_ path: String) -> URL { Shop.secureHost.appendingPathComponent(path) }

    func run(_ verdict: inout Verdict) async {
        do {
            let expected = try Data(contentsOf: Self.folder.appendingPathComponent("unsized"))
            var network = NetworkConfiguration()
            network.trust = .authorities(file: Shop.authorities)
            print(["uploads", "round", "downloads", "wrong", "uploads sent"].joined(separator: "\t"))
            for upload in Upload.allCases {
                for round in 1...rounds {
                    let transport = try CURLTransport(network)
                    let (wrong, sent) = await watchdog.watching { await self.round(upload, expected, transport) }
                    print("\(upload)\t\(round)\t\(calls)\t\(wrong.count)\t\(sent)")
                    fflush(nil)
                    let name = "uploads (\(upload)), round \(round)"
                    verdict.expect(wrong.isEmpty, "\(name): \(wrong.count) wrong, such as \(wrong[0])")
                    verdict.expect(sent > 0, "\(name): none was sent")
                }
            }
        } catch { verdict.expect(false, "the uploads do not start: \(error)") }
    }

    /// Returns the faults of the downloads, and the number of uploads that ended meanwhile.
    private func round(_ upload: Upload, _ expected: Data, _ transport: CURLTransport) async -> ([String], Int) {
        let uploading = (0..<Self.uploadsInFlight).map { _ in
            Task {
                var count = 0
                while !Task.isCancelled {
                    let response = try? await transport.send(Self.endpoint(upload), context: CallContext())
                    if upload == .refused || response?.statusCode == 200 { count += 1 }
                }
                return count
            }
        }
        let wrong = await withTaskGroup(of: String?.self) { group in
            var wrong: [String] = []
            for index in 0..<calls {
                if index >= Self.downloadsInFlight, case let fault?? = await group.next() { wrong.append(fault) }
                group.addTask { await fault(expected, transport) }
            }
            return await group.reduce(into: wrong) { if let fault = $1 { $0.append(fault) } }
        }
        for task in uploading { task.cancel() }
        var sent = 0
        for task in uploading { sent += await task.value }
        return (wrong, sent)
    }

    private static func endpoint(_ upload: Upload) -> Endpoint {
        switch upload {
        case .stream:
            let stream = BodyStream {
                var left = 16
                return {
                    await Task.yield()
                    left -= 1
                    return left < 0 ? nil : Data(count: 16_000)
                }
            }
            return Endpoint(.put, url: url("sink"), body: .stream(stream))
        case .refused: return Endpoint(.put, url: url("refuse"), body: .data(Data(count: 1_000_000)))
        }
    }

    private func fault(_ expected: Data, _ transport: CURLTransport) async -> String? {
        defer { watchdog.callEnded() }
        do {
            let response = try await transport.send(Endpoint(url: Self.url("unsized")), context: CallContext())
            if response.statusCode != 200 || response.headers.contains("Content-Length") {
                return "status \(response.statusCode), or with a length"
            }
            if response.transferMetrics?.httpVersion != "2" { return "not HTTP/2" }
            return response.data == expected ? nil : "\(response.data.count) of \(expected.count) bytes"
        } catch { return "\(error)" }
    }
}

#endif
