import Foundation
import Testing

@testable import Talyn

/// Requests that must not be lost, doubled or mixed up when a server closes connections. Run with `.ci/with-nginx swift
/// test`.
@Suite(
    .enabled(if: Nginx.runs, "no nginx: run .ci/with-nginx swift test"), .serialized, .timeLimit(.minutes(5)))
struct NginxTests {
    /// The server's ways of closing connections while calls are in flight.
    enum Ending: CaseIterable { case retired, reloaded }

    /// The forms of a request's body.
    enum Kind: CaseIterable { case memory, file, stream }

    /// Returns a provider that sends again the requests that libcurl does not.
    ///
    /// A client cannot know whether a server accepted a request on a connection that was just being closed, and libcurl
    /// 7 does not report a rejection if no other request was on the connection. So the calls are PUTs.
    private static func provider(_ transport: any Transport) -> Provider<Probe> {
        let retry: RetryPlugin = .retry {
            $0.maxRetries = 5
            $0.baseDelay = .zero
            $0.budget = .unlimited
        }
        return Provider(transport: transport, plugins: [retry])
    }

    @Test(
        "Every body arrives exactly once with its response while the server retires connections or reloads",
        arguments: LiveTransport.allCases.flatMap { live in Kind.allCases.map { (live, $0) } },
        [("http", Ending.retired), ("http", .reloaded), ("https", .retired), ("https", .reloaded)])
    func everyBodyArrivesOnce(call: (live: LiveTransport, kind: Kind), server: (scheme: String, ending: Ending))
        async throws
    {
        let url = try #require(Nginx.url(server.scheme))
        let name = UUID().uuidString
        let provider = Self.provider(call.live.make())
        let folder = try TemporaryFolder()
        let reloading = Task {
            while server.ending == .reloaded, !Task.isCancelled {
                Nginx.reload()
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        defer { reloading.cancel() }
        let failures = await withTaskGroup(of: String?.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let text = "\(name)-\(index)." + String(repeating: "0123456789", count: 200)
                    do throws(RequestError) {
                        let body = try folder.body(text, call.kind)
                        let endpoint = Endpoint(
                            .put, url: url, headers: ["X-Call": "\(name)-\(index)", "Content-Type": "text/plain"],
                            body: body)
                        let response = try await provider.send(endpoint)
                        return response.headers["X-Body"] == text ? nil : "\(index): the answer to another body"
                    } catch { return "\(index): \(error)" }
                }
            }
            return await group.reduce(into: [String]()) { if let failure = $1 { $0.append(failure) } }
        }
        #expect(failures.count == 0, "\(failures.prefix(3))")
        let bodies = try await Nginx.bodies(of: name, count: 300)
        #expect(bodies.count == 300 && Set(bodies).count == 300, "\(bodies.count)")
    }

    #if os(Linux)
    @Test(
        "Over libcurl, without retries, every POST arrives exactly once; one that gets no answer fails",
        arguments: [("http", Ending.retired), ("http", .reloaded), ("https", .retired), ("https", .reloaded)])
    func noPostArrivesTwice(scheme: String, ending: Ending) async throws {
        let url = try #require(Nginx.url(scheme))
        let name = UUID().uuidString
        let provider = Provider<Probe>(transport: CURLTransport())
        let reloading = Task {
            while ending == .reloaded, !Task.isCancelled {
                Nginx.reload()
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        defer { reloading.cancel() }
        let failures = await withTaskGroup(of: String?.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let text = "\(name)-\(index)." + String(repeating: "0123456789", count: 200)
                    let endpoint = Endpoint(
                        .post, url: url, headers: ["X-Call": "\(name)-\(index)", "Content-Type": "text/plain"],
                        body: .data(Data(text.utf8)))
                    do throws(RequestError) {
                        let response = try await provider.send(endpoint)
                        return response.headers["X-Body"] == text ? nil : "\(index): the answer to another body"
                    } catch { return "\(index): \(error)" }
                }
            }
            return await group.reduce(into: [String]()) { if let failure = $1 { $0.append(failure) } }
        }
        // A request that the server has processed without answering is not sent again.
        #expect(failures.count < 10, "\(failures.prefix(3))")
        #expect(failures.allSatisfy { $0.contains("connectionLost") }, "\(failures.prefix(3))")
        let bodies = try await Nginx.bodies(of: name, count: 300)
        #expect(bodies.count == 300 && Set(bodies).count == 300, "\(bodies.count), \(failures)")
    }
    #endif

    @Test(
        "A file that grows while it is sent does not spill into the next request",
        arguments: LiveTransport.allCases, ["http", "https"])
    func aGrowingFileEndsWhereItEnded(live: LiveTransport, scheme: String) async throws {
        let url = try #require(Nginx.url(scheme))
        let name = UUID().uuidString
        let provider = Self.provider(live.make(connectionsPerHost: 2))
        let folder = try TemporaryFolder()
        let text = name + "." + String(repeating: "0123456789", count: 2000)
        let smuggled = Data(
            "POST /smuggled HTTP/1.1\r\nHost: a\r\nX-Call: \(name)-smuggled\r\nContent-Length: 0\r\n\r\n".utf8)
        var failures: [String] = []
        for index in 0..<150 {
            let file = folder.url.appendingPathComponent("\(index)")
            try Data(text.utf8).write(to: file)
            let growing = Task.detached {
                let handle = try FileHandle(forWritingTo: file)
                try handle.seekToEnd()
                while true {
                    try handle.write(contentsOf: smuggled)
                    try await Task.sleep(for: .microseconds(200))
                }
            }
            for (call, body) in [("file", Body.file(file)), ("next", .data(Data("\(name)-next-\(index)".utf8)))] {
                let call = "\(name)-\(call)-\(index)"
                let endpoint = Endpoint(
                    .put, url: url.appendingPathComponent("quiet"),
                    headers: ["X-Call": call, "Content-Type": "text/plain"], body: body)
                do throws(RequestError) {
                    let answer = String(decoding: try await provider.send(endpoint).data, as: UTF8.self)
                    if answer != call { failures.append("\(call): the answer to another body") }
                } catch { failures.append("\(call): \(error)") }
            }
            growing.cancel()
        }
        #expect(failures.count == 0, "\(failures.prefix(3))")
        let bodies = try await Nginx.bodies(of: name, count: 300)
        #expect(bodies.count == 300)
        #expect(bodies.allSatisfy { !$0.contains("smuggled") })
    }
}

/// A temporary folder, removed with its last reference.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns a text as the body of a call.
    fileprivate func body(_ text: String, _ kind: NginxTests.Kind) throws(RequestError) -> Body {
        switch kind {
        case .memory: return .data(Data(text.utf8))
        case .file:
            let file = url.appendingPathComponent(UUID().uuidString)
            do { try Data(text.utf8).write(to: file) } catch { throw RequestError(.invalidRequest("\(error)")) }
            return .file(file)
        case .stream:
            return .stream(
                BodyStream(isRepeatable: true) {
                    var rest: Data? = Data(text.utf8)
                    return {
                        defer { rest = nil }
                        return rest
                    }
                })
        }
    }
}
