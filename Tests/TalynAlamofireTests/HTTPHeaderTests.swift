import Foundation
import Testing

@testable import TalynAlamofire

/// The expected texts are those that Alamofire 5.11.2 writes.
struct HTTPHeaderTests {
    @Test(arguments: [
        (HTTPHeader.accept("v"), "Accept: v"), (.acceptCharset("v"), "Accept-Charset: v"),
        (.acceptLanguage("v"), "Accept-Language: v"), (.acceptEncoding("v"), "Accept-Encoding: v"),
        (.authorization(username: "u", password: "p:é"), "Authorization: Basic dTpwOsOp"),
        (.authorization(bearerToken: "t"), "Authorization: Bearer t"), (.authorization("v"), "Authorization: v"),
        (.contentDisposition("v"), "Content-Disposition: v"), (.contentEncoding("v"), "Content-Encoding: v"),
        (.contentType("v"), "Content-Type: v"), (.userAgent("v"), "User-Agent: v"),
        (.websocketProtocol("v"), "Sec-WebSocket-Protocol: v"),
    ])
    func knownFieldsHaveTheirNames(header: HTTPHeader, line: String) { #expect(header.description == line) }

    @Test func theDefaultCodingsAreThoseThatAreDecoded() {
        #if os(Linux)
        #expect(HTTPHeader.defaultAcceptEncoding.description == "Accept-Encoding: gzip;q=1.0, deflate;q=0.9")
        #else
        #expect(HTTPHeader.defaultAcceptEncoding.description == "Accept-Encoding: br;q=1.0, gzip;q=0.9, deflate;q=0.8")
        #endif
    }

    @Test func theDefaultsNameLanguagesAndTheApp() throws {
        #expect(HTTPHeaders.default.map(\.name) == ["Accept-Encoding", "Accept-Language", "User-Agent"])
        let languages = HTTPHeader.defaultAcceptLanguage.value
        #expect(languages.isEmpty == Locale.preferredLanguages.isEmpty)
        #expect(languages.split(separator: ",").first?.hasSuffix(";q=1.0") ?? true)
        let agent = HTTPHeader.defaultUserAgent.value
        #expect(agent.wholeMatch(of: /\S.*\/.+ \(.+; build:.+; [A-Za-z()]+ \d+\.\d+\.\d+\) TalynMoya\/0\.1\.0/) != nil)
        #if os(Linux)
        #expect(agent.contains("/Unknown (Unknown; build:Unknown; Linux "))
        #endif
    }
}
