import Foundation
import Testing

@testable import Talyn

/// Requests that must not be lost, doubled or mixed up when a server closes connections. Run with
/// `.ci/with nginx -- swift test`.
@Suite(
    .enabled(if: Nginx.runs, "no nginx: run .ci/with nginx -- swift test"), .serialized, .timeLimit(.minutes(5)))
struct TransportNginxTests {
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

    /// The body of a call, of about 2 KB.
    private static func text(_ call: String) -> String { "\(call)." + String(repeating: "0123456789", count: 200) }

    /// Returns a text as the body of a call.
    private static func body(_ text: String, _ kind: Kind, _ folder: TemporaryFolder) throws(RequestError) -> Body {
        switch kind {
        case .memory: return .data(Data(text.utf8))
        case .file:
            do { return .file(try folder.write(Data(text.utf8))) } catch {
                throw RequestError(.invalidRequest("\(error)"))
            }
        case .stream: return .stream(BodyStream(text, isRepeatable: true))
        }
    }

    /// Sends 300 requests at once, each with its own body, while the server closes connections.
    ///
    /// Returns the calls that failed or got the answer to another body, and the complete bodies that the server received.
    /// Beside them, `readers` tasks send GET after GET, whose failures count as well.
    private static func sendAll(
        _ method: HTTPMethod, _ kind: Kind, to scheme: String, while ending: Ending, over provider: Provider<Probe>,
        beside readers: Int = 0
    ) async throws -> (failures: [String], bodies: [String]) {
        let url = try #require(Nginx.url(scheme))
        let name = UUID().uuidString
        let folder = try TemporaryFolder()
        let reloading = Task {
            var reloads = 0
            while ending == .reloaded, reloads < 8, !Task.isCancelled {
                try Nginx.reload()
                reloads += 1
                // Ends early when it is cancelled.
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        let reading = Task {
            await withTaskGroup(of: [String].self) { group in
                for _ in 0..<readers {
                    group.addTask {
                        var failures: [String] = []
                        while !Task.isCancelled {
                            do throws(RequestError) { _ = try await provider.send(Endpoint(url: url)) } catch {
                                if error.category != .cancelled { failures.append("GET: \(error)") }
                            }
                        }
                        return failures
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
        }
        let failures = await withTaskGroup(of: String?.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let call = "\(name)-\(index)"
                    let text = text(call)
                    do throws(RequestError) {
                        let endpoint = Endpoint(
                            method, url: url, headers: ["X-Call": call, "Content-Type": "text/plain"],
                            body: try body(text, kind, folder))
                        let response = try await provider.send(endpoint)
                        return response.headers["X-Body"] == text ? nil : "\(index): the answer to another body"
                    } catch { return "\(index): \(error)" }
                }
            }
            return await group.reduce(into: [String]()) { if let failure = $1 { $0.append(failure) } }
        }
        reloading.cancel()
        reading.cancel()
        let unread = await reading.value
        try await reloading.value
        return (failures + unread, try await Nginx.bodies(of: name, count: 300))
    }

    @Test(
        "Every body arrives with its response, and again only by a retry, while the server retires connections or reloads",
        arguments: LiveTransport.allCases.flatMap { live in Kind.allCases.map { (live, $0) } },
        [("http", Ending.retired), ("http", .reloaded), ("https", .retired), ("https", .reloaded)])
    func everyBodyArrivesOnce(call: (live: LiveTransport, kind: Kind), server: (scheme: String, ending: Ending))
        async throws
    {
        let retries = Locked(0)
        let provider = Self.provider(try call.live.make())
            .adding(.logEvents { if case .retry = $0.kind { retries.withLock { $0 += 1 } } })
        let (failures, bodies) = try await Self.sendAll(
            .put, call.kind, to: server.scheme, while: server.ending, over: provider)
        #expect(failures.count == 0, "\(failures.prefix(3))")
        // A worker may end between a body and its answer: the retry of that PUT is then a second one.
        #expect(Set(bodies).count == 300 && bodies.count <= 300 + retries.withLock { $0 }, "\(bodies.count)")
    }

    #if os(Linux)
    @Test(
        "Over libcurl, without retries, every POST arrives exactly once; one that gets no answer fails",
        arguments: [("http", Ending.retired), ("http", .reloaded), ("https", .retired), ("https", .reloaded)],
        [0, 8])
    func noPostArrivesTwice(server: (scheme: String, ending: Ending), besideReaders readers: Int) async throws {
        var network = NetworkConfiguration()
        // Each reload may cost the call of each connection of HTTP/1.1.
        if server == ("http", .reloaded) { network.maxConnectionsPerHost = 1 }
        let provider = Provider<Probe>(transport: try CURLTransport(network))
        let (failures, bodies) = try await Self.sendAll(
            .post, .memory, to: server.scheme, while: server.ending, over: provider, beside: readers)
        // A request that the server may have processed without answering is not sent again. A worker may close a
        // connection at the moment when a request is written to it, or end before it answers.
        #expect(failures.count < 10, "\(failures.count): \(failures.prefix(3))")
        #expect(failures.allSatisfy { $0.contains("connectionLost") }, "\(failures.prefix(3))")
        #expect(
            Set(bodies).count == bodies.count && bodies.count + failures.count >= 300, "\(bodies.count), \(failures)")
    }

    @Test(
        "Over libcurl, without retries, no GET through a proxy fails while the server retires connections",
        .enabled(if: Servers.haveProxies, "no tinyproxy"))
    func noGETFailsThroughAProxy() async throws {
        var network = NetworkConfiguration()
        network.proxy = .url("http://127.0.0.1:\(try Servers.value("proxy"))")
        let provider = Provider<Probe>(transport: try CURLTransport(network))
        let url = try #require(Nginx.url("https"))
        let failures = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var failures: [String] = []
                    for _ in 0..<100 {
                        do throws(RequestError) { _ = try await provider.send(Endpoint(url: url)) } catch {
                            failures.append("\(error)")
                        }
                    }
                    return failures
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(failures.count == 0, "\(failures.prefix(3))")
    }
    #endif

    @Test(
        "A file that grows while it is sent does not spill into the next request",
        arguments: LiveTransport.allCases, ["http", "https"])
    func aGrowingFileEndsWhereItEnded(live: LiveTransport, scheme: String) async throws {
        let url = try #require(Nginx.url(scheme))
        let name = UUID().uuidString
        let provider = Self.provider(try live.make(connectionsPerHost: 2))
        let folder = try TemporaryFolder()
        let text = name + "." + String(repeating: "0123456789", count: 2000)
        let smuggled = Data(
            "POST /smuggled HTTP/1.1\r\nHost: a\r\nX-Call: \(name)-smuggled\r\nContent-Length: 0\r\n\r\n".utf8)
        var failures: [String] = []
        for index in 0..<150 {
            let file = try folder.write(Data(text.utf8))
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
