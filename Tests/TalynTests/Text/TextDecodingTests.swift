import Foundation
import Testing

@testable import Talyn

struct TextDecodingTests {
    @Test func textInUTF32IsNone() {
        let data = Data([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0])
        for type in [nil, "text/plain; charset=utf-32"] {
            #expect(throws: TextDecoding.Failure.self) { try TextDecoding.text(data, contentType: type) }
        }
    }

    @Test(
        arguments: [
            ("utf-8", [0xC3, 0xA9], "é"), ("us-ascii", [0x41], "A"), ("us-ascii", [0xC3, 0xA9], "é"),
            ("iso-8859-1", [0xE9, 0x80, 0x81], "é€\u{81}"), ("latin1", [0xFF], "ÿ"), ("windows-1252", [0x93], "“"),
            ("utf-16be", [0, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "A😀"), ("utf-16le", [0x41, 0], "A"),
            ("utf-16", [0x41, 0, 0x42, 0], "AB"), ("utf-16", [0x30, 0x42], "あ"), ("utf-16", [0, 0x41], "A"),
            ("utf-16", [], ""), ("utf-16", [0x41, 0], "A"),
        ] as [(String, [UInt8], String)])
    func theCharsetTellsHowToRead(charset: String, bytes: [UInt8], expected: String) throws {
        #expect(try TextDecoding.text(Data(bytes), contentType: "text/plain; charset=\(charset)") == expected)
        let utf8 = try TextDecoding.utf8(Data(bytes), contentType: "application/json; charset=\(charset)")
        #expect(utf8 == Data(expected.utf8))
    }

    @Test(arguments: [
        "text/plain;charset=windows-1252", "text/plain; charset=\"windows-1252\"", "text/plain; CHARSET=Windows-1252",
        "text/plain; boundary=\"a;charset=utf-8\"; charset=windows-1252", "text/plain; charset = windows-1252 ; a=b",
        "text/plain; title=\"\\\";charset=utf-8\";charset=windows-1252", "text/plain;;x; charset='windows-1252'",
        "text/plain; charset=\"windows\\-1252\"", "text/plain; charset=windows-1252, text/plain; charset=utf-8",
        "text/plain; charset=; charset=windows-1252", "text/plain; charset=windows-1252; charset=utf-8",
        "text/plain; charset=\"windows-1252", "text/plain; charset=\"windows\u{7F}1252\"",
    ])
    func theCharsetIsFoundAmongParameters(contentType: String) throws {
        #expect(try TextDecoding.text(Data([0x93]), contentType: contentType) == "“")
    }

    @Test(arguments: [
        nil, "", "text/plain", "text/plain; xcharset=latin1", "text/plain; charset", "text/plain; charset=",
        "charset=latin1",
        "text/plain; charset=\"\"", "text/plain; a=\"charset=latin1\"", ";", "=", "; =; =\"",
    ])
    func textWithoutACharsetIsUTF8(contentType: String?) throws {
        let data = Data("é".utf8)
        #expect(try TextDecoding.text(data, contentType: contentType) == "é")
        #expect(try TextDecoding.utf8(data, contentType: contentType) == data)
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0x41], [0xFF, 0xFE, 0x41, 0], [0xFE, 0xFF, 0, 0x41],
        ] as [[UInt8]])
    func aByteOrderMarkWinsAndIsStripped(bytes: [UInt8]) throws {
        for contentType in [nil, "text/plain; charset=latin1", "text/plain; charset=no-such"] {
            #expect(try TextDecoding.text(Data(bytes), contentType: contentType) == "A")
            let utf8 = try TextDecoding.utf8(Data(bytes), contentType: contentType)
            #expect(utf8 == Data("A".utf8))
            #expect(utf8.startIndex == 0)
        }
    }

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x41], [0xFF, 0xFE, 0xFF, 0xFE, 0x41, 0],
            [0xFE, 0xFF, 0xFE, 0xFF, 0, 0x41],
        ] as [[UInt8]])
    func aSecondByteOrderMarkIsACharacter(bytes: [UInt8]) throws {
        #expect(try Array(TextDecoding.text(Data(bytes), contentType: nil).unicodeScalars) == ["\u{FEFF}", "A"])
        #expect(try TextDecoding.utf8(Data(bytes), contentType: nil) == Data("\u{FEFF}A".utf8))
    }

    @Test(
        arguments: [
            ("utf-8", [0xFF]), ("us-ascii", [0xE9]), ("utf-16le", [0x41]), ("utf-16be", [0xD8, 0, 0, 0x41]),
            ("utf-16le", [0x41, 0, 0]), ("utf-16le", [0x00, 0xD8]),
        ] as [(String, [UInt8])])
    func bytesThatAreNotInTheCharsetAreNotText(charset: String, bytes: [UInt8]) {
        #expect(throws: TextDecoding.Failure.notText(charset: charset)) {
            try TextDecoding.text(Data(bytes), contentType: "text/plain; charset=\(charset)")
        }
    }

    @Test func bytesThatAreNotUTF8AreNotTextByDefault() {
        #expect(throws: TextDecoding.Failure.notText(charset: "utf-8")) {
            try TextDecoding.text(Data([0xC3]), contentType: nil)
        }
    }

    @Test func anUnknownCharsetIsNamed() {
        #expect(throws: TextDecoding.Failure.unknownCharset("klingon")) {
            try TextDecoding.text(Data("a".utf8), contentType: "text/plain; charset=klingon")
        }
        #expect(throws: TextDecoding.Failure.unknownCharset("shift_jis")) {
            try TextDecoding.text(Data([0x82, 0xA0]), contentType: "text/plain; charset=shift_jis")
        }
        #expect(throws: TextDecoding.Failure.unknownCharset(String(repeating: "x", count: 40))) {
            try TextDecoding.text(Data(), contentType: "text/plain; charset=" + String(repeating: "x", count: 5000))
        }
    }

    @Test func jsonOfAnUnknownCharsetPassesOnlyAsUTF8() throws {
        let contentType = "application/json; charset=utf8mb4"
        #expect(try TextDecoding.utf8(Data("\"é\"".utf8), contentType: contentType) == Data("\"é\"".utf8))
        #expect(throws: TextDecoding.Failure.unknownCharset("utf8mb4")) {
            try TextDecoding.utf8(Data([0x22, 0xE9, 0x22]), contentType: contentType)
        }
    }

    @Test func jsonInUTF8IsNotCheckedOrCopied() throws {
        let data = Data([0xFF, 0x22] + [UInt8](repeating: 0x20, count: 1000))
        let same = try TextDecoding.utf8(data, contentType: "application/json; charset=UTF-8")
        #expect(same == data)
        #expect(address(of: same) == address(of: data))
        #expect(try address(of: TextDecoding.utf8(data, contentType: "application/json")) == address(of: data))
    }

    @Test func aSliceIsReadFromItsOwnStart() throws {
        let data = Data([0x78, 0xEF, 0xBB, 0xBF, 0x41])
        #expect(try TextDecoding.text(data[1...], contentType: nil) == "A")
        #expect(try TextDecoding.utf8(data[1...], contentType: nil) == Data("A".utf8))
        #expect(try TextDecoding.text(data[4...], contentType: "text/plain; charset=latin1") == "A")
        #expect(try TextDecoding.text(data[5...], contentType: nil) == "")
    }

    private func address(of data: Data) -> UnsafeRawPointer? {
        data.withUnsafeBytes { $0.baseAddress }
    }
}
