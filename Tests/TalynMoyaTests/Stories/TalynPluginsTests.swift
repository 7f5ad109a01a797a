import Foundation
import TalynStubs
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

/// Plugins of Talyn receive the target of Moya: in a session, and by `MoyaTarget`.
@Suite struct TalynPluginsTests {
    private enum Account: Moya.TargetType, Moya.AccessTokenAuthorizable {
        case own
        case custom
        case raw
        case open
        case item(String, page: Int)

        var baseURL: URL { URL(string: "https://shop.example/api") ?? URL(fileURLWithPath: "/") }
        var path: String { if case .item(let name, _) = self { "/items/\(name)" } else { "account" } }
        var method: Moya.Method { .get }
        var task: Moya.Task {
            guard case .item(_, let page) = self else { return .requestPlain }
            return .requestParameters(parameters: ["page": page], encoding: URLEncoding.default)
        }
        var validationType: ValidationType { .successCodes }
        var headers: [String: String]? { nil }
        var authorizationType: Moya.AuthorizationType? {
            switch self {
            case .own, .item: .bearer
            case .custom: .custom("Token")
            case .raw: .custom("")
            case .open: nil
            }
        }
    }

    private enum Partner: Moya.TargetType {
        case ping

        var baseURL: URL { URL(string: "https://partner.example") ?? URL(fileURLWithPath: "/") }
        var path: String { "" }
        var method: Moya.Method { .get }
        var task: Moya.Task { .requestPlain }
        var validationType: ValidationType { .successCodes }
        var headers: [String: String]? { nil }
    }

    private static var targets: [any Moya.TargetType] {
        [Account.own, Account.custom, Account.raw, Account.open, Partner.ping]
    }
    private let refresh: TokenRefreshPlugin = .tokenRefresh(
        current: { AccessCredential("old") }, refresh: { _ in AccessCredential("new") })

    private let stubs = StubTransport()

    /// Sends a target through a session, and by `MoyaTarget`. Returns the errors; nil for a response.
    private func failures(
        of target: any Moya.TargetType, _ plugins: [any Plugin] = []
    ) async throws -> [(any Error)?] {
        let provider = MoyaProvider<Moya.MultiTarget>(Session(transport: stubs, plugins: plugins))
        let result = await provider.result(Moya.MultiTarget(target))
        var failures: [(any Error)?] = []
        if case .failure(.underlying(AFError.sessionTaskFailed(let error), _)) = result {
            failures.append(error)
        } else {
            failures.append(result.failure)
        }
        do {
            _ = try await Provider<MoyaTarget>(transport: stubs, plugins: plugins).request(MoyaTarget(target))
            failures.append(nil)
        } catch let error as MyAPIError { failures.append(error.requestError) }
        return failures
    }

    private var authorizations: [String?] { stubs.calls.map { $0.endpoint.headers["Authorization"] } }

    // MARK: Tokens

    @Test(arguments: [false, true])
    func aTokenIsSentToTargetsThatAskForItAfterTheirScheme(_ refreshes: Bool) async throws {
        stubs.on(where: { _, _ in true }, .text("yes"))
        let plugin: any Plugin = refreshes ? refresh : .accessToken { "old" }
        for target in Self.targets { #expect(try await failures(of: target, [plugin]).allSatisfy { $0 == nil }) }
        let wanted: [String?] = ["Bearer old", "Token old", "old", nil, nil]
        #expect(authorizations == wanted.flatMap { [$0, $0] })
    }

    @Test func aClosureThatReceivesTheCallGivesNoTokenToATargetThatAsksForNone() async throws {
        stubs.on(where: { _, _ in true }, .text("yes"))
        for target in Self.targets { _ = try await failures(of: target, [.accessToken { _ in "old" }]) }
        #expect(authorizations == ["Bearer old", "Token old", "old", nil, nil].flatMap { [$0, $0] })
    }

    @Test func aRejectedTokenIsRefreshedForTargetsThatAskForItOnly() async throws {
        stubs.on(where: { _, _ in true }, .status(401))
        for target in [Account.custom, Account.open, Partner.ping] as [any Moya.TargetType] {
            #expect(try await failures(of: target, [refresh]).allSatisfy { $0 != nil })
        }
        // The second call of `custom` knows that the token is replaced.
        let wanted: [String?] = ["Token old", "Token new", "Token new", "Token new"]
        #expect(authorizations == wanted + [nil, nil, nil, nil])
    }

    // MARK: Stubs

    @Test(arguments: ["items/{}", "/items/a b", "api/items/{name}"])
    func aTemplateMatchesThePathOfTheTargetAndTheWholePathOfTheURL(_ template: String) async throws {
        stubs.on(template: template, .text("yes"), times: .exactly(2))
        #expect(try await failures(of: Account.item("a b", page: 1)).allSatisfy { $0 == nil })
        try stubs.verify()
    }

    @Test func theEmptyTemplateMatchesAnEmptyPathOnly() async throws {
        stubs.on(template: "", .text("yes"))
        #expect(try await failures(of: Partner.ping).allSatisfy { $0 == nil })
        #expect(try await failures(of: Account.own).allSatisfy { $0 != nil })
    }

    @Test func aRedirectMatchesBehindTheBaseURLOfTheTarget() async throws {
        stubs.on(template: "account", .redirect(to: "/api/moved"))
        stubs.on(template: "moved", .text("yes"))
        #expect(try await failures(of: Account.own).allSatisfy { $0 == nil })
    }

    @Test func aRequestWithoutAStubIsShownWithItsPathAndTheNamesOfItsQuery() async throws {
        stubs.on(template: "other", .text("yes"))
        for failure in try await failures(of: Account.item("a", page: 1)) {
            let text = "\(try #require(failure))"
            let shown = "no stub answers Account.item, GET https://shop.example/api/items/a?page;"
            #expect(text.contains(shown), "\(text)")
        }
    }

    // MARK: Logs and errors

    @Test func logsAndErrorsHaveTheOperationAndNoCallSiteOfTheLibrary() async throws {
        stubs.on(where: { _, _ in true }, .status(500))
        let lines = Notes<String>()
        let failures = try await failures(of: Account.item("a", page: 1), [.logger(output: { lines.add($0) })])
        let (moya, talyn) = (failures[0], failures[1] as? RequestError)
        #expect(moya != nil && talyn?.operation == "Account.item")
        #expect(talyn?.callSite?.fileID == "TalynMoyaTests/TalynPluginsTests.swift")
        #expect(!lines.all.isEmpty && lines.all.allSatisfy { $0.contains(" Account.item: ") })
        let sites = lines.all.map { $0.contains(".swift") }
        #expect(sites == sites.indices.map { $0 >= sites.count / 2 }, "\(lines.all)")
    }

    @Test func theErrorOfACallOfASessionHasNoCallSite() async throws {
        let error = try #require(try await failures(of: Account.own)[0] as? RequestError)
        #expect(error.operation == "Account.own" && error.callSite == nil)
        #expect(!String(reflecting: error).contains(".swift"))
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
