import Foundation
import Testing

import struct Talyn.Locked

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RetryPolicyTests {
    private let session = Session()

    /// A request whose latest attempt ended with a status code.
    private func request(_ method: HTTPMethod = .get, status: Int? = nil, retries: Int = 0) throws -> Request {
        let url = try #require(URL(string: "https://a.example"))
        let request = Request.of(try URLRequest(url: url, method: method), .request, in: session)
        request.state.withLock { state in
            state.retryCount = retries
            state.response = status.flatMap {
                HTTPURLResponse(url: url, statusCode: $0, httpVersion: nil, headerFields: nil)
            }
        }
        return request
    }

    private func delay(_ policy: RetryPolicy, _ request: Request, _ error: any Error) async -> TimeInterval? {
        await withCheckedContinuation { continuation in
            policy.retry(request, for: session, dueTo: error) { decision in
                if case .retryWithDelay(let seconds) = decision {
                    continuation.resume(returning: seconds)
                } else {
                    continuation.resume(returning: nil)
                }
            }
        }
    }

    @Test(arguments: [(408, true), (429, false), (500, true), (501, false), (502, true), (503, true), (504, true)])
    func statusCodesDecide(status: Int, retries: Bool) throws {
        let error = AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: status))
        #expect(RetryPolicy().shouldRetry(request: try request(status: status), dueTo: error) == retries)
    }

    @Test(arguments: [
        (URLError.Code.timedOut, true), (.networkConnectionLost, true), (.notConnectedToInternet, true),
        (.badURL, false), (.cancelled, false), (.serverCertificateUntrusted, false),
    ])
    func errorsDecideAlsoWithinAnAFError(code: URLError.Code, retries: Bool) throws {
        for error in [URLError(code), AFError.sessionTaskFailed(error: URLError(code))] as [any Error] {
            #expect(RetryPolicy().shouldRetry(request: try request(), dueTo: error) == retries)
        }
    }

    @Test(arguments: [("GET", true), ("PUT", true), ("DELETE", true), ("POST", false), ("PATCH", false)])
    func methodsDecide(method: String, retries: Bool) throws {
        let request = try request(HTTPMethod(rawValue: method), status: 503)
        #expect(RetryPolicy().shouldRetry(request: request, dueTo: AFError.explicitlyCancelled) == retries)
    }

    @Test func delaysGrowByPowersUpToTheLimit() async throws {
        let error = URLError(.timedOut)
        let policy = RetryPolicy(retryLimit: 3, exponentialBackoffBase: 3, exponentialBackoffScale: 2)
        var delays: [TimeInterval?] = []
        for retries in 0..<4 { delays.append(await delay(policy, try request(retries: retries), error)) }
        #expect(delays == [2, 6, 18, nil])
        #expect(await delay(RetryPolicy(), try request(retries: 1), error) == 1)
        #expect(await delay(RetryPolicy(), try request(retries: 2), error) == nil)
    }
}
