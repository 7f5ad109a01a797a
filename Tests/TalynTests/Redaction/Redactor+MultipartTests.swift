import Foundation
import Testing

@testable import Talyn

struct RedactionMultipartTests {
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
        // Without the preamble, the boundary is in the first line.
        let start = type.contains("xx-1") ? 0 : 10
        let data = Self.body("CANARY \u{1}", "x", "CANARY").dropFirst(start)
        let expected = Self.body("REDACTED", "x", "REDACTED").dropFirst(start)
        #expect(Redaction.standard.body(Data(data), contentType: type) == Data(expected))
        #expect(Redaction.standard.body(Data(expected), contentType: type) == Data(expected))
    }

    @Test func lineFeedsAloneSeparateAsWell() {
        let text = "--b\nContent-Disposition: form-data; name=token\n\nCANARY\n--b--\n"
        let expected = text.replacingOccurrences(of: "CANARY", with: "REDACTED")
        #expect(
            Redaction.standard.body(Data(text.utf8), contentType: "multipart/form-data; boundary=b")
                == Data(expected.utf8))
        #expect(Redaction.standard.body(Data(text.utf8), contentType: nil) == Data(expected.utf8))
    }

    @Test(arguments: [
        "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nCANARY",
        "--b\r\nContent-Disposition: form-data; NAME=\"token\"; filename=\"k\"\r\n\r\nCANARY\r\n--b",
        "--b\r\nAuthorization: Bearer CANARY\r\n\r\nx\r\n--b--",
        "no part but {\"token\": \"CANARY\"}", "token=CANARY",
    ])
    func whatIsMalformedIsRedactedAllTheSame(text: String) {
        for type in ["multipart/form-data; boundary=b", "multipart/form-data", "multipart/form-data; boundary="] {
            let redacted = Redaction.standard.body(Data(text.utf8), contentType: type)
            #expect(!String(decoding: redacted, as: UTF8.self).contains("CANARY"), "\(type)")
            #expect(Redaction.standard.body(redacted, contentType: type) == redacted)
        }
    }

    @Test(arguments: [
        (#"a/b; boundary="x\"y"; c=d"#, #"x"y"#), ("a/b;BOUNDARY=x", "x"),
        ("a/b; c=\";boundary=no\"; boundary= x ", "x"),
    ])
    func aParameterIsReadQuotedOrNot(header: String, value: String) {
        #expect(HeaderParameter.value(of: "boundary", in: header) == value)
    }

    @Test(arguments: [
        "", ";", "a/b", "a/b; boundary", "a/b; xboundary=1", "a/b; boundaryx=1", "a;=;=", "a; \"", "a; b=\"",
    ])
    func aParameterThatIsMissingIsNil(header: String) {
        #expect(HeaderParameter.value(of: "boundary", in: header) == nil)
    }
}
