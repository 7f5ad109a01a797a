import Foundation
import Talyn
import Testing

@testable import TalynCassettes

/// Bodies that cassettes redact and ``Redaction`` alone does not.
struct RedactionRecordedTests {
    private static func recorded(_ data: Data, _ type: String?) -> Data {
        var found: Set<String> = []
        return Redaction.standard.recorded(data, contentType: type, found: &found)
    }

    private static func recorded(_ text: String, _ type: String?) -> String {
        String(decoding: recorded(Data(text.utf8), type), as: UTF8.self)
    }

    private static let type = "multipart/form-data; boundary=\"xx-1\""

    private static func body(_ secret: String, _ other: String, _ nested: String) -> Data {
        var data = Data(
            """
            preamble\r
            --xx-1\r
            Content-Disposition: form-data; name="password"\r
            \r
            \(secret)\r
            --xx-1\r
            Content-Disposition: form-data; name="title"\r
            \r
            --xx-10 \(other)\r
            --xx-1\r
            Content-Disposition: form-data; name="meta"; filename="m.json"\r
            Content-Type: application/json\r
            \r
            {"a": 1,"token":"\(nested)"}\r
            --xx-1\r
            Content-Disposition: form-data; name="photo"; filename="p.bin"\r
            Content-Type: image/png\r
            \r

            """.utf8)
        data.append(contentsOf: [0x89, 0x50, 0, 0xFF, 0x0D, 0x0A, 0x2D, 0x2D, 0x78, 0x0A])
        data.append(Data("token=CANARY\u{0}\r\n--xx-1--\r\nepilogue".utf8))
        return data
    }

    @Test(arguments: [
        type, "multipart/form-data", "multipart/form-data; boundary=wrong", "multipart/mixed;boundary=xx-1",
    ])
    func fieldsAreRedactedByNameAndPartsByType(type: String) {
        // Without a preamble the boundary is in the first line.
        let start = type.contains("xx-1") ? 0 : 10
        let data = Self.body("CANARY \u{1}", "x", "CANARY").dropFirst(start)
        let expected = Self.body("REDACTED", "x", "REDACTED").dropFirst(start)
        #expect(Self.recorded(Data(data), type) == Data(expected))
        #expect(Self.recorded(Data(expected), type) == Data(expected))
    }

    @Test func lineFeedsAloneSeparateAsWell() {
        let text = "--b\nContent-Disposition: form-data; name=token\n\nCANARY\n--b--\n"
        let expected = text.replacingOccurrences(of: "CANARY", with: "REDACTED")
        #expect(Self.recorded(text, "multipart/form-data; boundary=b") == expected)
        #expect(Self.recorded(text, nil) == expected)
    }

    @Test(arguments: [
        "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nCANARY",
        "--b\r\nContent-Disposition: form-data; NAME=\"token\"; filename=\"k\"\r\n\r\nCANARY\r\n--b",
        "--b\r\nAuthorization: Bearer CANARY\r\n\r\nx\r\n--b--",
        "no part but {\"token\": \"CANARY\"}", "token=CANARY",
    ])
    func malformedMultipartIsRedacted(text: String) {
        for type in ["multipart/form-data; boundary=b", "multipart/form-data", "multipart/form-data; boundary="] {
            let redacted = Self.recorded(text, type)
            #expect(!redacted.contains("CANARY"), "\(type)")
            #expect(Self.recorded(redacted, type) == redacted)
        }
    }

    @Test(arguments: [
        #"multipart/mixed; boundary="x\"; c=d"#, "multipart/mixed;BOUNDARY=x",
        "multipart/mixed; c=\";boundary=no\"; boundary= x",
        "multipart/mixed; boundary", "multipart/mixed; xboundary=1", "multipart/mixed;=;=", "multipart/mixed; b=\"", "",
    ])
    func aBoundaryIsReadQuotedOrNotOrGuessed(type: String) {
        let text =
            "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x\r\n"
            + "Content-Disposition: form-data; filename=\"name=a\"; name=\"token\"\r\n\r\nCANARY\r\n--x--"
        #expect(Self.recorded(text, type) == text.replacingOccurrences(of: "CANARY", with: "REDACTED"))
    }

    @Test func aCombiningMarkBehindADelimiterHidesNothing() {
        let part = "--b\r\nX-Api-Key:\u{301}CANARY\r\n\r\n\r\n--b--\r\n"
        #expect(!Self.recorded(part, "multipart/form-data; boundary=b").contains("CANARY"))
    }

    static let others: [(String?, String, String)] = [
        (
            "application/xml", "<a><token>CANARY</token><b token=\"CANARY\" c='d'>e</b></a>",
            "<a><token>REDACTED</token><b token=\"REDACTED\" c='d'>e</b></a>"
        ),
        (
            "application/soap+xml",
            "<s:Password Type=\"x\"> CANARY </s:Password><Credentials><Id>CANARY</Id><K><![CDATA[CANARY]]></K></Credentials><d/>",
            "<s:Password Type=\"x\"> REDACTED </s:Password><Credentials><Id>REDACTED</Id><K><![CDATA[REDACTED]]></K></Credentials><d/>"
        ),
        (
            "text/html",
            "<meta name=\"csrf-token\" content=\"CANARY\"><p>Author: x</p><input value='CANARY' name='password'>",
            "<meta name=\"csrf-token\" content=\"REDACTED\"><p>Author: x</p><input value='REDACTED' name='password'>"
        ),
        (
            "application/x-plist",
            "<dict><key>user</key><string>ann</string> <key>password</key>\n<string>CANARY</string></dict>",
            "<dict><key>user</key><string>ann</string> <key>password</key>\n<string>REDACTED</string></dict>"
        ),
        (
            "text/xml",
            "<member><name> token </name><value><string>CANARY</string></value></member><name>a</name><value>1</value>",
            "<member><name> token </name><value><string>REDACTED</string></value></member><name>a</name><value>1</value>"
        ),
        (
            "text/html", "<a href=\"https://h/?a=1&amp;token=CANARY\">x</a>",
            "<a href=\"https://h/?a=1&amp;token=REDACTED\">x</a>"
        ),
        (
            "text/html", "<div data-x=\"{&quot;token&quot;:&quot;CANARY&quot;}\" data-y=\"&quot;a&quot;\">x</div>",
            "<div data-x=\"REDACTED\" data-y=\"&quot;a&quot;\">x</div>"
        ),
        (
            "application/javascript", "var c={\"apiKey\":\"CANARY\"}; x == y;",
            "var c={\"apiKey\":\"REDACTED\"}; x == y;"
        ),
        (
            "application/http", "POST /a?token=CANARY HTTP/1.1\r\nCookie: a=CANARY\r\n\r\n{\"pin\":\"CANARY\"}",
            "POST /a?token=REDACTED HTTP/1.1\r\nCookie: REDACTED\r\n\r\n{\"pin\":\"REDACTED\"}"
        ),
    ]

    @Test(arguments: others)
    func secretsOfMarkupAndOtherTextAreReplacedAndNothingElse(type: String?, text: String, expected: String) {
        #expect(Self.recorded(text, type) == expected)
        #expect(Self.recorded(expected, type) == expected)
    }

    @Test(arguments: [
        ("text/html", "<p class=\"pin\">Hello</p>"), ("text/css", "a{color:red}"), ("image/png", "\u{0}token=x"),
    ])
    func aBodyWithoutSecretsStays(type: String?, text: String) {
        #expect(Self.recorded(text, type) == text)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func wideTextIsRedactedInItsEncoding(encoding: String.Encoding) throws {
        let data = try #require(#"{"token":"CANARY","a":"é"}"#.data(using: encoding))
        let redacted = Self.recorded(data, "application/json")
        let text = try #require(String(data: redacted, encoding: encoding))
        #expect(text.hasSuffix(#"{"token":"REDACTED","a":"é"}"#))
        let harmless = try #require(#"{"a":"é"}"#.data(using: encoding))
        #expect(Self.recorded(harmless, "application/json") == harmless)
    }

    @Test(.timeLimit(.minutes(1))) func manyAttributesOfATagAreOnePass() {
        let attributes = String(repeating: "name=pin value=b ", count: (1 << 17) / 17)
        let redacted = Self.recorded("<a \(attributes)>", "text/html")
        #expect(redacted == "<a \(attributes.replacingOccurrences(of: "=b", with: "=REDACTED"))>")
    }

    @Test(arguments: [
        // Sections and white space before and around the value.
        "<password>\n <![CDATA[CANARY]]>\n</password>", "<password><![CDATA[ab]<CANARY]]></password>",
        "<password><![CDATA[a]b]] CANARY]]></password>", "<password><![CDATA[CANARY",
        "<password><a/><![CDATA[CANARY]]>",
        "<password><!-- a > b -->CANARY</password>", "<password><!-- <b>x</b> --> <![CDATA[x]]>CANARY</password>",
        "<password><!--CANARY--></password>", "<key>password</key><!-- <b>x</b> --><string>CANARY</string>",
        "<key><![CDATA[password]]></key><string>CANARY</string>",
        "<key><!-- k -->password</key><string>CANARY</string>",
        // Markup in sections.
        "<d><![CDATA[<password>CANARY</password>]]></d>", "<!-- <password>CANARY</password> -->",
        // Names in attributes.
        "<property name=\"password\"><value>CANARY</value></property>", "<key name=\"password\">CANARY</key>",
        "<entry key=\"password\"><!-- --><v>CANARY</v></entry>", "<param name=\"password\">CANARY</param>",
        "<property name='passwords'><value>a</value><value>CANARY</value></property>",
        "<property title=\"a>b\" name=\"password\" value=\"CANARY\"/>",
        "<property name=\"password\" value=\"\"><value>CANARY</value></property>",
        "<property name=\"session\"><value>CANARY12CANARY</value></property>",
        "<session><id>CANARY12CANARY</id></session>",
        // Values in attributes, elements of one name, and other cases.
        "<password value=\"CANARY\"/>", "<credentials><add key=\"x\" value=\"CANARY\"/></credentials>",
        "<token><token>a</token>CANARY</token>", "<Tag><Key>password</Key><Value>CANARY</Value></Tag>",
        "<NAME>password</NAME><value>CANARY</value>",
    ])
    func aSecretOfMarkupIsHiddenHoweverItIsWritten(text: String) {
        let redacted = Self.recorded(text, "text/xml")
        #expect(!redacted.contains("CANARY"))
        #expect(Self.recorded(redacted, "text/xml") == redacted)
    }

    @Test(arguments: [
        "<input type=\"password\" name=\"password\"><p>Hello <b>there</b></p><p>You</p>",
        "<param name=\"max_tokens\" value=\"300\"/>",
        "<a b=\"c>d\">x</a>", "<!-- a --><b>c</b><d><![CDATA[a]b]]></d>",
        "<form name=\"password\"><p>Hello</p></form>", "<!DOCTYPE html><p>a < b</p>",
    ])
    func markupWithoutSecretsStays(text: String) {
        #expect(Self.recorded(text, "text/html") == text)
    }

    @Test(arguments: [
        "token=CANARY\r\n--b\r\nA: b\r\n\r\nx\r\n--b--\r\n", "--b\r\nA: b\r\n\r\nx\r\n--b--\r\ntoken=CANARY",
        "<password>CANARY</password>\n--b\n\nx\n--b--", "{\"token\":\"CANARY\"}\n--b\n\nx\n--b--",
        "--b\n\nx\n--b--\n\n{\"token\":\"CANARY\"}",
    ])
    func aSecretBesideTheDelimitersIsRedactedToo(text: String) {
        #expect(!Self.recorded(text, "multipart/mixed; boundary=b").contains("CANARY"))
    }

    /// The log shows no body of these types, which servers give to JSON and forms as well.
    @Test(arguments: ["text/html; charset=utf-8", "application/octet-stream", "text/xml", "text/csv", "none"])
    func aBodyOfAWrongTypeIsReadByItsBytes(type: String) {
        let bodies = [
            #"[{"name":"password","value":"CANARY"},{"credentials":{"a":["CANARY"]},"n":"x"}]"#,
            #"{"x":"{\"password\":\"CANARY\"}","n":[1,"x"]}"#, "user%5Bpassword%5D=CANARY&n=x",
            "\u{FEFF}<?xml version=\"1.0\"?><a><password>CANARY</password><n>x</n></a>",
        ]
        for body in bodies {
            let expected = body.replacingOccurrences(of: "CANARY", with: "REDACTED")
            #expect(Self.recorded(body, type == "none" ? nil : type) == expected)
            #expect(Self.recorded(expected, type) == expected)
        }
    }

    @Test func aFrameOfJSONIsRedacted() {
        // Connect and gRPC-Web write a flag and a length before a message.
        let frame = "\u{0}\u{0}\u{0}\u{0}\u{20}{\"token\":\"CANARY\",\"n\":1}"
        let expected = frame.replacingOccurrences(of: "CANARY", with: "REDACTED")
        #expect(Self.recorded(frame, "application/connect+json") == expected)
    }

    @Test func theHeadersOfAPartAreRedactedAsALogDoes() {
        let redaction = Redaction.standard.adding { $0.replacingOccurrences(of: "AB-12", with: "REDACTED") }
        let part = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"token=CANARY AB-12\"\r\n"
        let text = part + "Content-Type: text/plain\r\nX-Note: AB-12\r\n\r\nx\r\n--b--"
        var found: Set<String> = []
        let data = redaction.recorded(
            Data(text.utf8), contentType: "multipart/form-data; boundary=b", found: &found)
        let expected = text.replacingOccurrences(of: "CANARY", with: "REDACTED")
            .replacingOccurrences(of: "AB-12", with: "REDACTED")
        #expect(String(decoding: data, as: UTF8.self) == expected)
    }

    @Test(arguments: [false, true]) func wideTextThatIsBrokenIsRedacted(isBigEndian: Bool) {
        // Half of a surrogate pair, and half of a character.
        let units = Array(#"{"a":"é","token":"CANARY","b":"c"}"#.utf16) + [0xD800]
        let wide = Data(
            units.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBigEndian ? [high, low] : [low, high]
            })
        let redacted = Self.recorded(wide + [0x7D], "application/json")
        let text = String(decoding: redacted.filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self)
        #expect(text.hasSuffix(#"","token":"REDACTED","b":"c"}}"#) && !text.contains("CANARY"), "\(text)")
        let harmless = Data(wide.prefix(20)) + [0x7D]
        #expect(Self.recorded(harmless, "application/json") == harmless)
    }

    private static let pieces = [
        "--b\r\n", "\r\n--", "--", "Content-Disposition: form-data; name=\"token\"\r\n\r\n", "\r\n", "<token>",
        "</token>",
        "<a ", "<", ">", "<![CDATA[", "]]>", "name=\"token\"", " value='x'", "<key>password</key>", "/", "a", "=",
        "\u{301}",
    ]

    @Test(arguments: 0..<8) func piecesOfFormatsAreRedactedOnce(seed: Int) {
        var chance = SplitMix(seed: UInt64(seed))
        for _ in 0..<150 {
            let text = (0..<Int.random(in: 0..<14, using: &chance)).compactMap { _ in
                Self.pieces.randomElement(using: &chance)
            }.joined()
            for type in [nil, "text/html", "multipart/form-data; boundary=b"] {
                let once = Self.recorded(text, type)
                #expect(Self.recorded(once, type) == once, "\(type ?? "nil"): \(text)")
            }
        }
    }

    /// In quadratic time each would take minutes.
    @Test(.serialized, .timeLimit(.minutes(1)), arguments: pieces + ["<a b='", "<!--", "<key>", "--b--\r\n"])
    func aPieceThatRepeatsItselfComesToAnEnd(piece: String) {
        let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
        for type in [nil, "text/html", "multipart/form-data; boundary=b"] { _ = Self.recorded(text, type) }
    }
}
