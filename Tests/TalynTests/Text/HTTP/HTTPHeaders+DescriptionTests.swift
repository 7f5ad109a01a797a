import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPHeadersDescriptionTests {
    @Test func harmlessFieldsShowTheirValuesAndOthersTheirNames() {
        let headers: HTTPHeaders = [
            "Authorization": "Bearer x", "content-type": "text/plain", "X-Api-Key": "y", "Accept": "*/*",
            "Cookie": "z", "Location": "https://host/?token=1",
        ]
        let expected =
            "[Authorization: <hidden>, content-type: text/plain, X-Api-Key: <hidden>, Accept: */*, "
            + "Cookie: <hidden>, Location: <hidden>]"
        #expect("\(headers)" == expected)
        #expect(String(reflecting: headers) == expected)
        #expect(Mirror(reflecting: headers).children.map { "\($0.value)" } == [expected])
    }

    @Test func parametersAreLeftOutBehindAnySemicolon() {
        #expect("\(["Content-Type": "a/b;\u{301} token=CANARY"] as HTTPHeaders)" == "[Content-Type: a/b]")
    }

    @Test func noFieldsAreEmptyBrackets() {
        #expect("\(HTTPHeaders())" == "[]")
    }

    @Test(arguments: HTTPHeaders.describedNames)
    func everyDescribedNameIsShownWithItsValue(name: String) {
        #expect("\(HTTPHeaders.Field(name.lowercased(), "v"))" == "[\(name.lowercased()): v]")
    }

    @Test func aFieldIsDescribedLikeItsHeaders() {
        #expect("\(HTTPHeaders.Field("Authorization", "x"))" == "[Authorization: <hidden>]")
        #expect(String(reflecting: HTTPHeaders.Field("Vary", "Accept")) == "[Vary: Accept]")
    }
}
