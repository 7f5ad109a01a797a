import Foundation
import TalynCassettes
import Testing

@testable import Talyn

/// Hostile input: nothing traps, nothing takes long, and redaction is idempotent.
struct RedactionHostileTests {
    private static let types: [String?] = [
        nil, "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/plain",
        "text/html", "text/javascript", "application/octet-stream", "image/png",
    ]

    /// A body without its secrets; one of a format that only cassettes read as a cassette holds it.
    private static func redacted(_ data: Data, _ type: String?) -> Data {
        var found: Set<String> = []
        return Redaction.standard.body(data, contentType: type)
            ?? Redaction.standard.recorded(data, contentType: type, found: &found)
    }

    private static func check(_ data: Data, _ type: String?) {
        let once = redacted(data, type)
        #expect(redacted(once, type) == once, "\(type ?? "nil"): \(Array(data))")
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33 | state << 31
        }
    }

    @Test(arguments: 0..<8)
    func randomBytesAreHandled(seed: Int) {
        var numbers = Numbers(state: UInt64(seed))
        for _ in 0..<60 {
            let data = Data(
                (0..<Int.random(in: 0..<80, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            for type in Self.types { Self.check(data, type) }
            let text = String(decoding: data, as: UTF8.self)
            let url = Redaction.standard.url(text)
            #expect(Redaction.standard.url(url) == url)
        }
    }

    @Test(arguments: 0..<8)
    func randomPiecesOfRealFormatsAreHandled(seed: Int) {
        let pieces = [
            "{", "}", "[", "]", "\"", "\\", ":", ",", "token", "=", "&", ";", "?", "#", "a", "1", " ", "\r\n", "--b",
            "<", ">",
            "</token>", "https://", "@", "/", "%", "%2", "%7B", "Bearer ", "Basic ", "eyJ", ".",
            "-----BEGIN PRIVATE KEY-----",
            "'", "\\u0022", "\\\"", "password", "null", "+", "é", "\u{FEFF}", "ghp_", "0123456789abcdef", "-", "name=",
            ";jsessionid=", "session", "pin", "\"path\":\"/password\"", "\"value\":", "4111111111111111", "X-Api-Key",
        ]
        var numbers = Numbers(state: UInt64(seed) &+ 99)
        for _ in 0..<150 {
            let text = (0..<Int.random(in: 0..<14, using: &numbers)).compactMap { _ in
                pieces.randomElement(using: &numbers)
            }.joined()
            for type in Self.types { Self.check(Data(text.utf8), type) }
            let url = Redaction.standard.url(text)
            #expect(Redaction.standard.url(url) == url, "\(text)")
            for name in ["Authorization", "Cookie", "Set-Cookie", "Location", "Link", "Refresh", "X-Any"] {
                let headers = Redaction.standard.headers([name: text])
                #expect(Redaction.standard.headers(headers) == headers, "\(name): \(text)")
            }
        }
    }

    private static let forms: [String] = [
        "https://h/a;jsessionid=CANARY1x/b?c=d", "/a;jsessionid=CANARY1x;v=1#token=CANARY1x",
        "a;jsessionid=CANARY1x?x=1",
        "see https://h/a;jsessionid=CANARY1x.", "a=b&token=CANARY1x;password=CANARY1x&c=%2F", "token=CANARY1x]]&a",
        #"{"path":"/a;jsessionid=CANARY1x/b","url":"https://u:CANARY1x@h/?sid=CANARY1x"}"#,
        #"{"session":{"id":"CANARY1x2y3z"},"pin":1234,"auth":{"token":"CANARY1x"},"card":{"number":4111111111111111}}"#,
        #"[{"op":"replace","path":"/user/password","value":"CANARY1x"}]"#, #"[["X-Api-Key","CANARY1x"]]"#,
        #"{"pin":{;jsessionid=CANARY1x}["#, #"{%2F"pin":/CANARY1x=?"#, "{jsessionid=#]]token=CANARY1x\n",
        #"authjsessionid="value":jsessionid={+CANARY1x"path":"/password""#, "session=https://h=%3Btoken=CANARY1x,@{",
        "<session><token>CANARY1x</token></session>", "<a token='CANARY1x'/>password: CANARY1x", "Bearer CANARY1x2y",
        "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nCANARY1x\r\n--b--\r\n",
        "Basic Q0FOQVJZOkNBTkFSWQ==", #"{"a&btoken":"abcd_t=x&Beatt"0"abcd_t=x&Beae"}"#,
        "password = \"CANARY1x\", token: CANARY1x", "/bot1:CANARY1x/send",
    ]

    @Test(arguments: forms)
    func redactingTwiceIsRedactingOnce(text: String) {
        for type in Self.types { Self.check(Data(text.utf8), type) }
        for redact in [
            { Redaction.standard.url($0) },
            { (text: String) in
                var found: Set<String> = []
                return Redaction.standard.text(text, found: &found)
            },
            { Redaction.standard.headers(["Location": $0])["Location"] ?? "" },
            { Redaction.standard.headers(["X-Any": $0])["X-Any"] ?? "" },
            { Redaction.standard.headers(["Set-Cookie": $0])["Set-Cookie"] ?? "" },
        ] {
            let once = redact(text)
            #expect(redact(once) == once, "\(text)")
        }
    }

    @Test(arguments: [
        #"{"token":"CANARY1x":1}"#, #"{"token":"CANARY1x":"a":"CANARY1x"}"#, #"{"token":"ab[kd_t=CANARY1x":"b"}"#,
        #"{"auth":{"token":"CANARY1x":{"a":1}}}"#,
    ])
    func aValueWithAColonBehindItIsHidden(text: String) {
        for type in Self.types { Self.check(Data(text.utf8), type) }
        let body = Redaction.standard.body(Data(text.utf8), contentType: "application/json")
        #expect(body?.range(of: Data("CANARY".utf8)) == nil)
    }

    @Test func aTextThatEveryScanChangesIsHiddenAsAWhole() {
        // The value ends at a number sign in a URL and at quotes in a text, so each scan finds the rest of the other.
        let text = "/?access_token=CANARY1x" + String(repeating: "#b\"x", count: 20)
        for type in Self.types { Self.check(Data(text.utf8), type) }
        #expect(Redaction.standard.body(Data(text.utf8), contentType: "application/json") == Data("REDACTED".utf8))
    }

    @Test func aRuleOfTheUsersIsAppliedOnce() {
        let redaction = Redaction.standard.adding { $0.replacingOccurrences(of: "a", with: "aa") }
        let redacted = redaction.body(Data("a token=CANARY1x".utf8), contentType: "text/plain")
        #expect(redacted.map { String(decoding: $0, as: UTF8.self) } == "aa token=REDACTED")
    }

    @Test func everyCutOfADocumentIsRedacted() throws {
        let document = Array(
            #"{"a":"é","token":"CANARYCANARY","u":"https:\/\/h?sid=CANARYCANARY","c":{"password":["CANARYCANARY"]}}"#
                .utf8)
        for length in 0...document.count {
            let body = Redaction.standard.body(Data(document[..<length]), contentType: "application/json")
            let redacted = try #require(body)
            #expect(!String(decoding: redacted, as: UTF8.self).contains("CAN"), "\(length)")
            Self.check(Data(document[..<length]), "application/json")
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (String(repeating: "[", count: 10_000) + #"{"token":"CANARY"}"#),
            (String(repeating: #"{"a":"#, count: 10_000) + #"{"token":"CANARY"}"#
                + String(repeating: "}", count: 10_000)),
            (#"{"token":{"# + String(repeating: #""a":{"b":["CANARY",{"#, count: 5_000)),
        ])
    func depthCostsNothing(text: String) {
        for type in Self.types {
            let redacted = String(decoding: Self.redacted(Data(text.utf8), type), as: UTF8.self)
            #expect(!redacted.contains("CANARY"), "\(type ?? "nil")")
        }
    }

    @Test func textWithinTextIsRedactedAtAnyDepth() throws {
        var text = #"{"token":"CANARYCANARY"}"#
        for depth in 0..<8 {
            let body = Redaction.standard.body(Data(text.utf8), contentType: "application/json")
            let redacted = try #require(body)
            #expect(!String(decoding: redacted, as: UTF8.self).contains("CANARY"), "\(depth)")
            #expect(
                String(decoding: redacted, as: UTF8.self)
                    == text.replacingOccurrences(of: "CANARYCANARY", with: "REDACTED"))
            text = "{\"a\":\(String(decoding: try JSONEncoder().encode(text), as: UTF8.self))}"
        }
    }

    private static let repeated = [
        "a", "\"", "{", "\\", "token", "token=", "=", "a=", "a:\"", "\"a\":\"", "Bearer ", "Basic ", "eyJ", "eyJ-",
        "eyJa.", "-",
        "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "<token>", "<a ", "<", "https://", "https://u@", "%7B", "%", "&",
        ";",
        "?a", "--b\r\n", "\r\n--", "xoxb-", "sk-ant-", "\"token\":{", "\"a\" ", ": ", "password: ", "[{\"token\":", "é",
        "{\"name\":\"token\",\"value\":", "token:token:", "password: 1", "/bot1:", "/api/webhooks/1",
    ]

    /// In quadratic time each would take minutes.
    @Test(.serialized, .timeLimit(.minutes(1)), arguments: repeated)
    func aPieceThatRepeatsItselfComesToAnEnd(piece: String) {
        let data = Data(String(repeating: piece, count: (1 << 17) / piece.utf8.count).utf8)
        for type in Self.types { _ = Self.redacted(data, type) }
        let text = String(decoding: data, as: UTF8.self)
        _ = Redaction.standard.url(text)
        _ = Redaction.standard.headers(["Cookie": text, "Set-Cookie": text, "Link": text, "X": text])
    }

    @Test func invalidUTF8StaysAroundASecret() throws {
        let data =
            Data([0x22, 0xFF, 0xC3, 0x22, 0x3A]) + Data(#""x\xff","token":"CANARY"#.utf8) + Data([0xC3, 0x28, 0x22])
        let redacted = try #require(Redaction.standard.body(data, contentType: "application/json"))
        #expect(redacted.starts(with: data.prefix(20)))
        #expect(redacted.range(of: Data("CANARY".utf8)) == nil)
    }

    @Test func deepTextsFitTheStackOfASecondaryThread() async {
        let isHidden = await onSmallStack {
            let secret = "hunter2hunter2"
            let deep =
                String(repeating: #"[{"a":"#, count: 5000) + #"{"password":"\#(secret)"}"#
                + String(repeating: "}]", count: 5000)
            // Text within text, deeper than the search.
            var inner = #"{"password":"\#(secret)"}"#
            for _ in 0..<4 { inner = #"{"a":\#(JSONValue.string("https://h/?b=\(inner)").jsonText)}"# }
            return [(deep, "application/json"), (deep, "text/plain"), (inner, "application/json")].allSatisfy {
                text, type in
                let once = Redaction.standard.body(Data(text.utf8), contentType: type)
                return once.map { !String(decoding: $0, as: UTF8.self).contains(secret) } ?? false
            }
        }
        #expect(isHidden)
    }
}
