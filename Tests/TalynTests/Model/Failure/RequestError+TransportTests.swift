import Foundation
import Testing

@testable import Talyn

/// A transport's error becomes the same pipeline error whatever its type, over stubs and other transports.
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
        // On Apple platforms any number is a code; on Linux unknown numbers are not.
        (
            NSError(domain: NSURLErrorDomain, code: 12345),
            (URLError.Code(rawValue: 12345) as URLError.Code?) ?? .unknown,
            .other
        ),
        (POSIXError(.EPERM), .unknown, .other),
        (Custom(), .unknown, .other),
        (NSError(domain: "Elsewhere", code: -1009), .unknown, .other),
    ]

    /// Errors that URLSession throws on Apple platforms outside NSURLErrorDomain.
    private static let foreignDomains: [(any Error, URLError.Code, ErrorCategory)] =
        posix.map { (NSError(domain: NSPOSIXErrorDomain, code: Int($0.rawValue)), $1, $2) }
        + posix.map { (POSIXError($0), $1, $2) }
        + [
            (-1005, .networkConnectionLost, .connectionLost), (-1009, .notConnectedToInternet, .offline),
            (-1001, .timedOut, .timeout), (-1202, .serverCertificateUntrusted, .tls), (1, .cannotFindHost, .dns),
            (2, .cannotFindHost, .dns), (302, .networkConnectionLost, .connectionLost),
            (303, .cannotParseResponse, .badResponse), (306, .cannotConnectToHost, .connect),
            (310, .cannotConnectToHost, .connect), (99, .unknown, .other), (.max, .unknown, .other),
        ].map { (NSError(domain: "kCFErrorDomainCFNetwork", code: $0), $1, $2) }

    private static let posix: [(POSIXErrorCode, URLError.Code, ErrorCategory)] = [
        (.ECONNABORTED, .networkConnectionLost, .connectionLost),
        (.ECONNRESET, .networkConnectionLost, .connectionLost),
        (.EPIPE, .networkConnectionLost, .connectionLost), (.ENOTCONN, .networkConnectionLost, .connectionLost),
        (.ENETRESET, .networkConnectionLost, .connectionLost), (.ESHUTDOWN, .networkConnectionLost, .connectionLost),
        (.ENETDOWN, .notConnectedToInternet, .offline), (.ENETUNREACH, .notConnectedToInternet, .offline),
        (.ECONNREFUSED, .cannotConnectToHost, .connect), (.EHOSTUNREACH, .cannotConnectToHost, .connect),
        (.EADDRNOTAVAIL, .cannotConnectToHost, .connect), (.ETIMEDOUT, .timedOut, .timeout),
        (.ECANCELED, .cancelled, .aborted), (.EINVAL, .unknown, .other),
    ]

    /// An underlying error is used if the error itself has no meaning; deeper ones are not.
    private static let wrapped: [(any Error, URLError.Code, ErrorCategory)] = [
        (wrapping(POSIXError(.ECONNRESET), in: "kCFErrorDomainCFNetwork"), .networkConnectionLost, .connectionLost),
        (wrapping(URLError(.timedOut), in: "Proxy"), .timedOut, .timeout),
        (wrapping(NSError(domain: "Elsewhere", code: 4), in: "Proxy"), .unknown, .other),
        (wrapping(wrapping(URLError(.timedOut), in: "Inner"), in: "Outer"), .unknown, .other),
    ]

    private static func wrapping(_ error: any Error, in domain: String) -> NSError {
        NSError(domain: domain, code: 4, userInfo: [NSUnderlyingErrorKey: error])
    }

    private func error(of transport: any Transport) async -> RequestError? {
        guard case .failure(let error) = await Provider<RawAPI>(transport: transport).result(.items) else { return nil }
        return error
    }

    private func stub(_ error: any Error) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .failure(error))
        return stubs
    }

    // One failure with two codes: Apple's URLSession and libcurl report broken gzip differently.
    @Test func anUnknownErrorIsNamedByItsTypeOrCode() {
        let errors: [any Error] = [Custom(), NSError(domain: "Elsewhere", code: -7)]
        let texts = errors.map { error in
            RequestError(thrown: error).urlError?.localizedDescription
        }
        #expect(texts == ["the transport threw Custom", "the transport threw Elsewhere -7"])
    }

    @Test(
        arguments: [
            URLError(.cannotDecodeRawData), URLError(.cannotDecodeContentData),
            NSError(domain: NSURLErrorDomain, code: -1015),
            NSError(domain: "kCFErrorDomainCFNetwork", code: -1015),
        ] as [any Error])
    func bothCodesOfABrokenCompressionAreOne(thrown: any Error) async throws {
        try await stubAndLiveFailAlike(thrown: thrown, code: .cannotDecodeContentData, category: .badResponse)
    }

    @Test(arguments: dresses + foreignDomains + wrapped)
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
    func anErrorOfATransportAfterACancellationIsCancelled(thrown: any Error) async {
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

    @Test(
        arguments: [
            (RequestError(.transport(URLError(.networkConnectionLost))), RequestError(.cancelled)),
            (RequestError(.tooLarge(limit: 5)), RequestError(.tooLarge(limit: 5))),
            (Custom(), RequestError(.cancelled)),
        ] as [(any Error, RequestError)])
    func onlyWhatIsSaidOfTheTransferIsAnEffectOfTheCancellation(thrown: any Error, expected: RequestError) async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return RequestError(thrown: thrown)
        }
        #expect(await task.value == expected)
    }
}
