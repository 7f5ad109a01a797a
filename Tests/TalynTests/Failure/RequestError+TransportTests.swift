import Foundation
import Testing

@testable import Talyn

/// What a transport throws becomes the same error in whatever dress it comes, over a stub and over any other transport.
struct RequestErrorTransportTests {
    private struct Custom: Error {}

    private static let dresses: [(any Error, URLError.Code, ErrorCategory)] = [
        (URLError(.notConnectedToInternet), .notConnectedToInternet, .offline),
        (NSError(domain: NSURLErrorDomain, code: -1009), .notConnectedToInternet, .offline),
        (POSIXError(.ENETDOWN), .notConnectedToInternet, .offline),
        (URLError(.networkConnectionLost), .networkConnectionLost, .connectionLost),
        (NSError(domain: NSURLErrorDomain, code: -1005), .networkConnectionLost, .connectionLost),
        (POSIXError(.ECONNABORTED), .networkConnectionLost, .connectionLost),
        (POSIXError(.ECONNRESET), .networkConnectionLost, .connectionLost),
        (
            NSError(domain: NSPOSIXErrorDomain, code: Int(POSIXErrorCode.EPIPE.rawValue)), .networkConnectionLost,
            .connectionLost
        ),
        (POSIXError(.ECONNREFUSED), .cannotConnectToHost, .connect),
        (URLError(.timedOut), .timedOut, .timeout),
        (POSIXError(.ETIMEDOUT), .timedOut, .timeout),
        (NSError(domain: NSURLErrorDomain, code: -1001), .timedOut, .timeout),
        (URLError(.cancelled), .cancelled, .aborted),
        (CancellationError(), .cancelled, .aborted),
        (NSError(domain: NSURLErrorDomain, code: 12345), .unknown, .other),
        (POSIXError(.EPERM), .unknown, .other),
        (Custom(), .unknown, .other),
        (NSError(domain: "Elsewhere", code: -1009), .unknown, .other),
    ]

    private func error(of transport: any Transport) async -> RequestError? {
        guard case .failure(let error) = await Provider<RawAPI>(transport: transport).result(.items) else { return nil }
        return error
    }

    private func stub(_ error: any Error) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .failure(error))
        return stubs
    }

    @Test(arguments: dresses)
    func stubAndLiveFailAlike(thrown: any Error, code: URLError.Code, category: ErrorCategory) async throws {
        let live = try #require(await error(of: AnswerTransport.throwing(thrown)))
        let stubbed = try #require(await error(of: stub(thrown)))
        #expect(live == stubbed)
        #expect(live == RequestError(.transport(URLError(code))))
        #expect(live.category == category)
        #expect(live.urlError?.code == code)
        #expect(MyAPIError.catchChain(live) == MyAPIError.catchChain(stubbed))
    }

    @Test(arguments: [400, 404, 500, 503])
    func stubAndLiveRefuseAlike(status: Int) async throws {
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .text("no", status: status))
        let live = try #require(await error(of: AnswerTransport.bytes(Array("no".utf8), status: status)))
        let stubbed = try #require(await error(of: stubs))
        #expect(live == stubbed)
        #expect(live.response?.data == stubbed.response?.data)
    }

    @Test func anErrorOfThePipelineStaysAsItIs() async {
        let thrown = RequestError(.tooLarge(limit: 5))
        #expect(await error(of: AnswerTransport.throwing(thrown)) == thrown)
        #expect(await error(of: stub(thrown)) == thrown)
    }

    @Test func theTypeOfACustomErrorIsToldAndItsTextIsNot() async throws {
        struct Leaky: Error, CustomStringConvertible { var description: String { "hunter2" } }
        let found = try #require(await error(of: AnswerTransport.throwing(Leaky())))
        #expect("\(found)".contains("the transport threw Leaky"))
        #expect(!printedText(of: found).contains("hunter"))
    }

    @Test(arguments: [URLError(.cancelled), URLError(.networkConnectionLost), CancellationError()] as [any Error])
    func whatATransportThrowsAfterTheTaskWasCancelledIsCancelled(thrown: any Error) async {
        let clock = TestClock(isManual: true)
        let transport = AnswerTransport { _, context in
            do { try await context.clock.sleep(for: .seconds(1)) } catch { throw thrown }
            throw Custom()
        }
        let provider = Provider<RawAPI>(transport: transport, clock: clock)
        let task = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .failure(RequestError(.cancelled)))
    }
}
