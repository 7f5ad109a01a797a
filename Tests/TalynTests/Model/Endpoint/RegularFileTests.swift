import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct RegularFileTests {
    private func endpoint(_ server: LoopbackServer, _ body: Body) -> Endpoint {
        Endpoint(.post, url: server.url, headers: ["Content-Type": "text/plain"], body: body)
    }

    /// Changes a file while it is being sent: the first of its eight mebibytes has left the client by then.
    private func send(changing change: @escaping @Sendable (FileHandle) throws -> Void) async throws -> (
        Result<Response, any Error>, LoopbackServer
    ) {
        let server = try LoopbackServer { [.response(text: "\($0.body.count)", to: $0)] }
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file")
        try Data(count: 8 << 20).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let isChanged = Locked(false)
        let context = CallContext(delivery: .data, clock: TestClock(isManual: true)) { progress in
            let isFirst = isChanged.withLock { isChanged in
                defer { isChanged = true }
                return !isChanged
            }
            #expect(progress.totalToSend == 8 << 20)
            if isFirst { #expect(throws: Never.self) { try change(handle) } }
        }
        let sent = endpoint(server, .file(file))
        do {
            return (.success(try await URLSessionTransport().send(sent, context: context)), server)
        } catch { return (.failure(error), server) }
    }

    // On Apple platforms the session reads files itself and does not detect changes.
    #if canImport(FoundationNetworking)
    @Test func aFileThatGrowsIsSentAsLongAsItWas() async throws {
        let (result, server) = try await send { handle in
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        }
        #expect(try result.get().data == Data("\(8 << 20)".utf8))
        #expect(server.requests.map(\.path) == ["/"])
    }

    @Test func aFileThatShrinksFailsAtOnce() async throws {
        let (result, _) = try await send { try $0.truncate(atOffset: 2 << 20) }
        let error = #expect(throws: URLError.self) { try result.get() }
        #expect(error?.code == .requestBodyStreamExhausted)
        #expect(error?.localizedDescription == "the file became shorter while it was sent")
    }
    #endif

    @Test(arguments: ["/proc/self/status", "/dev/zero", "pipe", "nothing"])
    func aFileWithoutALengthIsRefused(name: String) async throws {
        let folder = try TemporaryFolder()
        let path = name.hasPrefix("/") ? name : folder.url.appendingPathComponent(name).path
        if name == "pipe" { #expect(mkfifo(path, 0o600) == 0) }
        // Exists on Linux only.
        guard name != "/proc/self/status" || FileManager.default.fileExists(atPath: path) else { return }
        let file = URL(fileURLWithPath: path)
        let code: URLError.Code = name == "nothing" ? .fileDoesNotExist : .noPermissionsToReadFile
        let server = try LoopbackServer { [.response(to: $0)] }
        for transport in [URLSessionTransport() as any Transport, stubs()] {
            let error = await #expect(throws: URLError.self) {
                try await transport.send(endpoint(server, .file(file)), context: CallContext())
            }
            #expect(error?.code == code)
        }
        #expect(server.record.connections.isEmpty)
    }

    @Test func anEmptyFileIsAnEmptyBody() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("empty")
        try Data().write(to: file)
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        let response = try await URLSessionTransport().send(endpoint(server, .file(file)), context: CallContext())
        #expect(response.data == Data("fine".utf8))
        #expect(server.requests.first?.headers["Content-Length"] == "0")
    }

    @Test func aFileIsOpenedForItsFirstReadAndStaysOpen() throws {
        let folder = try TemporaryFolder()
        let (read, unread) = (folder.url.appendingPathComponent("a"), folder.url.appendingPathComponent("b"))
        for file in [read, unread] { try Data("12345".utf8).write(to: file) }
        let files = try [RegularFile(read), RegularFile(unread)]
        #expect(try files[0].prefix(2) == Data("12".utf8))
        for file in [read, unread] { try FileManager.default.removeItem(at: file) }
        #expect(files.map(\.length) == [5, 5])
        #expect(try files[0].prefix(9) == Data("12345".utf8))
        let error = #expect(throws: URLError.self) { try files[1].prefix(9) }
        #expect(error?.code == .fileDoesNotExist)
    }

    @Test func aReadEndsWithTheBufferOrTheFile() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Data("12345".utf8), as: "file")
        let file = try RegularFile(url)
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("67890".utf8))
        func read(_ count: Int, at offset: Int64) throws -> String {
            var bytes = [UInt8](repeating: 0, count: count)
            let read = try bytes.withUnsafeMutableBufferPointer { try file.read(into: $0, at: offset) }
            return String(decoding: bytes.prefix(read), as: UTF8.self)
        }
        #expect(try read(2, at: 0) == "12" && read(9, at: 3) == "45" && read(1, at: 4) == "5")
        #expect(try file.prefix(1) == Data("1".utf8) && file.prefix(0).isEmpty && file.prefix(9).count == 5)
        #expect(try file.reopened().prefix(9) == Data("12345".utf8))
        try handle.truncate(atOffset: 3)
        let error = #expect(throws: URLError.self) { try file.prefix(5) }
        #expect(error?.code == .requestBodyStreamExhausted)
    }

    @Test func aStreamOfAFileHasChunksOf256KiB() async throws {
        let folder = try TemporaryFolder()
        let bytes = Data.pattern(600_001)
        var chunks: [Data] = []
        for try await chunk in BodyStream(file: try folder.write(bytes)) { chunks.append(chunk) }
        #expect(chunks.map(\.count) == [262_144, 262_144, 75_713])
        #expect(chunks.reduce(into: Data()) { $0.append($1) } == bytes)
        for count in [0, 1] {
            let small = try folder.write(Data.pattern(count))
            #expect(try await BodyStream(file: small).collect(upTo: 1) == Data.pattern(count))
        }
    }

    @Test(arguments: [("pipe", URLError.Code.noPermissionsToReadFile), ("folder", .fileIsDirectory)])
    func aPipeOrFolderThatReplacesAFileIsNotRead(kind: String, code: URLError.Code) throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Data("12345".utf8), as: "file")
        let file = try RegularFile(url)
        try FileManager.default.removeItem(at: url)
        #expect((kind == "pipe" ? mkfifo(url.path, 0o600) : mkdir(url.path, 0o700)) == 0)
        let error = #expect(throws: URLError.self) { try file.prefix(5) }
        #expect(error?.code == code)
    }

    @Test(arguments: [(0, 1), (-5, 1), (2, 3), (4, 5), (5, 5), (6, 5), (Int.max, 5)])
    func theBeginningOfAFileIsOneByteLongerThanItsLimit(limit: Int, count: Int) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("12345".utf8))
        #expect(try file.contents(upTo: limit) == Data("12345".utf8).prefix(count))
    }

    @Test func anUnreadableFileStatesItsFault() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600) == 0)
        func fault(_ path: String) -> FileFault? {
            do throws(FileFault) { _ = try URL(fileURLWithPath: path).contents(upTo: 9) } catch { return error }
            return nil
        }
        #expect(fault(folder.url.path) == .directory && fault("\(folder.url.path)/nothing") == .missing)
        #expect(fault("\(folder.url.path)/pipe") == .irregular && fault("/dev/null") == .irregular)
        // A regular file that does not tell its length. Exists on Linux only.
        let status = "/proc/self/status"
        #expect(!FileManager.default.fileExists(atPath: status) || fault(status) == .unreadable)
    }

    private func stubs() -> StubTransport {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("fine"))
        return stubs
    }

    #if canImport(FoundationNetworking)
    @Test("A body is sent again when a kept connection is closed on reuse", arguments: ["memory", "file", "stream"])
    func aBodyIsSentAgain(kind: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file")
        let text = String(repeating: "0123456789", count: 20_000)
        try Data(text.utf8).write(to: file)
        // A kept connection is reset when all of its second request has arrived: libcurl does not send a request again whose
        // body it is still writing.
        let count = Locked(0)
        let server = try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return [number == 2 ? .reset : .response(text: request.text, to: request)]
        }
        let transport = URLSessionTransport { $0.httpMaximumConnectionsPerHost = 1 }
        for _ in 0..<2 {
            let body: Body =
                switch kind {
                case "memory": .data(Data(text.utf8))
                case "file": .file(file)
                default: .stream(BodyStream(text))
                }
            let response = try await transport.send(endpoint(server, body), context: CallContext())
            #expect(response.data == Data(text.utf8))
        }
        #expect(count.withLock { $0 } == 3)
    }
    #endif
}
