#if os(Linux)
import CTalynCURL
import Foundation
import Testing

@testable import Talyn

/// A transfer's answers to what libcurl would tell it.
@Suite(.timeLimit(.minutes(5))) struct CURLExchangeTransferTests {
    private struct Stray: Error {}

    private let clock = TestClock(isManual: true)
    private let told = Locked<[TransferProgress]>([])
    private let driver: CURLDriver
    private var goAways: CURLGoAways { driver.multi.goAways }

    init() throws { driver = try CURLDriver() }

    private func transfer(
        _ method: HTTPMethod = .get, _ body: Body = .none, delivery: BodyDelivery = .data, limit: Int? = nil,
        mayMultiplex: Bool = false, isMultiplexing: Bool = false, handle: CURLHandle? = nil
    ) throws -> CURLExchange {
        let url = try #require(URL(string: isMultiplexing ? "https://127.0.0.1:9/" : "http://127.0.0.1:9/"))
        var endpoint = Endpoint(method, url: url, body: body)
        endpoint.options.timeout = .seconds(60)
        endpoint.options.maxBodySize = limit
        let context = CallContext(delivery: delivery, clock: clock) { [told] progress in
            told.withLock { $0.append(progress) }
        }
        let exchange = try CURLExchange(endpoint, context, driver.loop)
        let fresh = try #require(CURLHandle())
        fresh.setHeaders()
        let host = CURLHost(connections: 1, mayMultiplex: mayMultiplex || isMultiplexing)
        if isMultiplexing { host.multiplex() }
        exchange.take(handle ?? fresh, at: host)
        return exchange
    }

    /// Passes lines of a head on. Returns whether all were taken.
    private func receive(_ transfer: CURLExchange, head lines: String...) -> Bool {
        lines.allSatisfy { line in
            Array("\(line)\r\n".utf8).withUnsafeBufferPointer { transfer.didReceive(head: $0) }
        }
    }

    /// Passes bytes of a body on. Returns the number of those that were taken.
    private func receive(_ transfer: CURLExchange, body text: String) -> Int {
        Data(text.utf8).withUnsafeBytes { transfer.didReceive(body: $0) }
    }

    private func send(_ transfer: CURLExchange, head text: String) {
        Array(text.utf8).withUnsafeBufferPointer { transfer.didSend(head: $0) }
    }

    private func log(_ transfer: CURLExchange, _ line: String) {
        Array("\(line)\n".utf8).withUnsafeBufferPointer { transfer.didLog($0) }
    }

    /// Lets a transfer read its request's body.
    private func send(_ transfer: CURLExchange, upTo most: Int = 100) -> Int {
        var bytes = [UInt8](repeating: 0, count: most)
        return bytes.withUnsafeMutableBufferPointer { transfer.send(into: $0) }
    }

    private func connection(_ port: CInt = 1) -> CURLConnection {
        CURLConnection(local: "127.0.0.1", localPort: port, remote: "127.0.0.1", remotePort: 9)
    }

    /// The code of the error with which a transfer ends.
    private func failure(_ transfer: CURLExchange, _ code: Int32) -> URLError.Code? {
        #expect(throws: URLError.self) { try transfer.result(code).get() }?.code
    }

    // MARK: Heads

    @Test func aTransferSucceedsWithAWholeHeadAndOnlyThen() throws {
        let whole = try transfer()
        #expect(receive(whole, head: "HTTP/1.1 404 Not Found", "A: b", "") && receive(whole, body: "hello") == 5)
        let received = try whole.result(0).get()
        #expect(received.status == 404 && received.body == .data(Data("hello".utf8)))
        #expect(HTTPHeaders(lines: received.head) == ["A": "b"])
        let empty = try transfer()
        #expect(receive(empty, head: "HTTP/1.1 204 No Content", ""))
        #expect(try empty.result(0).get().body == .none)
        for lines in [[], ["HTTP/1.1 200 OK"], ["HTTP/1.1 103 Early Hints", ""]] {
            let broken = try transfer()
            for line in lines { #expect(receive(broken, head: line)) }
            #expect(failure(broken, 0) == .networkConnectionLost)
        }
        let cut = try transfer()
        #expect(receive(cut, head: "HTTP/1.1 200 OK", "Content-Length: 9", "") && receive(cut, body: "hello") == 5)
        #expect(failure(cut, 18) == .networkConnectionLost)
        // libcurl is made to fail at the end of its head.
        let switched = try transfer()
        #expect(!receive(switched, head: "HTTP/1.1 101 Switching Protocols", ""))
        #expect(try switched.result(23).get().status == 101)
        let unfinished = try transfer()
        #expect(receive(unfinished, head: "HTTP/1.1 101 Switching Protocols"))
        #expect(failure(unfinished, 56) == .networkConnectionLost)
    }

    @Test func theErrorOfACallbackIsThatOfTheTransfer() throws {
        let large = try transfer()
        #expect(receive(large, head: "HTTP/1.1 200 OK"))
        #expect(!receive(large, head: String(repeating: "a", count: CURLHead.limit)))
        #expect(failure(large, 23) == .dataLengthExceedsMaximum)
        let unclear = try transfer()
        #expect(!receive(unclear, head: "HTTP/1.1 200 OK", "Content-Length: 1, 2", ""))
        // Only the first one counts.
        unclear.fail(Stray())
        #expect(failure(unclear, 0) == .cannotParseResponse)
        let failed = try transfer()
        #expect(receive(failed, head: "HTTP/1.1 200 OK", ""))
        failed.fail(Stray())
        #expect(throws: Stray.self) { try failed.result(0).get() }
    }

    // MARK: Bodies

    @Test func aBodyInMemoryHasItsLimit() throws {
        func tooLarge(_ transfer: CURLExchange) -> Bool {
            let error = #expect(throws: RequestError.self) { try transfer.result(23).get() }
            guard case .tooLarge(limit: 5)? = error?.kind else { return false }
            return error?.response?.statusCode == 200
        }
        let announced = try transfer(limit: 5)
        #expect(!receive(announced, head: "HTTP/1.1 200 OK", "Content-Length: 6", "") && tooLarge(announced))
        let exact = try transfer(limit: 5)
        #expect(receive(exact, head: "HTTP/1.1 200 OK", "Content-Length: 5", ""))
        #expect(receive(exact, body: "hello") == 5)
        #expect(try exact.result(0).get().body == .data(Data("hello".utf8)))
        let unknown = try transfer(limit: 5)
        #expect(receive(unknown, head: "HTTP/1.1 200 OK", ""))
        #expect(receive(unknown, body: "he") == 2 && receive(unknown, body: "llo") == 3)
        #expect(receive(unknown, body: "!") == CURLCallback.failure && tooLarge(unknown))
        // The length of a body that does not come.
        for (method, status) in [(HTTPMethod.head, "200 OK"), (.get, "304 Not Modified")] {
            let bodiless = try transfer(method, limit: 5)
            #expect(receive(bodiless, head: "HTTP/1.1 \(status)", "Content-Length: 6", ""))
            #expect(try bodiless.result(0).get().body == .none)
        }
    }

    @Test func aLengthReservesLittleMemoryOnAServersWord() throws {
        let transfer = try transfer()
        #expect(receive(transfer, head: "HTTP/1.1 200 OK", "Content-Length: \(Int64.max)", ""))
        #expect(receive(transfer, body: "hello") == 5)
    }

    @Test(arguments: [(200, true), (299, true), (300, false), (404, false)])
    func onlyASuccessIsWrittenToTheFile(status: Int, isWritten: Bool) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("a")
        for isWhole in [true, false] {
            let transfer = try transfer(delivery: .file(file), limit: isWritten ? 1 : nil)
            #expect(receive(transfer, head: "HTTP/1.1 \(status) -", "") && receive(transfer, body: "hello") == 5)
            #expect(folder.names.count == (isWritten ? 1 : 0))
            if !isWhole {
                transfer.sink.removeFile()
                continue
            }
            #expect(try transfer.result(0).get().body == (isWritten ? .file(file) : .data(Data("hello".utf8))))
            if isWritten {
                #expect(try Data(contentsOf: file) == Data("hello".utf8))
                try FileManager.default.removeItem(at: file)
            }
        }
        #expect(folder.names.isEmpty)
    }

    @Test func aStreamIsDeliveredWithItsHeadAndPausesWhenItIsFull() async throws {
        let transfer = try transfer(delivery: .stream)
        #expect(receive(transfer, head: "HTTP/1.1 200 OK", "Content-Length: 9999999"))
        #expect(transfer.willStart() && receive(transfer, head: ""))
        let received = try transfer.outcome.get()
        guard case .stream(let stream) = received.body else { throw Stray() }
        #expect(received.status == 200 && stream.length == 9_999_999 && !transfer.isOver)
        let piece = String(repeating: "a", count: BodyPipe.highWater)
        #expect(receive(transfer, body: piece) == piece.utf8.count && transfer.idleSince != nil)
        #expect(receive(transfer, body: "b") == 1)
        // More than the high water: libcurl waits for the reader, which is no idle time.
        #expect(receive(transfer, body: "c") == CURLCallback.pause && transfer.idleSince == nil)
        var reading = stream.makeAsyncIterator()
        #expect(try await reading.next()?.count == piece.utf8.count)
        #expect(receive(transfer, body: "c") == 1 && transfer.idleSince != nil)
        #expect(transfer.finish(.failure(URLError(.networkConnectionLost))))
        for text in ["b", "c"] { #expect(try await reading.next() == Data(text.utf8)) }
        await #expect(throws: URLError.self) { try await reading.next() }
    }

    @Test func theBodyOfARequestIsReadUpToItsEnd() async throws {
        let bytes = try transfer(.put, .data(Data("hello".utf8)))
        #expect(send(bytes, upTo: 3) == 3 && bytes.bytesTaken == 3)
        #expect(send(bytes) == 2 && bytes.bytesTaken == 5 && send(bytes) == 0 && bytes.bytesTaken == 5)
        #expect(try send(transfer()) == 0)
        let broken = try transfer(.put, .stream(BodyStream { { throw Stray() } }))
        broken.upload?.open()
        #expect(send(broken) == CURLCallback.pause && broken.bytesTaken == 0)
        while send(broken) == CURLCallback.pause, !Task.isCancelled { await Task.yield() }
        #expect(send(broken) == CURLCallback.abort)
        #expect(throws: Stray.self) { try broken.result(42).get() }
    }

    // MARK: Codings

    /// As libcurl does after a pause, perhaps in other pieces.
    @Test func bytesThatAreDeliveredAgainAreDecodedOnce() async throws {
        // gzip of 8 MiB and a few zeros: a block with one-bit codes, so that a byte stands for 1,032 zeros.
        let bytes = (Data(base64Encoded: "H4sIAAAAAAACA+zBAQEAAACAkP6v7ggK") ?? Data()) + Data(count: 8 << 10)
        let transfer = try transfer(delivery: .stream)
        #expect(receive(transfer, head: "HTTP/1.1 200 OK", "Content-Encoding: gzip", ""))
        let head = try transfer.withResult { $0.take() }.get()
        guard case .stream(let stream) = head.body else {
            Issue.record("no stream")
            return
        }
        var pieces = stream.makeAsyncIterator()
        func give(_ bytes: Data) -> Bool {
            let taken = bytes.withUnsafeBytes { transfer.didReceive(body: $0) }
            #expect(taken == bytes.count || taken == CURLCallback.pause)
            return taken == bytes.count
        }
        var (rest, size, read, pauses) = (bytes, 5_000, 0, 0)
        while !rest.isEmpty {
            if give(rest.prefix(size)) {
                rest = rest.dropFirst(size)
                continue
            }
            pauses += 1
            // What is delivered again has more bytes, or fewer.
            size = [rest.count, 1, 700, 6_000][pauses % 4]
            for _ in 0..<24 { read += try await pieces.next()?.count ?? 0 }
        }
        transfer.stop(URLError(.cancelled))
        while let piece = try? await pieces.next() { read += piece.count }
        #expect(pauses > 3)
        // Each byte behind the header stands for as many zeros.
        #expect(read >= 1_032 * (8 << 10) && read < 1_032 * (8 << 10) + 4_096)
    }

    // MARK: Progress and life signs

    @Test func progressIsToldAsBytesMove() throws {
        let transfer = try transfer(.put, .data(Data("hello".utf8)))
        try transfer.prepare(NetworkConfiguration())
        for sent in [0, 3, 3, 5] as [Int64] { transfer.didSend(sent) }
        #expect(receive(transfer, head: "HTTP/1.1 200 OK", "Content-Length: 4", ""))
        #expect(receive(transfer, body: "ab") == 2 && receive(transfer, body: "cd") == 2)
        transfer.stop(CancellationError())
        transfer.didSend(9)
        #expect(
            told.withLock { $0 } == [
                TransferProgress(sent: 3, totalToSend: 5), TransferProgress(sent: 5, totalToSend: 5),
                TransferProgress(sent: 5, totalToSend: 5, received: 2, totalToReceive: 4),
                TransferProgress(sent: 5, totalToSend: 5, received: 4, totalToReceive: 4),
            ])
    }

    @Test func bytesAndWholeHeadsAreLifeSigns() throws {
        let transfer = try transfer(.put, .data(Data("hello".utf8)))
        #expect(transfer.willStart())
        let signs: [(String, isSign: Bool, (CURLExchange) -> Void)] = [
            ("sending", true, { _ = send($0, upTo: 2) }), ("what was sent", true, { $0.didSend(2) }),
            ("nothing new sent", false, { $0.didSend(2) }),
            ("a status", true, { _ = receive($0, head: "HTTP/1.1 103 Early Hints") }),
            ("a field", true, { _ = receive($0, head: "Link: </a>") }),
            ("a head", true, { _ = receive($0, head: "") }),
            ("the head", true, { _ = receive($0, head: "HTTP/1.1 200 OK", "") }),
            ("a body", true, { _ = receive($0, body: "a") }),
        ]
        for (name, isSign, sign) in signs {
            let before = transfer.idleSince
            clock.advance(by: .seconds(1))
            driver.multi.sockets.actions += 1
            sign(transfer)
            #expect(transfer.idleSince == (isSign ? clock.now.offset : before), "\(name)")
        }
    }

    // MARK: HTTP/2

    @Test func aHostLearnsWhenARequestIsOnItsWayAndWhenItIsNot() throws {
        let transfer = try transfer(mayMultiplex: true)
        log(transfer, "Connection died, retrying a fresh connect (retry count: 1)")
        send(transfer, head: "CONNECT a:443 HTTP/1.1\r\n")
        let host = try #require(transfer.host)
        #expect(!transfer.isSent && host.sent == 0)
        #expect(transfer.beginSending(over: connection()))
        log(transfer, "[HTTP/2] [1] OPENED stream for https://a/")
        for _ in 0..<2 { send(transfer, head: "GET / HTTP/2\r\n") }
        #expect(transfer.isSent && host.sent == 1 && host.isMultiplexing)
        log(transfer, "a line of no interest")
        for _ in 0..<2 { log(transfer, "Connection died, retrying a fresh connect (retry count: 1)") }
        #expect(!transfer.isSent && host.sent == 0)
        // Another connection, without a stream.
        #expect(transfer.beginSending(over: connection(2)))
        send(transfer, head: "GET / HTTP/1.1\r\n")
        #expect(transfer.isSent && host.sent == 1)
        let single = try self.transfer(mayMultiplex: true)
        send(single, head: "GET / HTTP/1.1\r\n")
        #expect(single.host?.sent == 1 && single.host?.isMultiplexing == false)
        let plain = try self.transfer()
        send(plain, head: "GET / HTTP/1.1\r\n")
        #expect(!plain.isSent && plain.host?.sent == 0)
    }

    @Test(.enabled(if: !CURLGuard.onlyHTTP11.isNeeded, "no HTTP/2 over libcurl before 8.5"))
    func atAHostThatMultiplexesARequestWithoutALogIsOnItsWayWithItsConnection() throws {
        for (method, isLogged) in [(HTTPMethod.get, false), (.put, false), (.post, true), (.patch, true)] {
            let transfer = try transfer(method, isMultiplexing: true)
            try transfer.prepare(NetworkConfiguration())
            #expect(transfer.beginSending(over: connection()))
            #expect(transfer.isSent != isLogged && transfer.host?.sent == (isLogged ? 0 : 1), "\(method)")
        }
        let moved = try transfer(isMultiplexing: true)
        try moved.prepare(NetworkConfiguration())
        // No descriptors of this process.
        moved.didOpen(9_001)
        #expect(moved.beginSending(over: connection()) && moved.isSent && moved.host?.sent == 1)
        // The second one of another attempt at the same time (RFC 8305 §5).
        for socket in 9_002...9_003 { moved.didOpen(CInt(socket)) }
        #expect(!moved.isSent && moved.host?.sent == 0)
        #expect(moved.beginSending(over: connection(2)) && moved.isSent && moved.host?.sent == 1)
        let late = try transfer(isMultiplexing: true)
        try late.prepare(NetworkConfiguration())
        #expect(!late.isLogged)
        for _ in 0..<2 { late.startLog() }
        #expect(late.isLogged && late.beginSending(over: connection()) && !late.isSent)
    }

    @Test(
        .enabled(if: !CURLGuard.onlyHTTP11.isNeeded, "no HTTP/2 over libcurl before 8.5"),
        arguments: [true, false])
    func theLogThatStartsLaterTellsOfAGoAway(isStarted: Bool) throws {
        let (reader, waiting) = (try transfer(isMultiplexing: true), try transfer(.post, isMultiplexing: true))
        for transfer in [reader, waiting] {
            try transfer.prepare(NetworkConfiguration())
            #expect(transfer.beginSending(over: connection()))
        }
        #expect(!reader.isLogged && waiting.isLogged)
        log(waiting, "[HTTP/2] [3] OPENED stream for https://a/")
        if isStarted {
            reader.startLog()
            log(reader, "received GOAWAY, error=0, last_stream=1")
        }
        #expect(waiting.mayBeSentAgain(56) == isStarted)
    }

    @Test(arguments: [true, false])
    func libcurlWritesTheLogOnceItIsStarted(isStarted: Bool) throws {
        let transfer = try transfer()
        try transfer.prepare(NetworkConfiguration())
        let lines = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { lines.deallocate() }
        lines.initialize(to: 0)
        let handle = try #require(transfer.handle)
        var callbacks = talyn_curl_callbacks()
        callbacks.debug = { _, _, _, _, context in
            context?.assumingMemoryBound(to: Int.self).pointee += 1
            return 0
        }
        talyn_curl_set_callbacks(handle.pointer, &callbacks, lines)
        if isStarted { transfer.startLog() }
        // It fails at once, with a line in the log.
        handle.set(.url, "ftp://127.0.0.1/")
        #expect(try handle.fail() == 1)
        #expect((lines.pointee > 0) == isStarted)
    }

    @Test func anIdempotentRequestIsSentAgainWhereLibcurlGivesUp() throws {
        func transfer(_ method: HTTPMethod, _ text: String) throws -> CURLExchange {
            let handle = try #require(CURLHandle())
            handle.setHeaders()
            handle.setFailure(text)
            return try self.transfer(method, handle: handle)
        }
        let text = "Connection died, tried 5 times before giving up"
        #expect(try transfer(.get, text).mayBeSentAgain(55) && !transfer(.post, text).mayBeSentAgain(55))
        #expect(try !transfer(.get, text).mayBeSentAgain(56))
        // No byte of a body was sent. libcurl 8 has no text of its own after a GOAWAY through a proxy.
        for text in ["Send failure: Broken pipe", "", "send: no filter connected"] {
            #expect(try transfer(.get, text).mayBeSentAgain(55) && !transfer(.post, text).mayBeSentAgain(55))
        }
        // Bytes of a body were sent.
        let reset = "Recv failure: Connection reset by peer"
        let sending = CURLSending(over: connection())
        for isMultiplexed in [false, true] {
            #expect(sending.isGivenUp(55, reset, sent: 5, isMultiplexed: isMultiplexed) == isMultiplexed)
            #expect(!sending.isGivenUp(55, "Send failure", sent: 5, isMultiplexed: isMultiplexed))
        }
        // libcurl keeps the text of an earlier sending.
        let again = try transfer(.get, "SSL_read: Connection reset by peer")
        #expect(!again.mayBeSentAgain(16))
        #expect(again.beginSending(over: connection()) && again.mayBeSentAgain(16) && again.mayBeSentAgain(55))
    }

    @Test func theStreamsOfANewConnectionBeginAnew() throws {
        for isOpened in [true, false] {
            goAways.close(connection(), after: 1)
            let (first, second) = (try transfer(isMultiplexing: true), try transfer(.post, isMultiplexing: true))
            if isOpened { first.didOpen(9_001) }
            #expect(first.beginSending(over: connection()) && second.beginSending(over: connection()))
            log(second, "[HTTP/2] [3] OPENED stream for https://a/")
            #expect(second.mayBeSentAgain(56) == !isOpened)
        }
    }

    @Test(arguments: [
        (true, false, "HTTP/2 200", true), (true, true, "HTTP/2 200", false), (true, false, "HTTP/1.1 200 OK", false),
        (false, false, "HTTP/2 200", false),
    ])
    func aHeadOfHTTP2TellsThatTheHostMultiplexes(
        mayMultiplex: Bool, isMultiplexing: Bool, status: String, tells: Bool
    ) throws {
        let transfer = try transfer(mayMultiplex: mayMultiplex, isMultiplexing: isMultiplexing)
        #expect(transfer.beginSending(over: connection()))
        #expect(receive(transfer, head: status, ""))
        #expect(transfer.host?.isMultiplexing == (isMultiplexing || tells))
    }

    @Test func aRequestIsSentAgainIfTheServerHasNotProcessedItOrMayTwice() throws {
        // CURLE_HTTP2 without a text.
        for (method, code, isAgain) in [
            (HTTPMethod.get, 16, true), (.put, 16, true), (.post, 16, false), (.get, 0, false), (.get, 56, false),
        ] as [(HTTPMethod, Int32, Bool)] {
            #expect(try transfer(method).mayBeSentAgain(code) == isAgain, "\(method) \(code)")
        }
        #expect(try !transfer(handle: CURLHandle.failed().0).mayBeSentAgain(16), "with a text")
        let refused = try transfer(.post)
        #expect(refused.beginSending(over: connection()))
        log(refused, "[HTTP/2] [3] OPENED stream for https://a/")
        log(refused, "received GOAWAY, error=0, last_stream=1")
        #expect(refused.mayBeSentAgain(56) && !refused.mayBeSentAgain(0))
        #expect(receive(refused, head: "HTTP/2 200") && !refused.mayBeSentAgain(56))
        let failed = try transfer()
        failed.fail(Stray())
        #expect(!failed.mayBeSentAgain(16))
    }

    @Test func aSecondSendingNeedsABodyThatCanBeReadAgain() async throws {
        let again = try transfer(.put, .stream(BodyStream("hello", isRepeatable: true)))
        let once = try transfer(.put, .stream(BodyStream("hello")))
        for transfer in [again, once] {
            transfer.upload?.open()
            #expect(transfer.beginSending(over: connection()) && transfer.rewind())
            while send(transfer) == CURLCallback.pause, !Task.isCancelled { await Task.yield() }
        }
        #expect(again.beginSending(over: connection()))
        var count = CURLCallback.pause
        while count == CURLCallback.pause, !Task.isCancelled {
            count = send(again, upTo: 5)
            await Task.yield()
        }
        #expect(count == 5)
        #expect(!once.rewind() && !once.beginSending(over: connection()))
        #expect(failure(once, 42) == .networkConnectionLost)
        #expect(try transfer().rewind())
    }

    /// A connection was lost if libcurl has a text (RFC 9110 §9.2.2).
    @Test(arguments: [HTTPMethod.post, .put], 0..<8)
    func aRequestThatMayHaveBeenProcessedIsSentAgainIfThatIsHarmless(method: HTTPMethod, flags: Int) throws {
        let (hasStream, isRefused, hasText) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
        let transfer = try transfer(method, handle: hasText ? CURLHandle.failed().0 : nil)
        #expect(transfer.beginSending(over: connection()))
        if hasStream { log(transfer, "[HTTP/2] [3] OPENED stream for https://a/") }
        if isRefused { goAways.close(connection(), after: 1) }
        let isLost = hasText || CURLGuard.distrustedResends.isNeeded
        let isDoubtful = method == .post && hasStream && !isRefused && isLost
        #expect(transfer.beginSending(over: connection(2)) == !isDoubtful)
        if isDoubtful { #expect(failure(transfer, 42) == .networkConnectionLost) }
    }

    /// libcurl 8.19 forgets it with the next connection.
    @Test func theTextOfALossIsKnownAlsoIfLibcurlForgetsIt() throws {
        for hasText in [true, false] {
            let handle = try #require(CURLHandle())
            handle.setHeaders()
            let transfer = try transfer(.post, handle: handle)
            #expect(transfer.beginSending(over: connection()))
            log(transfer, "[HTTP/2] [3] OPENED stream for https://a/")
            if hasText { handle.setFailure("Recv failure: Connection reset by peer") }
            log(transfer, "Connection died, retrying a fresh connect (retry count: 1)")
            handle.setFailure("")
            let isLost = hasText || CURLGuard.distrustedResends.isNeeded
            #expect(transfer.beginSending(over: connection(2)) == !isLost)
        }
    }
}
#endif
