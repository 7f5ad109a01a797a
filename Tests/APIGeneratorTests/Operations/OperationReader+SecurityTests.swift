import Testing

@testable import APIGenerator

struct OperationReaderSecurityTests {
    static func security(_ scheme: String, global: String = "[{one: []}]", own: String = "") throws -> Generator.Output
    {
        try SmallDocument.paths(
            """
            /a: {get: {operationId: a}}
            /b: {get: {operationId: b}}
            /c: {get: {operationId: c\(own.isEmpty ? "" : ", security: \(own)")}}
            """,
            "security: \(global)\ncomponents: {securitySchemes: {one: \(scheme), two: {type: http, scheme: basic}}}"
        ).generate()
    }

    @Test(arguments: [
        ("{type: http, scheme: bearer}", ".bearer"), ("{type: http, scheme: Basic}", ".basic"),
        ("{type: http, scheme: token}", ".custom(\"token\")"), ("{type: oauth2, flows: {}}", ".bearer"),
        ("{type: openIdConnect, openIdConnectUrl: 'https://a.example'}", ".bearer"),
        ("{type: apiKey, in: header, name: X-API-Key}", ".header(\"X-API-Key\")"),
        ("{type: apiKey, in: query, name: key}", ".query(\"key\")"),
        ("{type: apiKey, in: header, name: Authorization}", ".raw"),
    ])
    func schemeIsTheAuthorizationOfTheTarget(_ scheme: String, _ type: String) throws {
        try Self.security(scheme).expect(
            "enum Small: RoutedTarget, AccessTokenAuthorizable", "var authorizationType: AuthorizationType? { \(type) }"
        )
    }

    @Test func operationWithAnotherSchemeSaysSo() throws {
        try Self.security("{type: http, scheme: bearer}", own: "[{two: []}]").expect(
            "case .a: .get(\"a\") case", ".get(\"c\").authorization(.basic)")
    }

    @Test func operationWithoutSecuritySaysSo() throws {
        try Self.security("{type: http, scheme: bearer}", own: "[]").expect(".get(\"c\").authorization(nil)")
    }

    @Test func cookieAsASchemeIsRefused() throws {
        let output = try Self.security("{type: apiKey, in: cookie, name: session}")
        #expect(output.findings.contains { $0.kind == .refused && $0.message.contains("a scheme of security") })
        output.refute("AccessTokenAuthorizable")
    }

    @Test func alternativeThatIsSupportedIsTaken() throws {
        let alternatives = "[{cookie: []}, {one: []}]"
        let output = try SmallDocument.paths(
            "/a: {get: {operationId: a}}",
            "security: \(alternatives)\ncomponents: {securitySchemes: {one: {type: http, scheme: bearer}, cookie: {type: apiKey, in: cookie, name: s}}}"
        ).generate()
        output.expect("{ .bearer }")
        #expect(output.findings.isEmpty)
    }

    @Test func severalSchemesAtOnceAreTheFirstOne() throws {
        let output = try Self.security("{type: http, scheme: bearer}", global: "[{one: [], two: []}]")
        output.expect("{ .bearer }")
        output.expect(.approximated, "several schemes at once", at: "#/security/0")
    }

    @Test func documentWithoutSecurityHasNone() throws {
        try SmallDocument.paths("/a: {get: {operationId: a}}").generate().refute("authorization")
    }
}
