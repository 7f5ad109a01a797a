import Foundation
import Testing

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct AdapterTests {
    private static let adapt: AdaptHandler = { request, _, done in
        var request = request
        request.headers["X-A"] = "1"
        done(.success(request))
    }
    private static let retry: RetryHandler = { _, _, _, done in done(.retryWithDelay(7)) }

    @Test(arguments: [
        Interceptor(adapter: Adapter(adapt), retrier: Retrier(retry)),
        Interceptor(adaptHandler: adapt, retryHandler: retry),
    ]) func closuresAdaptAndRetryAsAnInterceptor(_ interceptor: Interceptor) async throws {
        let url = try #require(URL(string: "https://a.example"))
        let session = Session()
        let adapted = await withCheckedContinuation { continuation in
            interceptor.adapt(URLRequest(url: url), for: session) { continuation.resume(returning: $0) }
        }
        #expect(try adapted.get().headers["X-A"] == "1")
        let request = Request.of(URLRequest(url: url), .request, in: session)
        let decision = await withCheckedContinuation { continuation in
            interceptor.retry(request, for: session, dueTo: AFError.explicitlyCancelled) {
                continuation.resume(returning: $0)
            }
        }
        guard case .retryWithDelay(7) = decision else {
            Issue.record("\(decision)")
            return
        }
    }
}
