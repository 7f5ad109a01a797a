import Foundation
import SharedFixtures
import Testing

@testable import Talyn
@testable import TalynCassettes
@testable import TalynStubs

/// The functions that split the text of cassettes and HAR files, each called with a combining mark after its delimiters.
@Suite struct ProtocolTextCassettesTests {
    @Test(arguments: urls + entries, ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func aMarkHidesNoDelimiter(_ entry: EntryPoint, _ mark: String) throws {
        let (outcome, expected) = try entry.outcome(mark)
        #expect(outcome.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(outcome ?? "nil")")
    }

    /// Messages that quote untrusted names, cut.
    static let messages: [EntryPoint] = [
        EntryPoint("a query item") { name in
            (HARField.difference([HARField(name, nil)], [], "query item"), nil)
        },
        EntryPoint("a field of a body") { name in
            (body("application/json", "{\"\(name)\":1}").difference(from: body("application/json", "{}")), nil)
        },
        EntryPoint("a mode") { name in (CassetteError.unknownMode(name).description, nil) },
    ]

    @Test(arguments: messages) func aNameIsShownInPartHoweverFewCharactersItIs(_ entry: EntryPoint) throws {
        let shown = try #require(try entry.outcome("a" + String(repeating: "\u{301}", count: 5000)).0)
        #expect(shown.contains(bytes: "a\u{301}") && shown.unicodeScalars.count < 160, "\(shown.unicodeScalars.count)")
    }

    private static func text(_ items: [HARField]) -> String {
        items.map { "\($0.name)→\($0.value ?? "nil")" }.joined(separator: "|")
    }

    static let urls: [EntryPoint] = [
        EntryPoint("the name of a cassette") { mark in
            let cassette = Cassette("../\(mark)x", filePath: "/nowhere/Tests.swift")
            return (cassette.file.path, "/nowhere/Cassettes")
        },
        EntryPoint("the path and query of a URL") { mark in
            let url = CassetteURL("https://h.example/\(mark)a/\(mark)b?\(mark)c=\(mark)d&\(mark)e+\(mark)f#\(mark)g")
            return (
                "\(url.path.joined(separator: "|")) \(text(url.query))",
                "|\(mark)a|\(mark)b \(mark)c→\(mark)d|\(mark)e \(mark)f→nil"
            )
        },
        EntryPoint("the authority of a URL") { mark in
            let url = CassetteURL("HTTPS://u:\(mark)p@\(mark)h:80/\(mark)")
            return (url.origin, "https://\(mark)h:80")
        },
        EntryPoint("a port that is none") { mark in
            let url = CassetteURL("https://h:8\(mark)0/")
            return (url.origin, "https://h:8\(mark)0")
        },
        EntryPoint("what was taken out") { mark in
            let isSame = CassetteText.matches("a/token/\(mark)b", "a/REDACTED/\(mark)b")
            let isSameAtTheEnd = CassetteText.matches("a=token\(mark)", "a=REDACTED\(mark)")
            return ("\(isSame) \(isSameAtTheEnd)", "true true")
        },
    ]

    /// A request with a body, in the form used for comparison.
    private static func body(_ type: String, _ text: String) -> RecordedBody {
        RecordedBody(mimeType: type, data: Data(text.utf8))
    }

    /// An entry of a recording, with the lists made from its headers and body.
    private static func entry(
        request: HTTPHeaders = [:], body: String? = nil, response: HTTPHeaders = [:]
    ) throws -> HAREntry {
        var entry = HAREntry(
            started: "", time: 0,
            request: HARRequest(
                method: "POST", url: "https://h.example/", headers: request.fields.map { HARField($0.name, $0.value) }),
            response: HARResponse(status: 200, headers: response.fields.map { HARField($0.name, $0.value) }))
        if let body {
            let body = RecordedBody(mimeType: request["Content-Type"] ?? "", data: Data(body.utf8))
            entry.json[at: "request.postData"] = body.json("_encoding")
        }
        var redactor = CassetteRedactor(.standard)
        return try #require(redactor.redacted(HARLog(), and: [entry]).1.first)
    }

    static let entries: [EntryPoint] = [
        EntryPoint("the cookies of a request") { mark in
            let entry = try entry(request: ["Cookie": "a=\(mark)1;\(mark)b; c=2"])
            return (text(entry.request.json.fields("cookies")), "a→REDACTED|REDACTED→|c→REDACTED")
        },
        EntryPoint("the cookies of a response") { mark in
            let entry = try entry(response: ["Set-Cookie": "a=\(mark)1;\(mark)Path=/"])
            return (text(entry.response.json.fields("cookies")), "a→REDACTED")
        },
        EntryPoint("the fields of a form") { mark in
            let headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded;\(mark)charset=utf-8"]
            let entry = try entry(request: headers, body: "b=\(mark)c&\(mark)d=+\(mark)e")
            return (
                text(entry.request.postData?.fields ?? []),
                "b→\(mark)c|\(mark)d→ \(mark)e"
            )
        },
        EntryPoint("the parts of a multipart body") { mark in
            let form = { (boundary: String, value: String) in
                body(
                    "multipart/form-data;\(mark)a=b; boundary=\"\(mark)\(boundary)\"",
                    "--\(mark)\(boundary)\r\nContent-Type:\(mark)text/plain\r\n\r\n\(mark)\(value)\r\n"
                        + "--\(mark)\(boundary)--\r\n")
            }
            return ("\(form("x", "1").difference(from: form("y", "1")) ?? "same")", "same")
        },
        EntryPoint("the JSON of a body") { mark in
            let type = "application/json;\(mark)v=1"
            return (body(type, #"{"a": 1}"#).difference(from: body(type, #"{"a":1}"#)), nil)
        },
        EntryPoint("the values of a field in a HAR file") { mark in
            var entry = try entry()
            let fields = [HARField("Set-Cookie", "a=1\n\(mark)b=2"), HARField(":status", "200")]
            entry.json[at: "response.headers"] = JSONValue(fields)
            entry.json[at: "response.content.text"] = ""
            guard case .response(_, let headers, _) = try #require(entry.answer).content else {
                return (nil, "headers")
            }
            return (
                headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|"),
                "Set-Cookie=a=1|Set-Cookie=\(mark)b=2"
            )
        },
        EntryPoint("what lasts of a cookie") { mark in
            let day = { (day: Int) in
                try entry(
                    request: ["Content-Type": "multipart/form-data; boundary=\(mark)\(day)"],
                    response: ["Set-Cookie": "a=1; Expires=\(mark)\(day);\(mark)b"])
            }
            return ("\(try day(1).isEquivalent(to: day(2)))", "true")
        },
    ]
}
