import Talyn
import Testing

@testable import TalynCassettes

struct CassetteMatchingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var recorded: Endpoint
        var sent: Endpoint
        var matching = CassetteMatching.standard
        var differences: [String] = []
        var testDescription: String { name }
    }

    private static func endpoint(
        _ method: HTTPMethod, _ url: String, _ headers: HTTPHeaders = [:], _ body: String? = nil
    ) -> Endpoint {
        Endpoint(
            method, url: URL(string: url) ?? URL(fileURLWithPath: "/"), headers: headers,
            body: body.map { .data(Data($0.utf8)) } ?? .none)
    }

    private static func get(_ url: String, _ headers: HTTPHeaders = [:]) -> Endpoint { endpoint(.get, url, headers) }

    private static func post(_ type: String, _ body: String) -> Endpoint {
        endpoint(.post, "http://a.example/", ["Content-Type": type], body)
    }

    private static func multipart(_ boundary: String, _ value: String) -> Endpoint {
        post(
            "multipart/form-data; boundary=\"\(boundary)\"",
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\(value)\r\n--\(boundary)--\r\n")
    }

    private static func parts(_ values: String...) -> Endpoint {
        let parts = values.map { "--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\($0)\r\n" }
        return post("multipart/form-data; boundary=x", "\(parts.joined())--x--\r\n")
    }

    private static func form(_ parts: KeyValuePairs<String, String>) -> Endpoint {
        let texts = parts.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
        return post("multipart/form-data; boundary=x", "\(texts.joined())--x--\r\n")
    }

    static let cases: [Case] = [
        Case(
            name: "the same", recorded: get("http://a.example/b?c=d"), sent: get("http://a.example/b?c=d")),
        Case(
            name: "usual port, no path, case of the host", recorded: get("http://A.example:80"),
            sent: get("http://a.example/")),
        Case(
            name: "another method", recorded: endpoint(.post, "http://a.example/"), sent: get("http://a.example/"),
            differences: ["method POST"]),
        Case(
            name: "another host", recorded: get("http://a.example/"), sent: get("http://b.example/"),
            differences: ["host"]),
        Case(
            name: "any host", recorded: get("http://a.example/c"), sent: get("https://b.example:8/c"),
            matching: .anyHost),
        Case(
            name: "another port", recorded: get("http://a.example/"), sent: get("http://a.example:81/"),
            differences: ["port"]),
        Case(
            name: "another scheme and host", recorded: get("http://a.example/"), sent: get("https://b.example/"),
            differences: ["scheme, host"]),
        Case(
            name: "another path", recorded: get("http://a.example/a/b"), sent: get("http://a.example/a"),
            differences: ["path"]),
        Case(
            name: "escapes are read", recorded: get("http://a.example/%61%20b?%63=a+b"),
            sent: get("http://a.example/a%20b?c=a%20b")),
        Case(
            name: "another spelling of an address of IPv6", recorded: get("http://[0:0:0:0:0:0:0:1]:80/a"),
            sent: get("http://[::1]/a")),
        Case(
            name: "an escaped slash is none", recorded: get("http://a.example/a%2Fb"),
            sent: get("http://a.example/a/b"), differences: ["path"]),
        Case(
            name: "order of names", recorded: get("http://a.example/?a=1&b=2&b=3"),
            sent: get("http://a.example/?b=2&a=1&b=3")),
        Case(
            name: "order of one name", recorded: get("http://a.example/?b=2&b=3"),
            sent: get("http://a.example/?b=3&b=2")),
        Case(
            name: "order that was asked for", recorded: get("http://a.example/?b=2&b=3"),
            sent: get("http://a.example/?b=3&b=2"), matching: CassetteMatching([.query, .order]),
            differences: ["the order of items"]),
        Case(
            name: "order of fields that was asked for",
            recorded: post("application/x-www-form-urlencoded", "a=1&b=2"),
            sent: post("application/x-www-form-urlencoded", "b=2&a=1"), matching: CassetteMatching([.body, .order]),
            differences: ["the order of items"]),
        Case(
            name: "the same order", recorded: get("http://a.example/?a=REDACTED&b=3"),
            sent: get("http://a.example/?a=1&b=3"), matching: CassetteMatching([.query, .order])),
        Case(
            name: "what was taken out, in another order", recorded: get("http://a.example/?t=REDACTED&t=2"),
            sent: get("http://a.example/?t=2&t=3")),
        Case(
            name: "number of values", recorded: get("http://a.example/?b=2&b=2"),
            sent: get("http://a.example/?b=2&b=3"), differences: ["query item \"b\""]),
        Case(
            name: "an item more", recorded: get("http://a.example/"), sent: get("http://a.example/?b=3"),
            differences: ["query item \"b\", which the recording has not"]),
        Case(
            name: "an item less", recorded: get("http://a.example/?c"), sent: get("http://a.example/"),
            differences: ["query item \"c\", which is missing"]),
        Case(
            name: "without the query", recorded: get("http://a.example/?c"), sent: get("http://a.example/"),
            matching: CassetteMatching([.method, .path])),
        Case(
            name: "headers do not count", recorded: get("http://a.example/", ["X-A": "1"]),
            sent: get("http://a.example/", ["X-A": "2"])),
        Case(
            name: "but those that are named do", recorded: get("http://a.example/", ["X-A": "1"]),
            sent: get("http://a.example/", ["x-a": "2"]), matching: CassetteMatching([.path], headers: ["X-A"]),
            differences: ["header X-A"]),
        Case(
            name: "JSON by structure", recorded: post("application/json", #"{"a": [1, {"b": null}], "c": 1.0}"#),
            sent: post("application/json; charset=utf-8", #"{"c":1,"a":[1,{"b":null}]}"#)),
        Case(
            name: "JSON that differs", recorded: post("application/json", #"{"a": [1, {"b": null}]}"#),
            sent: post("application/json", #"{"a": [1, {"b": 2}]}"#), differences: ["body at a.1.b"]),
        Case(
            name: "JSON that is longer", recorded: post("application/json", #"{"a": [1]}"#),
            sent: post("application/json", #"{"a": [1, 2]}"#), differences: ["body at a"]),
        Case(
            name: "a form by its fields", recorded: post("application/x-www-form-urlencoded", "a=b+c&d=e"),
            sent: post("application/x-www-form-urlencoded", "d=e&a=b%20c")),
        Case(
            name: "a form that differs", recorded: post("application/x-www-form-urlencoded", "a=b"),
            sent: post("application/x-www-form-urlencoded", "a=c"), differences: ["form field \"a\""]),
        Case(name: "multipart whatever its boundary", recorded: multipart("xx", "1"), sent: multipart("yy", "1")),
        Case(
            name: "multipart that differs", recorded: multipart("xx", "1"), sent: multipart("yy", "2"),
            differences: ["part \"f\""]),
        Case(
            name: "parts in any order", recorded: parts("1", "2"), sent: parts("2", "1")),
        Case(
            name: "a part that differs", recorded: parts("1", "2"), sent: parts("2", "3"),
            differences: ["part \"f\""]),
        Case(
            name: "the part that differs, by name", recorded: form(["caption": "1", "file": "2"]),
            sent: form(["caption": "1", "file": "3"]), differences: ["part \"file\""]),
        Case(
            name: "the JSON of a part", recorded: form(["caption": #"{"a": {"b": 1}}"#]),
            sent: form(["caption": #"{"a": {"b": 2}}"#]), differences: ["body at a.b of part \"caption\""]),
        Case(
            name: "a part less", recorded: form(["caption": "1", "file": "2"]), sent: form(["file": "2"]),
            differences: ["part \"caption\", which is missing"]),
        Case(
            name: "a part more", recorded: form(["file": "2"]), sent: form(["caption": "1", "file": "2"]),
            differences: ["part \"caption\", which the recording has not"]),
        Case(
            name: "the name of a file", recorded: form(["file\"; filename=\"a": "2"]),
            sent: form(["file\"; filename=\"b": "2"]), differences: ["headers of part \"file\""]),
        Case(
            name: "text", recorded: post("text/plain", "a"), sent: post("text/plain", "b"), differences: ["body"]),
        Case(
            name: "no body", recorded: post("text/plain", "a"), sent: endpoint(.post, "http://a.example/"),
            differences: ["body, of which there is none"]),
        Case(
            name: "a body more", recorded: endpoint(.post, "http://a.example/"), sent: post("text/plain", "a"),
            differences: ["body, of which the recording has none"]),
        Case(
            name: "what was taken out is anything",
            recorded: endpoint(
                .post, "http://a.example/x/REDACTED/y?t=REDACTED&u=a-REDACTED-b", ["Content-Type": "application/json"],
                #"{"t": "REDACTED", "u": "Bearer REDACTED!", "v": "REDACTED"}"#),
            sent: endpoint(
                .post, "http://a.example/x/me/y?t=1&u=a-2-b", ["Content-Type": "application/json"],
                #"{"t": "1", "u": "Bearer !!", "v": 7}"#)),
        Case(
            name: "but around it nothing else", recorded: get("http://a.example/?u=a-REDACTED-b"),
            sent: get("http://a.example/?u=a-2-c"), differences: ["query item \"u\""]),
        Case(
            name: "nor in what is sent", recorded: get("http://a.example/?u=a"),
            sent: get("http://a.example/?u=REDACTED"), differences: ["query item \"u\""]),
    ]

    @Test(arguments: cases) func theReportNamesEachDifference(_ example: Case) {
        func request(_ endpoint: Endpoint) -> CassetteRequest {
            var body: RecordedBody?
            if case .data(let data) = endpoint.body { body = RecordedBody(mimeType: "", data: data) }
            return CassetteRequest(HARRequest(endpoint, body), operation: nil, template: nil)
        }
        let differences = request(example.sent).differences(from: request(example.recorded), by: example.matching)
        #expect(differences == example.differences)
    }

    @Test func operationAndTemplateMatchWhereTheyAreKnown() {
        let har = HARRequest(Self.get("http://a.example/"), nil)
        let (named, nameless) = (
            CassetteRequest(har, operation: "A.b", template: "b/{}"),
            CassetteRequest(har, operation: nil, template: nil)
        )
        let matching = CassetteMatching([.operation, .template])
        #expect(named.differences(from: named, by: matching).isEmpty)
        #expect(named.differences(from: nameless, by: matching) == ["operation", "template"])
        #expect(nameless.differences(from: nameless, by: matching) == ["operation", "template"])
    }

    private static let multipartParams = #"""
        [{"name": "caption", "value": "a b"}, {"name": "file", "fileName": "me.png", "contentType": "image/png"}]
        """#

    private static let multipartBody =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.png\"\r\nContent-Type: image/png\r\n\r\nabc\r\n"
        + "--x\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\na b\r\n--x--\r\n"

    @Test(arguments: [
        (
            "application/x-www-form-urlencoded", #"[{"name": "a", "value": "b c"}, {"name": "d", "value": ""}]"#,
            "d=&a=b+c", nil
        ),
        ("application/x-www-form-urlencoded", #"[{"name": "a", "value": "b c"}, {"name": "d"}]"#, "d&a=b+c", nil),
        // As Chrome writes it.
        ("application/x-www-form-urlencoded", #"[{"name": "a%5B%5D", "value": "b%20c%2B"}]"#, "a%5B%5D=b+c%2B", nil),
        (
            "application/x-www-form-urlencoded; charset=UTF-8", #"[{"name": "a", "value": "1"}]"#, "a=2",
            "form field \"a\""
        ),
        ("application/x-www-form-urlencoded", #"[{"name": "token", "value": "REDACTED"}]"#, "token=1", nil),
        ("multipart/form-data; boundary=x", multipartParams, multipartBody, nil),
        (
            "multipart/form-data; boundary=x", multipartParams.replacing("me.png", with: "you.png"), multipartBody,
            "form field \"file\""
        ),
        ("text/plain", #"[{"name": "a", "value": "1"}]"#, "a=1", "kind of body"),
    ])
    func formsOfWhichOnlyTheFieldsAreKnownMatch(
        _ type: String, _ params: String, _ body: String, _ difference: String?
    ) throws {
        // Some tools write an empty text beside the fields.
        for text in ["", #""text": "","#] {
            let request =
                #"{"method": "POST", "url": "http://a.example/", "postData": {"mimeType": "\#(type)", \#(text) "params": \#(params)}}"#
            let file =
                #"{"log": {"version": "1.2", "entries": [{"request": \#(request), "response": {"status": 200}}]}}"#
            let entry = try #require(try HARLog(Data(file.utf8), file: "f").entries.first)
            let sent = HARRequest(Self.post(type, body), RecordedBody(mimeType: "", data: Data(body.utf8)))
            let recorded = CassetteRequest(entry.request, operation: nil, template: nil)
            let differences = CassetteRequest(sent, operation: nil, template: nil)
                .differences(from: recorded, by: .standard)
            #expect(entry.fault == nil)
            #expect(differences == [difference].compactMap { $0 })
        }
    }

    @Test func aBeginningMatchesABodyThatBeginsSo() {
        let (whole, part) = (Data(#"{"a": "bcd"}"#.utf8), Data(#"{"a": "b"#.utf8))
        let type = "application/json"
        func body(_ data: Data, isTruncated: Bool = false) -> RecordedBody {
            var body = RecordedBody(mimeType: type, data: data)
            body.isTruncated = isTruncated
            return body
        }
        let beginning = body(part, isTruncated: true)
        #expect(body(whole).difference(from: beginning) == nil)
        #expect(body(Data("[".utf8)).difference(from: beginning) == "body")
        #expect(body(whole).difference(from: body(Data(), isTruncated: true)) == nil)
    }

    @Test(arguments: [("ab", "a"), ("a", "ab"), (#"{"a": 1}"#, #"{"a": 1"#)])
    func aBodyIsWholeUnlessItIsSaidToBeABeginning(text: String, recorded: String) {
        let body = { (text: String) in RecordedBody(mimeType: "text/plain", data: Data(text.utf8)) }
        #expect(body(text).difference(from: body(recorded)) != nil)
        let request = HARRequest(method: "PUT", url: "http://a.example/", postData: body(text))
        #expect(request.postData?.difference(from: body(recorded)) != nil)
    }

    @Test(arguments: [
        ("abc", "REDACTED", true), ("", "REDACTED", true), ("abc", "aREDACTEDc", true), ("ac", "aREDACTEDc", true),
        ("a", "aREDACTEDa", false), ("aXbYb", "aREDACTEDbREDACTEDb", true), ("aXb", "aREDACTEDbREDACTEDb", false),
        ("abc", "abc", true), ("REDACTED", "abc", false), ("xxc", "REDACTEDc", true), ("xxd", "REDACTEDc", false),
    ])
    func anythingMayStandForWhatWasTakenOut(text: String, recorded: String, isSame: Bool) {
        #expect(CassetteText.matches(text, recorded) == isSame)
    }
}
