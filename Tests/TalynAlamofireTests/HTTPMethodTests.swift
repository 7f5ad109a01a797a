import Foundation
import Testing

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct HTTPMethodTests {
    @Test func methodsAreComparedWithCase() {
        #expect(HTTPMethod(rawValue: "get") != .get)
        #expect("\(HTTPMethod.query)" == "HTTPMethod(rawValue: \"QUERY\")")
        let methods: [Alamofire.HTTPMethod] = [.connect, .delete, .get, .head, .options, .patch, .post, .put, .trace]
        let names = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]
        #expect(methods.map(\.rawValue) == names)
        var request = URLRequest(url: URL(string: "https://a.example")!)
        #expect(request.method == .get)
        request.method = .patch
        #expect(request.httpMethod == "PATCH")
    }
}
