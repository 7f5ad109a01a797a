import Foundation
import Testing

@testable import Talyn

@Suite struct RoutedTargetHeadersTests {
    private enum Keyed: RoutedTarget {
        case plain
        case own
        case without

        var baseURL: URL { GitHub.host }
        var headers: HTTPHeaders { ["X-Api-Key": "shared", "Accept": "text/plain"] }

        var route: Route {
            switch self {
            case .plain: .get("a")
            case .own: .get("a").header("x-api-key", "own")
            case .without: .get("a").header("X-Api-Key", nil)
            }
        }
    }

    @Test func headersBesideTheRouteAreThoseOfEveryCaseAndTheRoutesReplaceThem() throws {
        let provider = Provider<Keyed>()
        #expect(try provider.endpoint(.plain).headers == ["X-Api-Key": "shared", "Accept": "text/plain"])
        #expect(try provider.endpoint(.own).headers == ["x-api-key": "own", "Accept": "text/plain"])
        #expect(try provider.endpoint(.without).headers == ["Accept": "text/plain"])
    }

    @Test func aPathThatWasNotALiteralShowsNothingOfItself() throws {
        let path = URLPath("reset/" + "CANARY")
        #expect(path.encoded == "reset/CANARY")
        #expect(path.template == "{…}")
    }

    @Test func aContentTypeIsAskedForWithoutItsParameters() throws {
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "Application/JSON;charset=utf-8"], body: .data(Data("{}".utf8)),
            endpoint: Endpoint(url: GitHub.host))
        try Validation.successCodes.contentType("application/json; charset=utf-8").validate(response)
    }
}
