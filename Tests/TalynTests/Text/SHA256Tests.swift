import Foundation
import Testing

@testable import Talyn

@Suite struct SHA256Tests {
    // RFC 6234 §8.5, tests 1, 2 and 4, and the hash of an empty message.
    @Test(arguments: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "0123456701234567012345670123456701234567012345670123456701234567", 10,
            "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
        ),
    ])
    func theDigestIsThatOfTheRFC(_ text: String, _ times: Int, _ expected: String) {
        let message = String(repeating: text, count: times)
        #expect(SHA256.digest(of: Array(message.utf8)).map(\.hexDigits).joined() == expected)
    }

    // Computed with Python's hashlib: the digest of the digests of messages of 0 to 130 bytes, which covers every
    // padding twice.
    @Test func everyLengthIsPaddedAsElsewhere() {
        let digests = HashMessages.upTo130.flatMap { SHA256.digest(of: $0) }
        let expected = "969b9f993f9c27e8424a46288c5b7999eee502a7befa92cad6cfef1034d76c51"
        #expect(SHA256.digest(of: digests).map(\.hexDigits).joined() == expected)
    }

    @Test(arguments: [1, 3, 63, 64, 65, 100])
    func aMessageMayComeInPieces(_ size: Int) {
        let long = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        for message in HashMessages.upTo130 + [long] {
            var hash = SHA256()
            for start in stride(from: 0, to: message.count, by: size) {
                Array(message[start..<min(start + size, message.count)]).withUnsafeBytes { hash.update($0) }
            }
            #expect(hash.digest() == SHA256.digest(of: message), "\(message.count)")
        }
    }
}
