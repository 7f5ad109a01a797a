import Foundation
import Testing

@testable import Talyn

struct SecretSearchTests {
    private static let secret = "s3cr/et \"ö\" & more"

    private static func scrubbed(_ text: String, _ found: String...) -> String {
        SecretSearch(for: Set(found)).scrubbed(text)
    }

    @Test func everyFormOfASecretIsTakenOut() throws {
        let json = try JSONEncoder().encode([Self.secret])
        let percent = try #require(Self.secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let forms = [
            Self.secret, String(decoding: json, as: UTF8.self), percent, percent.lowercased(),
            percent.replacingOccurrences(of: "%20", with: "+"), Data(Self.secret.utf8).base64EncodedString(),
            #"s3cr\/et \"\u00f6\" & more"#,
        ]
        for form in forms {
            let text = Self.scrubbed("a \(form) b", Self.secret)
            #expect(text.hasPrefix("a ") && text.hasSuffix(" b") && text.contains("REDACTED"), "\(form)")
            #expect(!text.contains("s3cr") && !text.contains("more"), "\(form)")
        }
    }

    /// Each writer of JSON escapes other characters.
    @Test(arguments: ["", "+", "<>&", "<>&=',", "+&<>'\"`", "+&<>'\"`=/\\", "/"])
    func aSecretIsTakenOutWhateverJSONEscapes(escaped: String) {
        for secret in ["a+b==&<hunter'22>", "ab+hunter22", "é\"hunter&22/\\"] {
            for (isUpper, isASCII) in [(false, false), (false, true), (true, false), (true, true)] {
                let written = secret.unicodeScalars.map { scalar -> String in
                    guard escaped.unicodeScalars.contains(scalar) || isASCII && !scalar.isASCII else {
                        return scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
                    }
                    let digits = String(scalar.value, radix: 16, uppercase: isUpper)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
                let text = Self.scrubbed(#"{"a":"b \#(written.joined()) c\n"}"#, secret)
                #expect(text == #"{"a":"b REDACTED c\n"}"#)
            }
        }
    }

    /// In quadratic time each would take minutes.
    @Test(.timeLimit(.minutes(1))) func aLongNumberIsOnePass() {
        let digits = String(repeating: "7", count: 1 << 17)
        #expect(Self.scrubbed(" \(digits) ", digits) == " 0 ")
        #expect(Self.scrubbed("a\(digits)b", digits) == "a\(digits)b")
        #expect(Self.scrubbed("a\(digits)b", "\(digits)7") == "a\(digits)b")
        #expect(Self.scrubbed("\(digits)b", String(digits.prefix(300))) == "\(digits)b")
        // Part of a secret that is no number, and a secret that begins with another one.
        #expect(!Self.scrubbed("a\(digits)b", "\(digits)x").contains("777"))
        #expect(Self.scrubbed("a \(digits)x", "\(digits)x", digits) == "a REDACTED")
    }

    @Test(arguments: ["", "x", "xy", "xyz", "user:"])
    func aSecretWithinBase64IsTakenOut(before: String) {
        for after in ["", "1", "12", "123"] {
            let encoded = Data("\(before)hunter2-hunter2\(after)".utf8).base64EncodedString()
            let text = Self.scrubbed("v=\(encoded)", "hunter2-hunter2")
            #expect(text.contains("REDACTED"), "\(before) \(after)")
            let rest = text.replacingOccurrences(of: "REDACTED", with: "")
            #expect(rest.utf8.count < 16)
        }
    }

    @Test func theLongestIsTakenFirst() {
        #expect(Self.scrubbed("hunter2x hunter", "hunter", "hunter2x") == "REDACTED REDACTED")
        #expect(Self.scrubbed("abcdefabcdefabcdef", "abcdef", "defabc") == "REDACTEDREDACTEDREDACTED")
    }

    @Test func shortOnesAndThePlaceholderStay() {
        #expect(Self.scrubbed("abcde REDACTED DACTED", "abcde", "REDACTED", "DACTED", "") == "abcde REDACTED DACTED")
    }

    @Test func digitsBecomeZeroWhereTheyAreANumber() {
        let text = #"{"a":123456,"b":"123456","c":9123456,"d":"x123456"} /123456?"#
        #expect(Self.scrubbed(text, "123456") == #"{"a":0,"b":"0","c":9123456,"d":"x123456"} /0?"#)
    }

    @Test(
        arguments: [
            ("Card 123456 is no good", "Card REDACTED is no good"), ("no card 123456.", "no card REDACTED."),
            (#"{"detail":"123456 is no good","n": 123456 }"#, #"{"detail":"REDACTED is no good","n": 0 }"#),
            ("refused: 123456", "refused: 0"), ("[1, 123456]", "[1, 0]"),
            ("Ваш код 123456", "Ваш код REDACTED"), ("123456 は無効", "REDACTED は無効"),
        ])
    func digitsBesideAWordAreNoNumber(text: String, shown: String) {
        #expect(Self.scrubbed(text, "123456") == shown)
    }

    @Test func nothingFoundLeavesTextAndDataAlone() {
        #expect(Self.scrubbed("abc", "hunter2") == "abc")
        #expect(Self.scrubbed("hunter2") == "hunter2")
        let bytes = Data([0xFF, 0, 0xC3])
        #expect(SecretSearch(for: ["hunter2"]).scrubbed(bytes) == bytes)
        #expect(
            SecretSearch(for: ["hunter2"]).scrubbed(bytes + Data("hunter2".utf8)) == bytes + Data("REDACTED".utf8)
        )
    }

    @Test(.timeLimit(.minutes(5))) func manySecretsInAMegabyteAreOnePass() {
        let secrets = Set((0..<500).map { "secret-\($0)-secret" })
        let text = String(repeating: "secret-secret-secret-501-secret ", count: 8_000)
        #expect(SecretSearch(for: secrets).scrubbed(text) == text)
    }

    // A trie of each form of a long secret, such as an image in base64, took seconds and hundreds of megabytes; a text
    // of one repeated letter took quadratic time.
    @Test(.timeLimit(.minutes(5))) func aLongSecretIsOnePassAndHiddenWholly() {
        let image = Data((0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }).base64EncodedString()
        #expect(Self.scrubbed("a \(image) b", image) == "a REDACTED b")
        #expect(Self.scrubbed("a \(image.dropLast(1_000)) b", image) == "a REDACTED b")
        let letters = String(repeating: "a", count: 20_000)
        #expect(Self.scrubbed(letters, "\(letters)b") == "REDACTED")
        let nearly = String(repeating: "a", count: 255)
        #expect(Self.scrubbed(letters, "\(nearly)b") == letters)
        #expect(Self.scrubbed("\(nearly)a", "\(nearly)ab") == "REDACTED")
    }

    @Test func secretsWithACommonPrefixAreDistinguished() {
        let secrets = Set((0..<1_000).map { "sk_live_\($0)_key" })
        let text = (990..<1_010).map { "sk_live_\($0)_key" }.joined(separator: " ")
        let expected = (990..<1_010).map { $0 < 1_000 ? "REDACTED" : "sk_live_\($0)_key" }.joined(separator: " ")
        #expect(SecretSearch(for: secrets).scrubbed(text) == expected)
    }
}
