import Foundation

@testable import Talyn

extension FuzzTarget {
    /// A body is decoded in the charset of its mark or type, whatever else the type contains.
    static let text = FuzzTarget(
        "text",
        seeds: [
            fields("text/plain; charset=utf-8", "héllo"), fields("text/plain; charset=\"iso-8859-1\"", "h"),
            fields("text/plain; a=\"\\\";charset=x\"; charset=UTF-16", "abcd"),
            fields("x;charset='latin1'", "\u{30C6}"), fields("a;=;;charset=;charset=utf-16be", "x"),
            fields("text/plain;\u{301}charset\u{301}=\u{301}utf-8", "e\u{301}"),
            fields("a;charset=\"utf-\r\n8", "\u{FEFF}x"), fields("a; charset=utf-16, b; charset=x", "\u{1F600}"),
            [0x61, 0xFF, 0xFF, 0xFE, 0x68, 0x00], [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80],
        ]
    ) { input in
        let parts = input.bytes.split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
        let (type, body) = (String(decoding: parts[0], as: UTF8.self), Data(parts.count > 1 ? parts[1] : []))
        if let text = try? TextDecoding.text(body, contentType: type) {
            let utf8 = try? TextDecoding.utf8(body, contentType: type)
            require(utf8 == Data(text.utf8), "utf8 is what text is", (type, body as NSData, text))
        }
        let isMarked = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].contains { body.starts(with: $0) }
        if !isMarked {
            let plain = try? TextDecoding.text(body, contentType: nil)
            let expected = String(validating: Array(body), as: UTF8.self)
            let isSame = plain.map { text in expected.map { Texts.isSame(text, $0) } ?? false } ?? (expected == nil)
            require(isSame, "without a charset it is UTF-8", (body as NSData, plain as Any))
        }
        TextProperties.checkCharsets(of: String(decoding: body, as: UTF8.self), beside: type)
    }
}

private enum TextProperties {
    private static let charsets: [(name: String, encoding: String.Encoding)] = [
        ("utf-8", .utf8), ("UTF-16LE", .utf16LittleEndian), ("utf-16be", .utf16BigEndian),
    ]

    /// Text that Foundation encodes is decoded, with any other parameter before the charset.
    static func checkCharsets(of text: String, beside other: String) {
        // A mark at the beginning overrides the charset, and is not part of the text.
        guard let first = text.unicodeScalars.first, first != "\u{FEFF}", first != "\u{FFFE}" else { return }
        let quoted = other.unicodeScalars.map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }.joined()
        for (name, encoding) in charsets {
            guard let data = text.data(using: encoding) else { continue }
            if [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].contains(where: { data.starts(with: $0) }) {
                continue
            }
            for type in ["text/plain; x=\"\(quoted)\"; charset=\(name)", "a;CHARSET=\"\(name)\"; x=\(other)"] {
                let read = try? TextDecoding.text(data, contentType: type)
                let isSame = read.map { Texts.isSame($0, text) } ?? false
                require(isSame, "the charset beside another parameter is found", (type, text, read as Any))
            }
        }
    }
}
