import Foundation
import Testing

@testable import Talyn

@Suite struct URLPathInterpolationTests {
    private enum Kind: String { case photo = "a photo", video }
    private enum Level: UInt8 { case low = 1 }
    private struct UserID: RawRepresentable { var rawValue: Int64 }

    private static let disappears = "makes a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)"

    /// Returns the complete URL of a path.
    private func url(_ path: URLPath) throws -> String { try Route.get(path).resolved().url.absoluteString }

    @Test(arguments: [
        ("octocat", "octocat"),
        ("a/b", "a%2Fb"),
        ("a?b", "a%3Fb"),
        ("a#b", "a%23b"),
        ("%2e%2e", "%252e%252e"),
        ("%", "%25"),
        ("..\u{2f}", "..%2F"),
        ("../..", "..%2F.."),
        ("/", "%2F"),
        ("...", "..."),
        (".a", ".a"),
        (" ", "%20"),
        ("+", "+"),
        (";", ";"),
        (":", ":"),
        ("@", "@"),
        ("\\", "%5C"),
        ("🦊", "%F0%9F%A6%8A"),
        ("한글", "%ED%95%9C%EA%B8%80"),
        ("é", "%C3%A9"),
        ("e\u{301}", "e%CC%81"),
        ("\u{202E}", "%E2%80%AE"),
        ("．．", "%EF%BC%8E%EF%BC%8E"),
    ])
    func aValueStaysInItsSegment(value: String, escaped: String) throws {
        #expect(try url("users/\(value)/repos") == "https://api.example.com/users/\(escaped)/repos")
        #expect(try url("users/\(value)") == "https://api.example.com/users/\(escaped)")
        #expect(try url("\(value)") == "https://api.example.com/\(escaped)")
        #expect(try url("/\(value)/") == "https://api.example.com/\(escaped)/")
        #expect(try url("users/id-\(value).json") == "https://api.example.com/users/id-\(escaped).json")
    }

    @Test(arguments: [
        ("owner/repo", "owner/repo"),
        ("owner", "owner"),
        ("a b/c?d/%2e%2e", "a%20b/c%3Fd/%252e%252e"),
        ("한글/\u{301}x", "%ED%95%9C%EA%B8%80/%CC%81x"),
        (".../a.b", ".../a.b"),
    ])
    func aPathOfAValueIsSeveralSegments(value: String, escaped: String) throws {
        let path: URLPath = "repos/\(path: value)/issues"
        #expect(try url(path) == "https://api.example.com/repos/\(escaped)/issues")
        #expect(path.template == "repos/{}/issues")
        #expect(try url("\(path: value, name: "place")") == "https://api.example.com/\(escaped)")
        #expect(("\(path: value, name: "place")" as URLPath).template == "{place}")
        #expect(try url("x-\(path: value.dropFirst(0))") == "https://api.example.com/x-\(escaped)")
    }

    @Test(arguments: [
        ("", "value 2 of the path is empty: its segment would disappear"),
        ("/a", "value 2 of the path is empty: its segment would disappear"),
        ("a/", "value 2 of the path is empty: its segment would disappear"),
        ("a//b", "value 2 of the path is empty: its segment would disappear"),
        ("a/../b", "value 2 of the path \(Self.disappears)"),
        (".", "value 2 of the path \(Self.disappears)"),
        ("a/b\u{0}", "value 2 of the path contains a control character"),
        ("a/\u{FFFD}", "value 2 of the path contains U+FFFD, the replacement for undecodable characters"),
    ])
    func aSegmentOfAPathIsCheckedAsOneByItselfIs(value: String, reason: String) {
        let path: URLPath = "users/\(7)/\(path: value)"
        #expect(path.problem == reason)
        #expect(("users/\(7)/\(path: value)/x" as URLPath).problem == reason)
    }

    @Test(arguments: [
        ("", "value 1 of the path is empty: its segment would disappear"),
        (".", "value 1 of the path \(disappears)"),
        ("..", "value 1 of the path \(disappears)"),
        (String(decoding: [0xD800], as: UTF16.self), Self.lost),
        (String(decoding: [0x61, 0xDC00, 0x62], as: UTF16.self), Self.lost),
        (String(decoding: [0xFF, 0x61], as: UTF8.self), Self.lost),
        ("a\u{0}b", "value 1 of the path contains a control character"),
        ("\n", "value 1 of the path contains a control character"),
        ("a\r\nb", "value 1 of the path contains a control character"),
        ("\u{7F}", "value 1 of the path contains a control character"),
        ("\u{1B}", "value 1 of the path contains a control character"),
    ])
    func aValueThatCannotStandInASegmentIsRefused(value: String, reason: String) {
        let refusal = RequestError(.invalidRequest(reason))
        #expect(throws: refusal) { try url("users/\(value)/repos") }
        #expect(throws: refusal) { try url("users/\(value)") }
        #expect(throws: refusal) { try url("\(value)") }
        #expect(throws: refusal) { try url("/\(value)/repos") }
    }
    private static let lost = "value 1 of the path contains U+FFFD, the replacement for undecodable characters"

    @Test func anEmptyInterpolatedSegmentIsRefusedByName() {
        let empty = ""
        #expect(throws: RequestError(.invalidRequest("the value of {login} is empty: its segment would disappear"))) {
            try url("users/\(empty, name: "login")/repos")
        }
        #expect(throws: RequestError(.invalidRequest("value 2 of the path is empty: its segment would disappear"))) {
            try url("users/\("octocat")/\(empty)")
        }
        #expect(throws: RequestError(.invalidRequest("the value of {id} contains a control character"))) {
            try url("users/\("octocat")/\("\t", name: "id")")
        }
    }

    @Test(arguments: [("", ""), (".", ""), ("", "."), (".", "."), ("..", "")])
    func twoValuesThatJoinToADotSegmentAreRefused(first: String, second: String) {
        let reason =
            first + second == ""
            ? "value 1 of the path is empty: its segment would disappear" : "value 1 of the path \(Self.disappears)"
        #expect(throws: RequestError(.invalidRequest(reason))) { try url("a/\(first)\(second)/b") }
        #expect(throws: RequestError(.invalidRequest(reason))) { try url("a/\(first)\(second)") }
    }

    @Test func aValueThatJoinsALiteralDotIsRefused() {
        #expect(throws: RequestError(.invalidRequest("value 1 of the path \(Self.disappears)"))) {
            try url("a/.\(".")/b")
        }
        #expect(throws: RequestError(.invalidRequest("the value of {ext} \(Self.disappears)"))) {
            try url("a/\("", name: "ext").")
        }
    }

    @Test(arguments: [("..", "/b"), (".", ""), ("", "%2e"), (".", "%2E"), ("..", "")])
    func aValueThatJoinsRawTextToADotSegmentIsRefused(value: String, raw: String) {
        let refusal = RequestError(.invalidRequest("value 1 of the path \(Self.disappears)"))
        #expect(throws: refusal) { try url("a/\(value)\(raw: raw)") }
    }

    @Test(arguments: [("x/", "..", 2), ("x/.", ".", 1), ("x/%2e", ".", 1), ("", "..", 2)])
    func rawTextThatJoinsAValueToADotSegmentIsRefused(raw: String, value: String, number: Int) {
        let refusal = RequestError(.invalidRequest("value \(number) of the path \(Self.disappears)"))
        #expect(throws: refusal) { try url("a/\(raw: raw)\(value)") }
    }

    @Test func anEmptyValueBesideRawTextIsRefused() {
        let empty = ""
        #expect(throws: RequestError(.invalidRequest("value 1 of the path is empty: its segment would disappear"))) {
            try url("a/\(empty)\(raw: "/b")")
        }
        #expect(throws: RequestError(.invalidRequest("value 2 of the path is empty: its segment would disappear"))) {
            try url("a/\(raw: "b/")\(empty)")
        }
    }

    @Test(
        arguments: [
            ("a/\(raw: "b%2Fc")/d", "a/b%2Fc/d", "a/{}/d"),
            ("\(raw: "/b/c")/d", "b/c/d", "{}/d"),
            ("a/\(raw: "")/d", "a//d", "a/{}/d"),
            ("a/\(raw: "b/", name: "tree")\("c")", "a/b/c", "a/{tree}{}"),
            ("v\(raw: "1.2")", "v1.2", "v{}"),
        ] as [(URLPath, String, String)])
    func rawTextIsInterpolatedAsItIs(path: URLPath, expected: String, template: String) throws {
        #expect(try url(path) == "https://api.example.com/\(expected)")
        #expect(path.template == template)
    }

    @Test(arguments: ["a b", "?x", "#x", "%zz", "é"])
    func rawTextThatIsNotEncodedIsRefusedByName(text: String) {
        let reason = "the value of {tree} is raw and not percent-encoded (RFC 3986 §3.3)"
        #expect(throws: RequestError(.invalidRequest(reason))) { try url("a/\(raw: text, name: "tree")") }
    }

    @Test func everyKindOfValueInterpolates() throws {
        let id = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
        #expect(try url("a/\(-7)") == "https://api.example.com/a/-7")
        #expect(try url("a/\(UInt64.max)") == "https://api.example.com/a/18446744073709551615")
        #expect(try url("a/\(Int8.min)") == "https://api.example.com/a/-128")
        #expect(try url("a/\(id)") == "https://api.example.com/a/E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        #expect(try url("a/\("x y z".dropFirst(2))") == "https://api.example.com/a/y%20z")
        #expect(try url("a/\(Kind.photo)/\(Kind.video)") == "https://api.example.com/a/a%20photo/video")
        #expect(try url("a/\(Level.low)") == "https://api.example.com/a/1")
        #expect(try url("a/\(UserID(rawValue: 42), name: "user")") == "https://api.example.com/a/42")
    }

    @Test func templatesNameEachValueOrLeaveABrace() {
        let login = "octocat"
        let id = UUID()
        #expect(("users/\(login)/repos" as URLPath).template == "users/{}/repos")
        #expect(("users/\(login, name: "login")/\(7, name: "page")" as URLPath).template == "users/{login}/{page}")
        #expect(("/\(id, name: "id")/\(Kind.photo, name: "kind")/" as URLPath).template == "{id}/{kind}/")
        #expect(("\(Level.low, name: "level")-\(login)" as URLPath).template == "{level}-{}")
        #expect(("zen" as URLPath).template == "zen")
        #expect(("" as URLPath).template == "")
    }

    @Test func theFirstProblemIsTheOneTold() {
        let path: URLPath = "a/\("")/\("\n")?"
        #expect(path.problem == "value 1 of the path is empty: its segment would disappear")
    }

    @Test func anInvalidPathSendsNothing() async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let github = Provider<GitHub>(transport: stubs)
        let reason = RequestError(.invalidRequest("value 1 of the path \(Self.disappears)"))
        await #expect(throws: MyAPIError.restError(reason, statusCode: nil, errorCode: nil)) {
            try await github.request(.user(".."))
        }
        #expect(stubs.requests.isEmpty)
    }
}
