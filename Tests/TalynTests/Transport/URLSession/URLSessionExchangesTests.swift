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
