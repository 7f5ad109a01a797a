import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPMethodTests {
    @Test(
        arguments: [
            (.get, "GET", true, true), (.head, "HEAD", true, true), (.post, "POST", false, false),
            (.put, "PUT", false, true), (.patch, "PATCH", false, false), (.delete, "DELETE", false, true),
            (.connect, "CONNECT", false, false), (.options, "OPTIONS", true, true), (.trace, "TRACE", true, true),
            ("PURGE", "PURGE", false, false), ("get", "get", false, false), ("QUERY", "QUERY", true, true),
            ("query", "query", false, false), ("PROPFIND", "PROPFIND", true, true),
        ] as [(HTTPMethod, String, Bool, Bool)])
    func aMethodKnowsItsNameAndWhetherItMayBeRepeated(
        method: HTTPMethod, name: String, isSafe: Bool, isIdempotent: Bool
    ) {
        #expect(method.rawValue == name)
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
    }

    /// The registry of IANA, <https://www.iana.org/assignments/http-methods>, without `*`.
    @Test func theRegistryOfMethodsIsFollowed() {
        let safe = "GET HEAD OPTIONS PRI PROPFIND QUERY REPORT SEARCH TRACE"
        let idempotent = """
            ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY DELETE LABEL LINK MERGE MKACTIVITY MKCALENDAR MKCOL
            MKREDIRECTREF MKWORKSPACE MOVE ORDERPATCH PROPPATCH PUT REBIND UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE
            UPDATEREDIRECTREF VERSION-CONTROL
            """
        let neither = "CONNECT LOCK PATCH POST"
        for (names, isSafe, isIdempotent) in [(safe, true, true), (idempotent, false, true), (neither, false, false)] {
            for name in names.split(whereSeparator: \.isWhitespace) {
                let method = HTTPMethod(rawValue: String(name))
                #expect(method.isSafe == isSafe && method.isIdempotent == isIdempotent, "\(name)")
            }
        }
    }

    @Test func aMethodPrintsAsItIsSent() {
        #expect("\(HTTPMethod.get)" == "GET")
        #expect("\(HTTPMethod(rawValue: "PURGE")) /x" == "PURGE /x")
    }

    @Test func namesAreCaseSensitive() {
        #expect(HTTPMethod.get != "get")
        #expect(HTTPMethod.get == "GET")
    }

    @Test(arguments: ["GET", "PURGE", "M-SEARCH", "VERSION-CONTROL", "!#$%&'*+-.^_`|~", "x9"])
    func anyTokenIsSentAsItIs(name: String) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        try await Provider<Probe>(transport: stubs).request(Probe(Route(HTTPMethod(rawValue: name), "x")))
        #expect(stubs.requests.map(\.method.rawValue) == [name])
    }

    @Test(arguments: ["", "GE T", "GET\r\nX: y", "GET\u{0}", "GET/", "GÉT", "GET ", "{GET}"])
    func aNameThatIsNotATokenIsRefusedAndNothingIsSent(name: String) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let provider = Provider<Probe>(transport: stubs)
        let method = HTTPMethod(rawValue: name)
        let refusal = RequestError(.invalidRequest("the method is not a token (RFC 9110 §9.1)"))
        await #expect(throws: refusal) { try await provider.request(Probe(Route(method, "x"))) }
        await #expect(throws: refusal) { try await provider.send(Endpoint(method, url: Probe.host)) }
        await #expect(throws: refusal) {
            try await provider.adding(Changing { $0.method = method }).request(Probe(.get("x")))
        }
        #expect(stubs.requests.isEmpty)
    }
}
