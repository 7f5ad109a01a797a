import Foundation
import Testing

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ParameterEncodingTests {
    @Test func textAndComponentsAreURLsOrErrors() throws {
        #expect(try "https://a.example/p".asURL().absoluteString == "https://a.example/p")
        let error = #expect(throws: AFError.self) { try "".asURL() }
        #expect(error?.localizedDescription == "URL is not valid: " && error?.isInvalidURLError == true)
        var components = URLComponents()
        components.host = "a.example"
        #expect(try components.asURL().absoluteString == "//a.example")
        components.path = "p"
        #expect(throws: AFError.self) { try components.asURL() }
        #expect(throws: AFError.self) { try URLRequest(url: "", method: .get) }
    }

    private struct Router: URLRequestConvertible {
        var text: String
        func asURLRequest() throws -> URLRequest { try URLRequest(url: text, method: .delete) }
    }

    @Test func aRouterIsEncodedLikeARequest() throws {
        let encoded = try URLEncoding.default.encode(Router(text: "https://a.example"), with: ["q": 1])
        #expect(encoded.url?.absoluteString == "https://a.example?q=1" && encoded.method == .delete)
        #expect(Router(text: "").urlRequest == nil)
        #expect(throws: AFError.self) { try URLEncoding.default.encode(Router(text: ""), with: nil) }
    }

    private struct Fixed: ParameterEncoding {
        func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
            var request = try JSONEncoding.default.encode(urlRequest, with: parameters)
            request.headers.update(.contentType("application/x-fixed"))
            return request
        }
    }

    @Test func anAppsEncodingWrapsAnother() throws {
        let encoding: any ParameterEncoding = Fixed()
        let encoded = try encoding.encode(Router(text: "https://a.example"), with: ["q": 1])
        #expect(encoded.httpBody == Data(#"{"q":1}"#.utf8))
        #expect(encoded.allHTTPHeaderFields == ["Content-Type": "application/x-fixed"])
    }
}
