import Foundation
import Testing

@testable import Talyn
@testable import TalynDigest

@Suite struct MD5Tests {
    // RFC 1321 appendix A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func theDigestIsThatOfTheRFC(_ text: String, _ expected: String) {
        #expect(MD5.digest(of: Array(text.utf8)).map(\.hexDigits).joined() == expected)
    }

    // Computed with Python's hashlib: the digest of the digests of messages of 0 to 130 bytes, which covers every
    // padding twice.
    @Test func everyLengthIsPaddedAsElsewhere() {
        let digests = HashMessages.upTo130.flatMap { MD5.digest(of: $0) }
        #expect(MD5.digest(of: digests).map(\.hexDigits).joined() == "df6954f2171934b3a1d651b1bf28ce12")
    }
}
