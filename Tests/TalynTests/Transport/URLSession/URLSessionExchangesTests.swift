import Foundation
import Testing

@testable import Talyn

@Suite("The delegate of a session")
struct URLSessionExchangesTests {
    /// Required by a challenge. The answer goes to the completion handler instead.
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }

    #if canImport(FoundationNetworking)
    @Test("The progress of a body that is sent again begins again")
    func whatWasSentInVainIsNotCounted() throws {
        let reported = Locked<[Int64]>([])
        let context = CallContext(progress: { progress in reported.withLock { $0.append(progress.sent) } })
        let endpoint = Endpoint(url: try #require(URL(string: "http://127.0.0.1:9/")))
        let exchange = URLSessionExchange(endpoint, context, among: URLSessionExchanges(connectionsPerHost: 1))
        exchange.didSend(10)
        for sent: Int64 in [14, 30] {
            _ = exchange.newBodyStream()
            exchange.didSend(sent)
        }
        #expect(reported.withLock { $0 } == [10, 4, 16])
    }
    #endif

    // No server on Linux causes the second one: URLSession leaves certificates to libcurl there.
    @Test(
        "A challenge for HTTP credentials is refused, one for a server's certificate is left to the system",
        arguments: [
            (NSURLAuthenticationMethodHTTPBasic, true), (NSURLAuthenticationMethodHTTPDigest, true),
            ("NSURLAuthenticationMethodServerTrust", false), ("NSURLAuthenticationMethodClientCertificate", false),
        ])
    func everyChallengeIsAnswered(method: String, isHTTP: Bool) async {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let space = URLProtectionSpace(
            host: "h.example", port: 443, protocol: "https", realm: nil, authenticationMethod: method)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: Sender())
        let answer = await withCheckedContinuation { continuation in
            URLSessionExchanges(connectionsPerHost: 1).urlSession(
                session, task: session.dataTask(with: Probe.host), didReceive: challenge
            ) { disposition, _ in continuation.resume(returning: disposition) }
        }
        #if canImport(FoundationNetworking)
        #expect(answer == (isHTTP ? .cancelAuthenticationChallenge : .performDefaultHandling))
        #else
        #expect(answer == (isHTTP ? .rejectProtectionSpace : .performDefaultHandling))
        #endif
    }
}
