import Foundation
import Testing

@testable import Talyn

extension RedactionPrefixTests.Form: CustomTestStringConvertible {
    var testDescription: String { start }
}

/// A beginning shows no secret that the whole document hides.
@Suite struct RedactionPrefixTests {
    /// A document with a secret, and the text before and after it.
    struct Form: Sendable {
        let type: String?
        let padding: String
        let start: String
        var secret = "CANARYCANARY1"
        let end: String
    }

    private static let long = "CANARY" + String(repeating: "abcde12345", count: 300)
    private static let web = "eyJCANARYCANARY." + String(repeating: "abcde12345", count: 300) + ".CANARY"

    static let forms = [
        Form(type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"token":""#, end: #""}]"#),
        Form(type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"token":""#, secret: long, end: #""}]"#),
        Form(
            type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"m":"Bearer "#, secret: long, end: #""}]"#),
        Form(type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"m":""#, secret: web, end: #""}]"#),
        Form(
            type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"value":""#,
            end: #"","x":"\#(String(repeating: "a ", count: 2_000))","name":"Authorization"}]"#),
        Form(
            type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"values":[""#,
            end: #""],"x":"\#(String(repeating: "a ", count: 2_000))","name":"Authorization"}]"#),
        Form(type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"session":""#, secret: long, end: #""}]"#),
        Form(type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"a":"{\"token\":\""#, end: #"\"}"}]"#),
        Form(
            type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"u":"https://user:"#,
            secret: long, end: #"@host/"}]"#),
        Form(type: "text/plain", padding: "some words, ", start: "password=\"", end: "\" "),
        Form(type: "text/plain", padding: "some words, ", start: "https://user:", secret: long, end: "@host/ "),
        Form(
            type: "text/plain", padding: "some words, ", start: "-----BEGIN PRIVATE KEY-----\n", secret: long, end: "\n"
        ),
        Form(type: "application/x-www-form-urlencoded", padding: "a=b&", start: "token=", secret: long, end: "&c=d"),
        Form(
            type: "application/json", padding: #"{"a":"b c"},"#, start: #"[{"p":"correct horse 1","z":""#,
            secret: "CANARY horse battery staple", end: #"","password":"CANARY horse battery staple"}]"#),
    ]

    private static func shown(_ data: Data, _ type: String?, limit: Int) throws -> String {
        var found = Set<String>()
        let prefix = Redaction.standard.prefix(
            of: data, upTo: limit + RedactedPrefix.margin, contentType: type, found: &found)
        return String(decoding: SecretSearch(for: found).scrubbed(try #require(prefix)).shown, as: UTF8.self)
    }

    @Test(arguments: forms) func aSecretAnywhereAroundTheCutIsNotShown(form: Form) throws {
        let start = form.start.first == "[" ? "[" : ""
        let rest = String(form.start.dropFirst(start.count))
        let tail = String(repeating: form.padding, count: 4_000 / form.padding.utf8.count)
        // The positions of the secret in the document.
        let last = 3_200 / form.padding.utf8.count
        for count in stride(from: 0, to: last, by: max(last / 24, 1)) {
            let text = start + String(repeating: form.padding, count: count) + rest + form.secret + form.end + tail
            var found = Set<String>()
            let body = Redaction.standard.body(Data(text.utf8), contentType: form.type, found: &found)
            let whole = try #require(body)
            let known = String(decoding: SecretSearch(for: found).scrubbed(whole), as: UTF8.self)
            #expect(!known.contains("CANARY"), "the whole look does not hide it")
            for limit in [10, 2_000] {
                let shown = try Self.shown(Data(text.utf8), form.type, limit: limit)
                if shown.contains("CANARY") { Issue.record("\(limit), \(count): \(shown.suffix(300))") }
            }
        }
    }

    /// Of the last one only a part is known, which no search finds.
    @Test func aRepeatedSecretThatIsCutIsNotShown() throws {
        let text = #"password="CANARYCANARY1" "# + String(repeating: "CANARYCANARY1 ", count: 1_000)
        for limit in 2_000..<2_014 {
            let shown = try Self.shown(Data(text.utf8), "text/plain", limit: limit)
            #expect(!shown.contains("CANARY") && shown.contains("REDACTED"))
        }
    }

    @Test(arguments: [" ", "\n", "\u{e9}", "\u{1F680}", "\"", "'", ",", "<", ">", "[", "]", "`", "{", "}"])
    func aLastWordWithoutAnEndIsLeftOut(separator: String) throws {
        let text = "one two\(separator)" + String(repeating: "word", count: 1_000)
        #expect(try Self.shown(Data(text.utf8), "text/plain", limit: 2_000) == "one two\(separator)")
    }

    @Test func textWithoutSecretsIsShownUpToTheLimit() throws {
        let items = (0..<1_000).map { #"{"id":\#($0),"name":"item \#($0)"}"# }.joined(separator: ",")
        for text in [#"{"@odata.context":"c","value":[\#(items)]}"#, "[\(items)]"] {
            let shown = try Self.shown(Data(text.utf8), "application/json", limit: 4_096)
            #expect(text.hasPrefix(shown) && shown.utf8.count > 4_000)
        }
        let prose = String(repeating: "enter the next token, see there: ", count: 1_000)
        #expect(prose.hasPrefix(try Self.shown(Data(prose.utf8), "text/plain", limit: 100)))
    }

    @Test(arguments: [
        ("text/html", "<meta content=\"CANARY\" name=\"csrf-token\">"), ("text/xml", "<token>CANARY</token>"),
        ("text/plain", " <token>CANARY</token>"), (nil, "<token>CANARY</token>"),
        ("application/json", "<a token=CANARY>"),
        ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nCANARY"),
        (nil, "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nCANARY"), ("text/css", "a{}"),
        ("application/octet-stream", #"{"token":"CANARY"}"#), (nil, "a\u{0}b"), ("image/png", "PNG"),
    ])
    func aBodyOfAnotherFormatIsNotRead(_ type: String?, _ text: String) {
        var found = Set<String>()
        for limit in [40, 4_000] {
            let data = Data(text.utf8)
            #expect(Redaction.standard.prefix(of: data, upTo: limit, contentType: type, found: &found) == nil)
        }
        #expect(Redaction.standard.body(Data(text.utf8), contentType: type) == nil)
    }
}
