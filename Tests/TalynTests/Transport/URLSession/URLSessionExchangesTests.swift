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
    func bytesOfAnAbandonedBodyAreNotCounted() throws {
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

    #if canImport(FoundationNetworking)
    // Foundation traps on an answer that arrives behind the cancellation.
    @Test("A redirect of an exchange that has ended is not answered", arguments: [false, true])
    func aRedirectIsAnsweredUnlessItsExchangeHasEnded(hasEnded: Bool) async throws {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let exchanges = URLSessionExchanges(connectionsPerHost: 1)
        let endpoint = Endpoint(url: try #require(URL(string: "http://127.0.0.1:9/")))
        let exchange = URLSessionExchange(endpoint, CallContext(), among: exchanges)
        let (task, answers) = (session.dataTask(with: endpoint.url), Locked(0))
        _ = exchanges.add(exchange, as: task)
        let head = try #require(
            HTTPURLResponse(url: endpoint.url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/a"]))
        exchanges.urlSession(
            session, task: task, willPerformHTTPRedirection: head, newRequest: URLRequest(url: endpoint.url)
        ) { request in if request == nil { answers.withLock { $0 += 1 } } }
        if hasEnded { exchanges.remove(exchange, task) }
        // The queue's later work.
        await withCheckedContinuation { done in URLSessionExchange.control.async { done.resume() } }
        if !hasEnded { return #expect(answers.withLock { $0 } == 1) }
        exchanges.urlSession(
            session, task: task, willPerformHTTPRedirection: head, newRequest: URLRequest(url: endpoint.url)
        ) { _ in answers.withLock { $0 += 9 } }
        await withCheckedContinuation { done in URLSessionExchange.control.async { done.resume() } }
        #expect(answers.withLock { $0 } <= 1)
    }
    #endif

    @Test("An exchange that ends frees its place among those of its host, once")
    func aPlaceIsFreedOnce() throws {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let exchanges = URLSessionExchanges(connectionsPerHost: 1)
        let endpoint = Endpoint(url: try #require(URL(string: "http://127.0.0.1:9/")))
        let all = (0..<4).map { _ in
            (URLSessionExchange(endpoint, CallContext(), among: exchanges), session.dataTask(with: endpoint.url))
        }
        #expect(all.prefix(3).map { exchanges.add($0.0, as: $0.1).ahead } == [0, 1, 2])
        for _ in 0..<2 {
            exchanges.remove(all[0].0, all[0].1)
            #expect(exchanges.ended(at: Origin(endpoint.url)) == 1)
        }
        let turn = exchanges.add(all[3].0, as: all[3].1)
        #expect(turn.ahead == 2 && turn.firstEnded == 1 && turn.lastEnded == 1)
        for (exchange, task) in all { exchanges.remove(exchange, task) }
        #expect(exchanges.ended(at: Origin(endpoint.url)) == 0, "an idle host is forgotten")
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
