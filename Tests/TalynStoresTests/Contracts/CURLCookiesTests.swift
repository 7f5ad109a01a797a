#if os(Linux)
import Foundation
import SharedFixtures
import Talyn
import TalynStores
import TalynTesting
import Testing

private let curl = "/usr/bin/curl"

/// The same requests by `curl -b FILE -c FILE` and by a provider with a jar: a server gets the same cookies of both.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: curl), "no /usr/bin/curl"), .timeLimit(.minutes(5)))
struct CURLCookiesTests {
    /// A request and its response. The request after a response of 302 is that of its `Location`.
    struct Step: Sendable {
        let path: String
        let host: String
        /// The `Set-Cookie` fields of the response.
        let sets: [String]
        let status: Int
        /// The `Cookie` header of the request; empty for none.
        let sends: String
        /// The `Cookie` header of curl 7.88; nil for the same.
        let curl: String?

        init(
            _ path: String = "/", host: String = "localhost", sets: [String] = [], status: Int = 200,
            sends: String = "", curl: String? = nil
        ) {
            (self.path, self.host, self.sets, self.status) = (path, host, sets, status)
            (self.sends, self.curl) = (sends, curl)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [Step]
        /// The rule of RFC 6265bis that not every curl follows; nil if all do.
        let rule: String?
        /// Whether curl has the order of §5.8.3, step 4. With equal paths it sends longer names first, and names of one
        /// length in the order of its file, which each run reverses: only the sets are compared then.
        let isOrdered: Bool
        var testDescription: String { rule.map { "\(name): \($0)" } ?? name }

        init(_ name: String, _ steps: Step..., isOrdered: Bool = false, rule: String? = nil) {
            (self.name, self.steps, self.isOrdered, self.rule) = (name, steps, isOrdered, rule)
        }

        /// A response with fields, and another request for its URL.
        static func fields(
            _ name: String, _ fields: String..., host: String = "localhost", sends: String, curl: String? = nil,
            rule: String? = nil
        ) -> Case {
            Case(name, Step(host: host, sets: fields), Step(host: host, sends: sends, curl: curl), rule: rule)
        }

        func compared(_ header: String) -> [String] {
            let pairs = header.components(separatedBy: "; ")
            return isOrdered ? pairs : pairs.sorted()
        }
    }

    private static let (future, past) = ("Fri, 06 Nov 2099 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT")

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static func header(_ pairs: [String]...) -> String { pairs.joined().joined(separator: "; ") }
    private static func pairs(_ start: Int, _ end: Int, behind first: [String] = []) -> [String] {
        first + (start..<end).map { "c\($0)=1" }
    }

    static let cases: [Case] = [
        // Replacement and end.
        Case("a value is replaced", Step(sets: ["a=1"]), Step(sets: ["a=2"], sends: "a=1"), Step(sends: "a=2")),
        Case(
            "the new value has the place of the old one", Step(sets: ["a=1", "b=2"]),
            Step(sets: ["a=3"], sends: "a=1; b=2"), Step(sends: "a=3; b=2")),
        .fields("several fields", "a=1", "b=2", "c=3", "a=4", sends: "a=4; b=2; c=3"),
        Case("a session goes on", Step(sets: ["a=1"]), Step(sends: "a=1"), Step(sends: "a=1"), Step(sends: "a=1")),
        Case("an end is kept", Step(sets: ["a=1; Max-Age=600"]), Step(sends: "a=1"), Step(sends: "a=1")),
        Case("Max-Age=0 deletes", Step(sets: ["a=1"]), Step(sets: ["a=2; Max-Age=0"], sends: "a=1"), Step()),
        Case("a negative Max-Age deletes", Step(sets: ["a=1"]), Step(sets: ["a=; Max-Age=-1"], sends: "a=1"), Step()),
        Case("a past Expires deletes", Step(sets: ["a=1"]), Step(sets: ["a=; Expires=\(past)"], sends: "a=1"), Step()),
        Case(
            "a cookie of another path is not deleted", Step("/a", sets: ["a=1"]),
            Step("/a", sets: ["a=; Max-Age=0; Path=/a"], sends: "a=1"), Step("/a", sends: "a=1")),
        .fields(
            "Max-Age precedes Expires", "a=1; Max-Age=600; Expires=\(past)", "b=1; Expires=\(past); Max-Age=600",
            "c=1; Max-Age=0; Expires=\(future)", sends: "a=1; b=1"),
        .fields("the last Max-Age counts", "a=1; Max-Age=0; Max-Age=600", "b=1; Max-Age=600; Max-Age=0", sends: "a=1"),
        .fields("a large Max-Age", "a=1; Max-Age=99999999999999999999", sends: "a=1"),
        .fields(
            "dates of asctime and RFC 850", "a=1; Expires=Fri Nov  6 08:49:37 2099",
            "b=1; Expires=Sun Nov  6 08:49:37 1994", "c=1; Expires=Tuesday, 06-Nov-68 08:49:37 GMT",
            "d=1; Expires=Sunday, 06-Nov-94 08:49:37 GMT", sends: "a=1; c=1"),
        .fields(
            "other dates", "a=1; Expires=6 nov 2099 8:49:37", "b=1; Expires=Sun, 06-NOV-1994 08:49:37",
            "c=1; Expires=soon", "d=1; Expires=", sends: "a=1; c=1; d=1"),
        // Paths.
        Case(
            "the default path", Step("/a/b/c", sets: ["a=1"]), Step("/a/b/d", sends: "a=1"), Step("/a/b", sends: "a=1"),
            Step("/a/b/", sends: "a=1"), Step("/a/bc"), Step("/a"), Step("/")),
        Case("the default path is /", Step("/a", sets: ["a=1"]), Step("/", sends: "a=1"), Step("/b/c", sends: "a=1")),
        Case(
            "a path and those below", Step(sets: ["a=1; Path=/a"]), Step("/a", sends: "a=1"),
            Step("/a/b", sends: "a=1"), Step("/ab"), Step("/A"), Step("/")),
        Case(
            "longer paths are first", Step(sets: ["a=1; Path=/", "b=2; Path=/a/b", "c=3; Path=/a"]),
            Step("/a/b/c", sends: "b=2; c=3; a=1"), Step("/a", sends: "c=3; a=1"), Step("/", sends: "a=1"),
            isOrdered: true),
        Case(
            "one name with two paths", Step(sets: ["a=1; Path=/", "a=2; Path=/a"]), Step("/a/b", sends: "a=2; a=1"),
            Step("/", sends: "a=1"), isOrdered: true),
        Case("the last Path counts", Step(sets: ["a=1; Path=/b; Path=/a"]), Step("/a", sends: "a=1"), Step("/b")),
        // Hosts.
        Case(
            "a host gets no cookie of another", Step(sets: ["a=1"]), Step(host: "127.0.0.1", sets: ["b=2"]),
            Step(sends: "a=1"), Step(host: "127.0.0.1", sends: "b=2")),
        .fields(
            "the Domain of a host", "a=1; Domain=localhost", "b=1; Domain=.localhost", "c=1; Domain=LocalHost",
            "d=1; Domain=", sends: "a=1; b=1; c=1; d=1"),
        .fields(
            "a foreign Domain", "a=1; Domain=example.com", "b=1; Domain=com", "c=1; Domain=a.localhost",
            "d=1; Domain=localhost.", "e=1; Domain=host", "f=1; Domain=127.0.0.1", sends: ""),
        .fields(
            "the Domain of an address", "a=1; Domain=127.0.0.1", "b=1; Domain=0.0.1", "c=1; Domain=1",
            "d=1; Domain=localhost", host: "127.0.0.1", sends: "a=1"),
        .fields("Secure over http to localhost", "a=1; Secure", sends: "a=1"),
        .fields("Secure over http to 127.0.0.1", "a=1; Secure", host: "127.0.0.1", sends: "a=1"),
        Case("Secure is replaced", Step(sets: ["a=1; Secure"]), Step(sets: ["a=2"], sends: "a=1"), Step(sends: "a=2")),
        // Attributes and prefixes.
        .fields("HttpOnly", "a=1; HttpOnly", "b=1; HttpOnly; Max-Age=600", sends: "a=1; b=1"),
        .fields(
            "SameSite", "a=1; SameSite=Lax", "b=1; SameSite=Strict", "c=1; SameSite=None; Secure", "d=1; SameSite=x",
            sends: "a=1; b=1; c=1; d=1"),
        .fields(
            "prefixes", "__Secure-a=1; Secure", "__Host-b=1; Secure; Path=/", "__secure-c=1; Secure=", "__Host=1",
            sends: "__Secure-a=1; __Host-b=1; __secure-c=1; __Host=1"),
        .fields("broken prefixes", "__Secure-a=1", "__Host-b=1; Path=/", "__Host-c=1; Secure; Path=/a", sends: ""),
        .fields(
            "attributes in any case", "a=1; PATH=/; max-AGE=600; SECURE; hTTPoNLY; dOmAiN=localhost",
            "b=1; MAX-AGE=0", "c=1; eXPIRES=\(past)", sends: "a=1"),
        .fields(
            "attributes that are unknown or have no value", "a=1; Priority=High; Partitioned; x=y; =; =z",
            "b=1; Path", "c=1; Domain", "d=1; Max-Age", "e=1; Expires", sends: "a=1; b=1; c=1; d=1; e=1"),
        .fields("semicolons", "a=1;", "b=1;;", "c=1; ; ;HttpOnly;", ";", sends: "a=1; b=1; c=1"),
        // Names and values.
        .fields("empty values", "a=", "b= ; Path=/", sends: "a=; b="),
        .fields("spaces", "  a  =  1 2  ; Path = / ", "b c=3", sends: "a=1 2; b c=3"),
        .fields("tabs around", "\ta=\t1\t;\tPath\t=\t/\t", sends: "a=1"),
        .fields("quotes", #"a="1 2""#, #"b="3;4""#, #"c=5"6"#, sends: #"a="1 2"; b="3; c=5"6"#),
        .fields("= in a value", "a=b=c", "d==", "e=f&g=h", sends: "a=b=c; d==; e=f&g=h"),
        .fields("commas and escapes", "a=1,b=2", "c=%00%0A%3B", sends: "a=1,b=2; c=%00%0A%3B"),
        .fields("beyond ASCII", "a=größe", "é=😀", sends: "a=größe; é=😀"),
        .fields("control characters", "a=\u{1}", "b=1\u{7F}", "c\u{2}=1", "d=\u{1F}; Path=/", "e=1", sends: "e=1"),
        .fields("long values", "a=\(long(4_094))", "b=\(long(4_096))", "c=\(long(9_000))", sends: "a=\(long(4_094))"),
        // Not to the byte: curl 7.88 also counts the lines before.
        .fields(
            "8 KB at most", "a=\(long(4_000))", "b=\(long(4_000))", "c=\(long(4_000))",
            sends: "a=\(long(4_000)); b=\(long(4_000))"),
        Case("50 fields", Step(sets: pairs(0, 60)), Step(sends: header(pairs(0, 50)))),
        Case(
            "many cookies", Step(sets: pairs(0, 40)), Step(sets: pairs(40, 80), sends: header(pairs(0, 40))),
            Step(sets: pairs(80, 120), sends: header(pairs(0, 80))), Step(sends: header(pairs(0, 120)))),
        // Status.
        Case("a redirect", Step("/a", sets: ["a=1"], status: 302), Step("/b", sends: "a=1"), Step(sends: "a=1")),
        Case(
            "several redirects", Step(sets: ["a=1"]), Step(sets: ["a=2", "b=2; Path=/b"], status: 302, sends: "a=1"),
            Step("/b", sets: ["b=3; Path=/b"], status: 302, sends: "b=2; a=2"), Step("/b/c", sends: "b=3; a=2"),
            Step(sends: "a=2")),
        Case(
            "a 404 and a 500", Step(sets: ["a=1"], status: 404), Step(sets: ["b=2"], status: 500, sends: "a=1"),
            Step(sends: "a=1; b=2")),
    ]

    /// The sequences in which curl 7.88 does not follow RFC 6265bis (draft 22), and one in which later versions do not.
    /// Versions other than 7.88 differ in some of them, and are not compared.
    static let exceptions: [Case] = [
        .fields("a name may be empty", "1", "=2", sends: "2", curl: "", rule: "§5.6, step 3"),
        .fields(
            "only the first part is a cookie", "=1; Path=/", ";b=2", sends: "1", curl: "Path=/; b=2",
            rule: "§5.6, step 2"),
        .fields(
            "a tab is white space", "a=1\t2", "b\tc=3", "d\t=4", "e=5; x=y\tz", sends: "a=1\t2; b\tc=3; d=4; e=5",
            curl: "", rule: "§5.6, steps 1 and 4"),
        .fields("no control character in an attribute", "a=1; x=\u{1}", sends: "", curl: "a=1", rule: "§5.6, step 1"),
        .fields("4,096 bytes fit", "a=\(long(4_095))", sends: "a=\(long(4_095))", curl: "", rule: "§5.6, step 5"),
        .fields("a field has no limit", "a=1; x=\(long(5_000))", sends: "a=1", curl: "", rule: "§5.6, step 5"),
        .fields(
            "a long attribute is ignored", "a=1; Path=/\(long(1_024))", sends: "a=1", curl: "",
            rule: "§5.6, step 6 of the attributes"),
        .fields(
            "an unknown attribute is ignored", "a=1; __Secure-b=2", sends: "a=1", curl: "",
            rule: "§5.6, step 7 of the attributes"),
        .fields(
            "a Max-Age that is no number is ignored", "a=1; Max-Age=x", "b=1; Max-Age=", "c=1; Max-Age=0x",
            #"d=1; Max-Age="0""#, sends: "a=1; b=1; c=1; d=1", curl: "", rule: "§5.6.2, steps 1 to 3"),
        .fields(
            "an Expires that is no date is ignored", "a=1; Expires=\(past); Expires=x", sends: "", curl: "a=1",
            rule: "§5.6.1, step 2"),
        .fields("dates have seconds", "a=1; Expires=6 Nov 1994 8:49", sends: "a=1", curl: "", rule: "§5.1.1, step 5"),
        .fields("70 is 1970", "a=1; Expires=06-Nov-70 08:49:37", sends: "", curl: "a=1", rule: "§5.1.1, step 3"),
        Case(
            "a Path that begins with no slash is the default path",
            Step("/a/b", sets: ["a=1; Path=x", "b=1; Path=", #"c=1; Path="/d""#]),
            Step("/a/c", sends: "a=1; b=1; c=1", curl: "a=1; b=1"), Step("/d", curl: "a=1; b=1; c=1"),
            rule: "§5.6.4, step 1"),
        Case(
            "a slash at the end makes another path", Step(sets: ["a=1; Path=/a/", "b=2; Path=/a", "b=3; Path=/a/"]),
            Step("/a", sends: "b=2", curl: "a=1; b=3"), Step("/a/b", sends: "a=1; b=3; b=2", curl: "a=1; b=3"),
            rule: "§5.1.4; §5.7, step 23"),
        .fields("case makes another name", "a=1", "A=2", sends: "a=1; A=2", curl: "A=2", rule: "§5.7, step 23"),
        Case(
            "case makes another path", Step(sets: ["a=1; Path=/a", "a=2; Path=/A"]), Step("/a", sends: "a=1", curl: ""),
            Step("/A", sends: "a=2"), rule: "§5.7, step 23"),
        Case(
            "an expired cookie is evicted", Step(sets: ["a=1"]), Step(sets: ["a=; Max-Age=0", "b=2"], sends: "a=1"),
            Step(sends: "b=2", curl: "a=1; b=2"), rule: "§5.7; curl before 8.0 reads its file again at the end"),
        Case(
            "a cookie that a redirect deletes is evicted", Step(sets: ["a=1"]),
            Step(sets: ["a=; Max-Age=0"], status: 302, sends: "a=1"), Step(), Step(curl: "a=1"),
            rule: "§5.7; curl before 8.0 reads its file again at the end"),
        .fields(
            "the last Domain counts", "a=1; Domain=example.com; Domain=localhost", sends: "a=1", curl: "",
            rule: "§5.7, step 7"),
        .fields(
            "a public suffix is no Domain", "a=1", "a=2; Domain=localhost",
            "__Host-b=1; Secure; Path=/; Domain=localhost", sends: "a=2; __Host-b=1", curl: "a=1; a=2",
            rule: "§5.7, step 9"),
        .fields("SameSite=None needs Secure", "a=1; SameSite=None", sends: "", curl: "a=1", rule: "§5.7, step 19"),
        .fields("__Host- needs a Path", "__Host-a=1; Secure", sends: "", curl: "__Host-a=1", rule: "§5.7, step 21"),
        .fields("Secure has no value", "__Secure-a=1; Secure=x", sends: "__Secure-a=1", curl: "", rule: "§5.6.5"),
        // Not in curl 8.13 and later.
        .fields("prefixes count in any case", "__SECURE-a=1", "__hOsT-b=1; Path=/", sends: "", rule: "§5.7, step 20"),
        Case(
            "older cookies are first", Step(sets: ["a=1", "bb=2", "ccc=3"]),
            Step(sends: "a=1; bb=2; ccc=3", curl: "ccc=3; bb=2; a=1"), isOrdered: true, rule: "§5.8.3, step 4"),
        Case(
            "more than 150 cookies are sent", Step(sets: pairs(0, 50)),
            Step(sets: pairs(50, 100), sends: header(pairs(0, 50))),
            Step(sets: pairs(100, 150), sends: header(pairs(0, 100))),
            Step(sets: pairs(150, 180), sends: header(pairs(0, 150))),
            Step(sends: header(pairs(0, 180)), curl: header(pairs(0, 120), pairs(150, 180))), rule: "§5.8.3, step 6"),
        Case(
            "of 50 fields those that are refused count", Step(sets: pairs(0, 60, behind: ["a=1; Domain=com"])),
            Step(sends: header(pairs(0, 49)), curl: header(pairs(0, 50))), rule: "§5.7, step 1: either is allowed"),
    ]

    @Test(arguments: cases + exceptions) func theServerGetsTheCookiesThatCURLSends(_ example: Case) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let steps = example.steps
        // The query of a request is the number of its step.
        let server = try LoopbackServer { request in
            guard let number = request.target.split(separator: "?").last.flatMap({ Int($0) }),
                steps.indices.contains(number)
            else { return [.close] }
            var headers = HTTPHeaders(steps[number].sets.map { HTTPHeaders.Field("Set-Cookie", $0) })
            if steps[number].status == 302 { headers.add("Location", "\(steps[number + 1].path)?\(number + 1)") }
            return [.response(steps[number].status, headers: headers)]
        }
        defer { server.stop() }
        let urls = steps.indices.filter { $0 == 0 || steps[$0 - 1].status != 302 }.map { number in
            "http://\(steps[number].host):\(server.port)\(steps[number].path)?\(number)"
        }

        let file = folder.appendingPathComponent("cookies.txt").path
        for url in urls {
            let arguments = [
                "-q", "-sL", "--noproxy", "*", "-b", file, "-c", file, "--resolve",
                "localhost:\(server.port):127.0.0.1", url,
            ]
            #expect(try await ProgramRun(curl, arguments, in: folder).status == 0)
        }
        let byCURL = server.requests.map { $0.headers["Cookie"] ?? "" }

        let provider = Provider<MultiTarget>(plugins: [.cookies(CookieJar())])
        for url in urls {
            let endpoint = Endpoint(url: try #require(URL(string: url)))
            // A 404 throws.
            _ = try? await provider.send(endpoint)
        }
        let byProvider = server.requests.dropFirst(byCURL.count).map { $0.headers["Cookie"] ?? "" }
        #expect(byProvider == steps.map(\.sends))

        if example.rule != nil {
            let version = try await ProgramRun(curl, ["-q", "--version"], in: folder).output
            // Not the program's: `.ci/with libcurl8` gives it another library.
            guard String(decoding: version, as: UTF8.self).contains(" libcurl/7.88.") else { return }
        }
        let expected = zip(steps, byProvider).map { step, header in step.curl ?? header }
        #expect(byCURL.map(example.compared) == expected.map(example.compared))
    }
}
#endif
