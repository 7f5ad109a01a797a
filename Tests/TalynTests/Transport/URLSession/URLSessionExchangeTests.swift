import Foundation
import Testing

@testable import Talyn

@Suite("An exchange on a session, by the events of its delegate")
struct URLSessionExchangeTests {
    private let clock = TestClock(isManual: true)
    private let exchanges = URLSessionExchanges(connectionsPerHost: 1)

    private func exchange(
        _ method: HTTPMethod = .get, limit: Int? = nil, delivery: BodyDelivery = .data,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) -> URLSessionExchange {
        var endpoint = Endpoint(method, url: Probe.host)
        endpoint.options.maxBodySize = limit
        let context = CallContext(delivery: delivery, clock: clock, progress: progress)
        return URLSessionExchange(endpoint, context, among: exchanges)
    }

    private func head(_ status: Int = 200, _ fields: [String: String] = [:]) throws -> HTTPURLResponse {
        try #require(
            HTTPURLResponse(url: Probe.host, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    private func isOver(_ exchange: URLSessionExchange) -> Bool { exchange.state.withLock { $0.isOver } }

    @Test("Each event is a sign of life")
    func eachEventIsASignOfLife() throws {
        let answer = try head()
        let interim = try head(103)
        let events: [(URLSessionExchange) -> Void] = [
            { $0.didReceive(redirect: answer) }, { $0.didReceive(head: interim) }, { $0.didReceive(head: answer) },
            { $0.didReceive(Data([1])) }, { $0.didSend(1) }, { $0.touch() },
        ]
        for (number, event) in events.enumerated() {
            let exchange = exchange()
            clock.advance(by: .seconds(5))
            #expect(exchange.idleSince == .zero)
            event(exchange)
            #expect(exchange.idleSince == .seconds(5), "event \(number)")
        }
    }

    @Test("The first head that is not interim counts")
    func theFirstFinalHeadCounts() throws {
        let exchange = exchange()
        for status in [199, 200, 500] { exchange.didReceive(head: try head(status)) }
        #expect(exchange.state.withLock { $0.head?.statusCode } == 200)
    }

    @Test("The progress has the length of the body, and every byte")
    func theProgressHasTheLength() throws {
        let reported = Locked<[TransferProgress]>([])
        let exchange = exchange(progress: { progress in reported.withLock { $0.append(progress) } })
        exchange.didReceive(head: try head(200, ["Content-Length": "12"]))
        for size in [5, 7] { exchange.didReceive(Data(count: size)) }
        #expect(
            reported.withLock { $0 } == [5, 12].map { TransferProgress(received: $0, totalToReceive: 12) })
    }

    @Test(
        "A length above the limit ends the exchange, unless the body has another one or none",
        arguments: [
            (HTTPMethod.get, 200, "11", String?.none, true), (.get, 200, "10", nil, false),
            (.get, 200, "11", "gzip", false), (.head, 200, "11", nil, false), (.get, 304, "11", nil, false),
            (.get, 404, "11", nil, true),
        ])
    func aLengthAboveTheLimitEndsIt(
        method: HTTPMethod, status: Int, length: String, coding: String?, isRefused: Bool
    ) throws {
        let exchange = exchange(method, limit: 10)
        var fields = ["Content-Length": length]
        fields["Content-Encoding"] = coding
        exchange.didReceive(head: try head(status, fields))
        #expect(isOver(exchange) == isRefused)
    }

    @Test("A body without a length may have as many bytes as the limit, and no more")
    func theLimitItselfIsWithin() throws {
        let exchange = exchange(limit: 10)
        exchange.didReceive(head: try head())
        for size in [9, 1] { exchange.didReceive(Data(count: size)) }
        #expect(!isOver(exchange))
        exchange.didReceive(Data(count: 1))
        #expect(isOver(exchange))
    }

    @Test(
        "Only the body of a success goes into the file",
        arguments: [(200, true), (299, true), (300, false), (404, false)])
    func onlyASuccessGoesIntoTheFile(status: Int, isWritten: Bool) throws {
        let folder = try TemporaryFolder()
        let exchange = exchange(delivery: .file(folder.url.appendingPathComponent("a")))
        exchange.didReceive(head: try head(status))
        #expect(folder.names.count == (isWritten ? 1 : 0))
        exchange.stop(URLError(.cancelled))
        #expect(folder.names.isEmpty)
    }

    // On Linux an unanswered 401 ends with NSURLErrorCancelled, with the response complete.
    @Test(
        "A refused challenge is a response, and every other error an error",
        arguments: [
            (URLError.Code.cancelled, 401, true), (.cancelled, 407, true), (.cancelled, 200, false),
            (.networkConnectionLost, 401, false),
        ])
    func aRefusedChallengeIsAResponse(code: URLError.Code, status: Int, isResponse: Bool) throws {
        let exchange = exchange()
        exchange.didReceive(head: try head(status))
        exchange.didComplete(URLError(code))
        let result = exchange.withResult { $0.take() }
        switch result {
        case .success(let received): #expect(isResponse && received.head.statusCode == status)
        case .failure(let error): #expect(!isResponse && (error as? URLError)?.code == code)
        }
    }

    /// Adds an exchange to those of its origin, as its start does. The task is not started.
    private func add(on session: URLSession) -> (URLSessionExchange, URLSessionTask) {
        let exchange = exchange()
        let task = session.dataTask(with: Probe.host)
        let turn = exchanges.add(exchange, as: task)
        exchange.state.withLock { $0.queuePosition = turn }
        return (exchange, task)
    }

    @Test("A queued exchange waits longer while those ahead end, then once more, and no longer")
    func aQueuedExchangeWaitsForThoseAhead() {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let all = (0..<3).map { _ in add(on: session) }
        let (first, second, third) = (all[0], all[1], all[2])
        #expect(!first.0.mayWaitLonger(), "it has a connection")
        #expect(!third.0.mayWaitLonger(), "nothing has ended")
        exchanges.remove(first.0, first.1)
        let late = add(on: session)
        #expect(!late.0.mayWaitLonger(), "nothing has ended since it came")
        #expect(second.0.mayWaitLonger(), "it has its connection now")
        #expect(third.0.mayWaitLonger(), "one of the two ahead has ended")
        #expect(!third.0.mayWaitLonger(), "nothing has ended since")
        exchanges.remove(second.0, second.1)
        #expect(third.0.mayWaitLonger(), "it has its connection now")
        exchanges.remove(late.0, late.1)
        #expect(!third.0.mayWaitLonger(), "it had its time")
        exchanges.remove(third.0, third.1)
    }

    @Test("An exchange that ends frees its place")
    func theEndFreesThePlace() {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let (first, second) = (add(on: session), add(on: session))
        first.0.state.withLock { $0.task = first.1 }
        for _ in 0..<2 { first.0.stop(URLError(.cancelled)) }
        #expect(exchanges.ended(at: second.0.origin) == 1)
        exchanges.remove(second.0, second.1)
    }

    @Test("An exchange whose first byte was reported is not queued", arguments: [true, false])
    func oneThatHasMovedIsNotQueued(isSent: Bool) throws {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let (first, second) = (add(on: session), add(on: session))
        if isSent { second.0.didSend(1) } else { second.0.didReceive(head: try head()) }
        exchanges.remove(first.0, first.1)
        #expect(!second.0.mayWaitLonger())
        exchanges.remove(second.0, second.1)
    }
}
