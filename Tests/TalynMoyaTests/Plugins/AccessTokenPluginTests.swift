import Foundation
import TalynTesting
import Testing

import struct Talyn.HTTPHeaders

@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct AccessTokenPluginTests {
    struct Target: TalynMoya.TargetType, AccessTokenAuthorizable {
        var authorizationType: AuthorizationType?
        var baseURL: URL { URL(fileURLWithPath: "/") }
        var path: String { "" }
        var method: TalynMoya.Method { .get }
        var task: TalynMoya.Task { .requestPlain }
        var headers: [String: String]? { nil }
    }

    private func field(
        _ type: AuthorizationType?, token: String = "secret", before: String? = nil, multi: Bool = false
    ) -> String? {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.setValue(before, forHTTPHeaderField: "Authorization")
        let target = Target(authorizationType: type)
        let plugin = AccessTokenPlugin { target in target is Target ? token : "wrong" }
        return plugin.prepare(request, target: multi ? MultiTarget(target) : target)
            .value(forHTTPHeaderField: "Authorization")
    }

    @Test func theFieldHasTheSchemeAndTheToken() {
        #expect(field(.basic) == "Basic secret" && field(.bearer) == "Bearer secret")
        #expect(field(.custom("Token")) == "Token secret" && field(nil) == nil)
        #expect(field(.bearer, multi: true) == "Bearer secret" && field(nil, multi: true) == nil)
    }

    @Test func aTokenStandsBesideAFieldThatIsThere() {
        #expect(field(.bearer, before: "Basic x") == "Basic x,Bearer secret")
        #expect(field(.bearer, before: "Basic x", multi: true) == "Basic x,Bearer secret")
        #expect(field(nil, before: "Basic x") == "Basic x")
    }

    @Test func anEmptyTokenAddsTheScheme() {
        #expect(field(.bearer, token: "") == "Bearer " && field(.custom("Token"), token: "") == "Token ")
        #expect(field(.bearer, token: "", before: "Basic x") == "Basic x,Bearer ")
    }

    private struct Sent: Moya.TargetType, AccessTokenAuthorizable {
        var baseURL: URL
        var headers: [String: String]?
        var path: String { "" }
        var method: Moya.Method { .get }
        var task: Moya.Task { .requestPlain }
        var validationType: ValidationType { .successCodes }
        var authorizationType: AuthorizationType? { .bearer }
    }

    @Test(arguments: [(nil, "t", "Bearer t"), ("Basic x", "t", "Basic x,Bearer t"), (nil, "", "Bearer")])
    func eachAttemptSendsTheTokenOnce(own: String?, token: String, expected: String) async throws {
        let server = try LoopbackServer { [.response(500, text: "no", to: $0)] }
        let retries = Guided(decide: { request, _, answer in answer(request.retryCount < 2 ? .retry : .doNotRetry) })
        let plugin = AccessTokenPlugin { _ in token }
        let provider = MoyaProvider<MultiTarget>(.own(retries), plugins: [plugin])
        let headers = own.map { ["authorization": $0] }
        _ = await provider.summary(.target(Sent(baseURL: server.url, headers: headers)))
        #expect(server.requests.map { $0.headers["Authorization"] } == [expected, expected, expected])
    }
}
