import Foundation
import Testing

@testable import Talyn

/// The cost of a log depends on its output, not on the size and shape of requests and responses.
@Suite struct LoggerPluginBoundsTests {
    let trace = Trace()
    let stubs = StubTransport()

    func provider(_ options: LogOptions = .verbose, bodyLimit: Int = 4_096) -> Provider<Probe> {
        Provider(
            transport: stubs, plugins: [.logger(options, bodyLimit: bodyLimit, output: trace.write)],
            clock: TestClock()
        ).withDefaults { $0.maxBodySize = .max }
    }

    /// Returns bytes of which only the first 64 KiB are readable: reading further ends the process.
    private static func guarded(_ piece: String, size: Int) -> Data {
        let readable = 64 << 10
        guard let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0), memory != MAP_FAILED,
            mprotect(memory, readable, PROT_READ | PROT_WRITE) == 0
        else {
            Issue.record("no memory to guard")
            return Data()
        }
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        let pattern = Array(piece.utf8)
        for index in 0..<readable { bytes[index] = pattern[index % pattern.count] }
        return Data(bytesNoCopy: memory, count: size, deallocator: .unmap)
    }

    private static let pieces = [
        "[", #"{"a":"#, #"{"a":[1,"b","#, "text without a line break ", "token=", #""a" "#, "<a b='", "a,", "é", "\n",
        "{}",
        #"[{"name":"x","value":"y"},"#, "password: a", "https://", "\r", "\\", "ab\u{301}",
    ]

    @Test(arguments: pieces, ["application/json", "text/plain", "text/html", "multipart/form-data; boundary=b", nil])
    func noMoreOfABodyIsReadThanIsShown(piece: String, type: String?) async throws {
        let size = 100 << 20
        stubs.on(where: { _, _ in true }, .data(Self.guarded(piece, size: size), contentType: type))
        try await provider().request(Probe(.get("x")))
        let line = try #require(trace.lines.last)
        let isMarkup =
            piece.utf8.first == 0x3C || ["text/html", "multipart/form-data"].contains { type?.hasPrefix($0) == true }
        let end = isMarkup ? "\(type?.withoutParameters ?? "unknown type"), \(size) bytes>" : "bytes more)"
        #expect(line.hasSuffix(end) && line.utf8.count < 24_576, "\(line.utf8.count)")
    }

    @Test(arguments: pieces) func noMoreOfARefusalIsReadThanIsShown(piece: String) async throws {
        let body = StubAnswer.data(Self.guarded(piece, size: 100 << 20), contentType: "application/json", status: 400)
        stubs.on(where: { _, _ in true }, body)
        for options in [LogOptions.default, .verbose] {
            await #expect(throws: RequestError.self) { try await provider(options).request(Probe(.get("x"))) }
        }
        #expect(trace.lines.allSatisfy { $0.utf8.count < 24_576 })
    }

    @Test(arguments: [LogOptions.verbose, .formatRequestAscURL, .default])
    func noMoreOfWhatIsSentIsReadThanIsShown(options: LogOptions) async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let body = Self.guarded(#"{"password":"CANARYCANARY"}"#, size: 100 << 20)
        try await provider(options).send(
            Endpoint(.post, url: Probe.host, headers: ["Content-Type": "application/json"], body: .data(body)))
        let line = try #require(trace.lines.first)
        #expect(line.utf8.count < 16_384 && !line.contains("CANARY"))
    }

    @Test func aLongURLIsCutBetweenItems() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let items = (0..<200_000).map { "k\($0)=v" }.joined(separator: "&")
        let url = try #require(URL(string: "https://api.example.com/a?token=CANARY&\(items)"))
        try await provider().send(Endpoint(url: url))
        let line = try #require(trace.lines.first)
        #expect(line.contains("?token=REDACTED&k0=v&") && line.contains(/k\d+=v… \(\d+ bytes more\)/))
        #expect(line.utf8.count < 8_192)
    }

    @Test(arguments: [
        "https://user:\(String(repeating: "CANARY", count: 2_000))@h/",
        "https://h/\(String(repeating: "a", count: 9_000))",
        "https://h/a?\(String(repeating: "CANARY", count: 2_000))",
        "https://h/?t=\(String(repeating: "CANARY", count: 2_000))",
        "https://h/\(String(repeating: "a/", count: 5_000))b",
    ])
    func aURLThatCannotBeCutIsNotShown(text: String) async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        try await provider().send(Endpoint(url: try #require(URL(string: text))))
        #expect(trace.lines.first?.contains("bytes more)") == true)
        #expect(trace.lines.allSatisfy { !$0.contains("CANARY") && $0.utf8.count < 4_096 })
    }

    @Test func theLongNameOfAHeaderIsCut() async throws {
        let name = String(repeating: "x", count: 100_000)
        stubs.on(where: { _, _ in true }, .status(204, headers: HTTPHeaders([HTTPHeaders.Field(name, "v")])))
        try await provider().send(Endpoint(url: Probe.host))
        #expect(trace.lines.contains { $0.contains("x…: v") })
        #expect(trace.lines.allSatisfy { $0.utf8.count < 2_048 })
    }

    @Test func manyHeadersAndLongOnesAreCut() async throws {
        var headers = HTTPHeaders()
        headers.add("X-Long", String(repeating: "CANARY ", count: 100_000))
        for index in 0..<50_000 { headers.add("X-\(index)", "v") }
        stubs.on(where: { _, _ in true }, .status(204, headers: headers))
        try await provider().send(Endpoint(url: Probe.host, headers: headers))
        #expect(trace.lines.count == 3)
        for line in trace.lines.prefix(2) {
            #expect(line.contains("X-Long: (700000 bytes, which are not shown)\n") && line.contains(" fields more)"))
            #expect(!line.contains("CANARY") && line.utf8.count < 65_536)
        }
    }

    @Test func aCommandHasTheWholeURLAndAllHeadersWithoutTheirSecrets() async throws {
        let (long, items) = (String(repeating: "long ", count: 1_000), (0..<1_000).map { "k\($0)=v" })
        let url = try #require(URL(string: "https://h.example/a?token=CANARY&\(items.joined(separator: "&"))"))
        let headers: HTTPHeaders = ["X-Long": "\(long)!", "Authorization": "Bearer CANARY"]
        stubs.on(where: { _, _ in true }, .status(204))
        try await provider(.formatRequestAscURL).send(Endpoint(url: url, headers: headers))
        let line = try #require(trace.lines.first)
        #expect(line.contains("&k999=v'") && line.contains("'X-Long: \(long)!'") && !line.contains("CANARY"))
    }

    @Test func aLongTokenIsKnownWhenItComesBack() async throws {
        let token = "CANARY" + String(repeating: "abcdef0123", count: 2_000)
        stubs.on(where: { _, _ in true }, .text("you sent \(token)"))
        try await provider().send(Endpoint(url: Probe.host, headers: ["Authorization": "Bearer \(token)"]))
        #expect(trace.lines.allSatisfy { !$0.contains("CANARY") })
    }

    @Test func aURLOfTheLimitIsShownAndALongerOneIsCutAndCounted() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let first = "https://api.example.com/?a=1"
        for (size, end) in [(4_096, ""), (4_097, "… (\(4_097 - first.utf8.count) bytes more)")] {
            let text = "\(first)&b=".padding(toLength: size, withPad: "v", startingAt: 0)
            let trace = Trace()
            let provider = Provider<Probe>(transport: stubs, plugins: [.logger(.requestMethod, output: trace.write)])
            try await provider.send(Endpoint(url: try #require(URL(string: text))))
            #expect(trace.lines.first?.hasSuffix(" \(end.isEmpty ? text : first)\(end)") == true)
        }
    }

    @Test func aHeaderOfTheLimitIsShownAndALongerOneIsNot() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let (most, more) = (String(repeating: "a", count: 4_096), String(repeating: "b", count: 4_097))
        let endpoint = Endpoint(url: Probe.host, headers: ["X-A": most, "X-B": more])
        try await provider(.requestHeaders).send(endpoint)
        #expect(
            trace.lines.first?.hasSuffix("\n    X-A: \(most)\n    X-B: (4097 bytes, which are not shown)") == true)
    }

    @Test(arguments: [(256, "X256: v"), (257, "(1 fields more)")])
    func asManyFieldsAreShownAsTheBoundSays(count: Int, end: String) async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        var headers = HTTPHeaders()
        for index in 1...count { headers.add("X\(index)", "v") }
        try await provider(.requestHeaders).send(Endpoint(url: Probe.host, headers: headers))
        #expect(trace.lines.first?.hasSuffix("\n    \(end)") == true)
    }
}
