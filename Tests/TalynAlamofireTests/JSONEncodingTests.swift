import Foundation
import Testing

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The expected texts are those that Alamofire 5.11.2 writes.
struct JSONEncodingTests {
    private func request() throws -> URLRequest { try URLRequest(url: "https://a.example/p", method: .post) }

    private func text(_ parameters: Parameters, _ encoding: JSONEncoding = .default) throws -> String {
        let request = try encoding.encode(request(), with: parameters)
        #expect(request.allHTTPHeaderFields == ["Content-Type": "application/json"])
        return String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    }

    @Test func valuesAreJSON() throws {
        #expect(try text([:]) == "{}")
        #expect(try text(["k": -5]) == #"{"k":-5}"#)
        #expect(try text(["k": 1.5]) == #"{"k":1.5}"#)
        #expect(try text(["k": true]) == #"{"k":true}"#)
        #expect(try text(["k": NSNumber(value: false)]) == #"{"k":false}"#)
        #expect(try text(["k": NSNumber(value: 1)]) == #"{"k":1}"#)
        #expect(try text(["k": NSNull()]) == #"{"k":null}"#)
        #expect(try text(["k": "a b/é한🦊\"\n"]) == #"{"k":"a b\/é한🦊\"\n"}"#)
        #expect(try text(["k": [1, "a", ["l": [Int]()]] as [Any]]) == #"{"k":[1,"a",{"l":[]}]}"#)
        #expect(try text(["k": Optional(1) as Any]) == #"{"k":1}"#)
    }

    @Test func optionsAreThoseOfFoundation() throws {
        #expect(try text(["k": [1, 2]], .prettyPrinted) == "{\n  \"k\" : [\n    1,\n    2\n  ]\n}")
        #expect(try text(["b": 1, "a": "/"], JSONEncoding(options: .sortedKeys)) == #"{"a":"\/","b":1}"#)
        let encoding = JSONEncoding(options: [.withoutEscapingSlashes, .sortedKeys])
        #expect(try text(["b": 1, "a": "/"], encoding) == #"{"a":"/","b":1}"#)
    }

    @Test func anArrayCanBeTheBody() throws {
        let encoded = try JSONEncoding.default.encode(request(), withJSONObject: [1, 2])
        #expect(encoded.httpBody == Data("[1,2]".utf8))
        #expect(encoded.headers["Content-Type"] == "application/json")
    }

    @Test func nilChangesNothing() throws {
        #expect(try JSONEncoding.default.encode(request(), with: nil) == request())
        #expect(try JSONEncoding.default.encode(request(), withJSONObject: nil) == request())
        #expect(try JSONEncoding.default.encode(request()) == request())
    }

    @Test func aContentTypeOfTheRequestStays() throws {
        var post = try request()
        post.headers = [.contentType("application/vnd.api+json")]
        let encoded = try JSONEncoding.default.encode(post, with: ["k": 1])
        #expect(encoded.allHTTPHeaderFields == ["Content-Type": "application/vnd.api+json"])
    }

    @Test func aValueThatIsNotJSONIsAnError() throws {
        for value in [Date(), Data(), Double.nan, [1: 2], URL(string: "/")!] as [Any] {
            let error = #expect(throws: AFError.self) { try JSONEncoding.default.encode(request(), with: ["k": value]) }
            #expect(error?.isParameterEncodingError == true)
            #expect(error?.underlyingError is JSONEncoding.Error)
        }
        #expect(throws: AFError.self) { try JSONEncoding.default.encode(request(), withJSONObject: "a") }
        // Alamofire declares the second line, but prints "JSONEncoding.Error error 0".
        let error = #expect(throws: AFError.self) { try JSONEncoding.default.encode(request(), withJSONObject: 1) }
        #expect(
            error?.localizedDescription
                == "JSON could not be encoded because of error:\nInvalid JSON object provided for parameter or object "
                + "encoding. This is most likely due to a value which can't be represented in Objective-C.")
    }
}
