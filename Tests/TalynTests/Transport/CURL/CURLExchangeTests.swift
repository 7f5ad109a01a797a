#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct CURLExchangeTests {
    private let exchange: CURLExchange
    private let clock = TestClock(isManual: true)
    private let loop: CURLLoop

    init() throws {
        let loop = try CURLLoop(NetworkConfiguration())
        defer { loop.finish() }
        self.loop = loop
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        exchange = try CURLExchange(Endpoint(url: url), CallContext(), loop)
    }

    /// An exchange with a timeout.
    private func timed(_ body: Body = .none) throws -> CURLExchange {
        var endpoint = Endpoint(.put, url: try #require(URL(string: "http://127.0.0.1:9/")), body: body)
        endpoint.options.timeout = .seconds(10)
        return try CURLExchange(endpoint, CallContext(clock: clock), loop)
    }

    @Test func aResultThatTheLoopHasIsNotReplaced() {
        let isCompleted = exchange.complete { [exchange] in
            // It is reserved while the loop makes it.
            #expect(!exchange.finish(.failure(CancellationError())) && !exchange.isOver)
            exchange.deliver()
            return .failure(URLError(.timedOut))
        }
        #expect(isCompleted && !exchange.complete { .failure(CancellationError()) })
        #expect(!exchange.finish(.failure(CancellationError())) && !exchange.isOver)
        exchange.deliver()
        #expect(exchange.isOver && !exchange.finish(.failure(CancellationError())))
        #expect(throws: URLError.self) { try exchange.outcome.get() }
    }

    @Test func anExchangeThatWasStoppedEndsOnce() {
        exchange.deliver()
        #expect(!exchange.isOver)
        #expect(exchange.finish(.failure(CancellationError())) && exchange.isOver)
        #expect(!exchange.complete { .failure(CancellationError()) })
        #expect(!exchange.willStart() && !exchange.prepareResend())
        #expect(!exchange.finish(.failure(CancellationError())))
    }

    @Test func aRequestIsSentAgainThreeTimes() {
        #expect(exchange.willStart())
        #expect((0..<4).map { _ in exchange.prepareResend() } == [true, true, true, false])
    }

    @Test func nobodyIsIdleWhoWaitsForAPlace() throws {
        #expect(exchange.idleSince == nil)
        exchange.awaitConnection(true)
        #expect(exchange.idleSince != nil, "the host answers nobody")
        exchange.awaitConnection(false)
        #expect(exchange.idleSince == nil)
        #expect(exchange.willStart() && exchange.idleSince != nil)
        #expect(exchange.prepareResend() && exchange.idleSince == nil)
    }

    @Test func onlyAWaitForAFreeConnectionIsTheQueues() throws {
        for (awaitsAnother, waited) in [(false, Duration.seconds(2)), (true, .zero)] {
            let exchange = try timed()
            exchange.awaitConnection(!awaitsAnother)
            exchange.awaitConnection(awaitsAnother)
            clock.advance(by: .seconds(2))
            #expect(exchange.willStart())
            #expect(exchange.context.timeQueued == waited)
            #expect(exchange.errorOfDeadline().localizedDescription == "the deadline has passed", "it left the queue")
            #expect(exchange.prepareResend())
            exchange.awaitConnection(awaitsAnother)
            #expect(exchange.errorOfDeadline().localizedDescription.contains("connection") != awaitsAnother)
        }
    }

    @Test func idleTimeBeginsWithEachStepOfItsTransfer() throws {
        let exchange = try timed()
        let steps: [(String, () -> Void)] = [
            ("waiting for a connection", { exchange.awaitConnection(true) }),
            ("starting", { _ = exchange.willStart() }),
            ("a byte", { exchange.touch() }), ("resuming", { exchange.resume() }),
        ]
        for (name, step) in steps {
            clock.advance(by: .seconds(1))
            step()
            #expect(exchange.idleSince == clock.now.offset, "\(name)")
        }
        // Without a timeout nobody looks at the clock.
        #expect(self.exchange.willStart() && self.exchange.idleSince == .zero)
        self.exchange.touch()
        #expect(self.exchange.idleSince == .zero && !self.exchange.mayWaitLonger())
    }

    @Test func anEndClosesTheBodyAndTheAlarm() throws {
        let exchange = try timed(.stream(BodyStream("hello")))
        let upload = try #require(exchange.upload)
        upload.open()
        let before = exchange.context.record.clock.alarms.count
        exchange.watch()
        #expect(exchange.context.record.clock.alarms.count == before + 1)
        exchange.stop(CancellationError())
        #expect(exchange.context.record.clock.alarms.count == before)
        var bytes = [UInt8](repeating: 0, count: 9)
        guard case .failed = bytes.withUnsafeMutableBufferPointer({ upload.read(into: $0) {} }) else {
            Issue.record("the stream is still read")
            return
        }
        // An alarm that comes later is not kept.
        exchange.watch()
        #expect(exchange.context.record.clock.alarms.count == before)
    }

    @Test(arguments: [true, false])
    func anEndIsThatOfItsStream(isLost: Bool) async throws {
        let pipe = BodyPipe(spills: false) {}
        let head = CURLExchange.Received(status: 200, head: [], body: .none, tail: Locked(ResponseTail()))
        #expect(exchange.willStart())
        exchange.deliver(head, through: pipe)
        #expect(try exchange.withResult { $0.take() }.get().status == 200 && !exchange.isOver)
        #expect(try pipe.push(Data(count: BodyPipe.highWater + 1)) && exchange.idleSince == nil, "the reader is slow")
        #expect(try await pipe.next() != nil)
        #expect(exchange.idleSince != nil)
        #expect(exchange.finish(isLost ? .failure(URLError(.networkConnectionLost)) : .success(head)))
        if isLost {
            await #expect(throws: URLError.self) { try await pipe.next() }
        } else {
            #expect(try await pipe.next() == nil)
        }
        // Behind the end nothing is delivered: the pipe stays open.
        let late = BodyPipe(spills: false) {}
        exchange.deliver(head, through: late)
        #expect(try !late.push(Data(count: BodyPipe.highWater)) && late.push(Data(count: 1)))
        #expect(exchange.idleSince != nil)
    }
}
#endif
