import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct PluginTypeTests {
    private struct Plain: PluginType {}

    /// Adds its name to a header field and to the body of the response.
    private struct Naming: PluginType {
        let name: String

        func prepare(_ request: URLRequest, target: any Moya.TargetType) -> URLRequest {
            var request = request
            request.setValue((request.value(forHTTPHeaderField: "X-By") ?? "") + name, forHTTPHeaderField: "X-By")
            return request
        }

        func process(
            _ result: Result<Moya.Response, MoyaError>, target: any Moya.TargetType
        ) -> Result<Moya.Response, MoyaError> {
            result.map { Moya.Response(statusCode: $0.statusCode, data: $0.data + Data(name.utf8)) }
        }
    }

    private let url = URL(string: "https://shop.example")

    @Test func theHooksDoNothingByDefault() throws {
        let (plugin, order) = (Plain(), Order(try #require(url)))
        let request = URLRequest(url: order.baseURL)
        #expect(plugin.prepare(request, target: order) == request)
        plugin.willSend(Request.of(request, .request, in: .own()), target: order)
        let response = Moya.Response(statusCode: 200, data: Data())
        plugin.didReceive(.success(response), target: order)
        #expect(try plugin.process(.success(response), target: order).get() === response)
    }

    @Test func eachPluginWorksOnTheResultOfTheOneBefore() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let plugins: [any PluginType] = [Naming(name: "a"), Plain(), Naming(name: "b")]
        #expect(await MoyaProvider<Order>(.own(), plugins: plugins).summary(Order(server.url)) == "200 yesab")
        #expect(server.requests.map { $0.headers["X-By"] } == ["ab"])
    }

    @Test func aPluginMayTurnAFailureIntoASuccess() throws {
        struct Rescue: PluginType {
            func process(
                _ result: Result<Moya.Response, MoyaError>, target: any Moya.TargetType
            ) -> Result<Moya.Response, MoyaError> {
                .success(Moya.Response(statusCode: 299, data: Data()))
            }
        }
        let provider = MoyaProvider<Order>(
            requestClosure: { _, done in done(.failure(.requestMapping("no"))) }, plugins: [Rescue()])
        var summary = ""
        provider.request(Order(try #require(url))) { summary = $0.summary }
        #expect(summary == "299 ")
    }
}
