import Foundation
import Testing

@testable import Talyn

struct FormBoundaryTests {
    @Test(arguments: [
        ("b", "b"), ("a'b", "a'b"), ("----WebKitFormBoundary7MA4", "----WebKitFormBoundary7MA4"), ("a b", "\"a b\""),
        ("(a)+_,-./:=?", "\"(a)+_,-./:=?\""), (String(repeating: "x", count: 70), String(repeating: "x", count: 70)),
    ])
    func aBoundaryIsQuotedWhereItIsNoToken(text: String, parameter: String) throws {
        #expect(try FormBoundary(text).contentType == "multipart/form-data; boundary=\(parameter)")
        let route = Route.post("a").multipart(boundary: text) { Part("a", "value") }
        #expect(try route.resolved().headers["Content-Type"] == "multipart/form-data; boundary=\(parameter)")
    }

    @Test(arguments: ["", "a ", " ", "a\"b", "a\nb", "é", "a;b", "a\u{301}", String(repeating: "x", count: 71)])
    func aBoundaryThatTheStandardForbidsFailsTheCall(text: String) {
        let error = #expect(throws: RequestError.self) {
            try Route.post("a").multipart(boundary: text) { Part("a", "value") }.resolved()
        }
        #expect(error.map { "\($0)".contains("the boundary of the form is not 1 to 70") } == true)
    }

    @Test func anOccurrenceIsFoundAnywhere() throws {
        let boundary = try FormBoundary("-a")
        for text in ["---a", "x---a", "----a", "-- ---a", "---ax", String(repeating: "-", count: 1_000) + "a"] {
            #expect(boundary.occurs(in: Data(text.utf8)), "\(text)")
            #expect(boundary.occurs(in: Data("..\(text)".utf8).dropFirst(2)), "\(text)")
        }
        for text in ["", "-a", "--a", "---", "-- -a", "a---"] {
            #expect(!boundary.occurs(in: Data(text.utf8)), "\(text)")
        }
    }
}
