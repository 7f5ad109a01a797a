import Foundation
import Testing

@testable import Talyn

struct PercentEncodingTests {
    private static let alphanumerics = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    private func encode(
        _ text: some StringProtocol,
        _ allowed: PercentEncoding.AllowedBytes,
        plus: Bool = false
    ) -> String {
        var result = URLText()
        result.append("<")
        result.appendPercentEncoded(String(text), allowing: allowed, spacesAsPlus: plus)
        return result.string + ">"
    }

    private func bytes(allowedBy allowed: PercentEncoding.AllowedBytes) -> Set<UInt8> {
        Set((UInt8.min...UInt8.max).filter(allowed.contains))
    }

    @Test func setsHoldExactlyWhatTheirRulesName() {
        #expect(bytes(allowedBy: .unreserved) == Set((Self.alphanumerics + "-._~").utf8))
        #expect(bytes(allowedBy: .query) == Set((Self.alphanumerics + "-._~?/").utf8))
        #expect(bytes(allowedBy: .segment) == Set((Self.alphanumerics + "-._~!$&'()*+,;=:@").utf8))
        #expect(bytes(allowedBy: .token) == Set((Self.alphanumerics + "!#$%&'*+-.^_`|~").utf8))
    }

    @Test func bytesBeyondASCIIAreNeverAllowed() {
        // Among their bytes are 0x80 and 0xBF.
        #expect(bytes(allowedBy: .init("é🦊a\u{80}ÿ")) == [UInt8(ascii: "a")])
    }

    @Test(arguments: [
        ("", "<>"),
        ("plain-._~?/09AZaz", "<plain-._~?/09AZaz>"),
        ("a b", "<a%20b>"),
        ("a+b&c=d#e%f", "<a%2Bb%26c%3Dd%23e%25f>"),
        ("[]:;,@!$'()*", "<%5B%5D%3A%3B%2C%40%21%24%27%28%29%2A>"),
        ("\u{0}\n\u{7f}", "<%00%0A%7F>"),
        ("한글", "<%ED%95%9C%EA%B8%80>"),
        ("🦊", "<%F0%9F%A6%8A>"),
    ])
    func queryTextIsEscapedByUTF8Byte(text: String, expected: String) {
        #expect(encode(text, .query) == expected)
    }

    @Test func segmentsKeepSubDelimitersAndEscapeSlashes() {
        #expect(encode("a/b:c@d=e&f?g", .segment) == "<a%2Fb:c@d=e&f%3Fg>")
    }

    @Test func spacesBecomePlusOnlyOnDemand() {
        #expect(encode("a b+c", .query, plus: true) == "<a+b%2Bc>")
        #expect(encode("a b+c", .query) == "<a%20b%2Bc>")
    }

    @Test func substringsAreEscapedWithinTheirBounds() {
        #expect(encode("xx/y z/xx".split(separator: "/")[1], .query) == "<y%20z>")
    }

    @Test func longTextIsEscapedWhole() {
        #expect(encode(String(repeating: "é", count: 5000), .query).utf8.count == 5000 * 6 + 2)
        #expect(encode(String(repeating: "a", count: 5000), .query).utf8.count == 5000 + 2)
    }

    @Test func agreesWithFoundationOnEveryASCIICharacter() throws {
        let set = CharacterSet(charactersIn: Self.alphanumerics + "-._~?/")
        let text = String(String.UnicodeScalarView((0..<128).compactMap { Unicode.Scalar(UInt32($0)) }))
        let expected = try #require(text.addingPercentEncoding(withAllowedCharacters: set))
        #expect(encode(text, .query) == "<\(expected)>")
    }

    @Test(arguments: ["", "abc", "%20", "a%2fb", "%E1%88%B4?"])
    func encodedTextIsValid(text: String) {
        #expect(PercentEncoding.isValidEncoded(text, allowing: .query))
    }

    @Test(arguments: ["a b", "%", "%2", "%2G", "%%20", "a%", "é", "%2é", "a&b"])
    func textWithStrayBytesOrBrokenTripletsIsNotValid(text: String) {
        #expect(!PercentEncoding.isValidEncoded(text, allowing: .query))
    }
}
