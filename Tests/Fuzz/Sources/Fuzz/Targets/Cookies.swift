import Foundation

@testable import Talyn

extension FuzzTarget {
    /// Joined `Set-Cookie` fields are separated again, and nothing of any other text is lost.
    static let cookies = FuzzTarget(
        "cookies",
        seeds: [
            fields("a", "1", "b", "2"), fields("a", "x y", "__Host-b", "\"q\"", "c", ""), fields(",,=", "\u{301}"),
            fields("a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2; Path=/"), fields("a=1,\u{301} b=2, c\u{301}=3"),
            fields("a=1,b\u{200D}=2,\u{FE0F}c=3"), fields("a=1,\r\nb=2,\r\n c=3"), fields("a=x,y, b=2,c=3,"),
        ]
    ) { input in
        CookieProperties.checkPieces(of: input.text)
        let fields = input.fields
        var cookies: [String] = []
        for index in stride(from: 0, to: fields.count - 1, by: 2) {
            let name = Texts.only(fields[index]) { $0.isASCII && Texts.isToken(UInt8($0.value)) }
            // RFC 6265 §4.1.1 allows ASCII only, but servers send other characters.
            let value = Texts.only(fields[index + 1]) {
                $0.value > 0x20 && $0.value != 0x7F && !",;".unicodeScalars.contains($0)
            }
            if name.isEmpty { continue }
            cookies.append("\(name)=\(value)\(CookieProperties.attributes[cookies.count % 4])")
        }
        if cookies.isEmpty { return }
        for separator in [", ", ","] {
            let found = HTTPHeaders.cookies(in: cookies.joined(separator: separator))
            let isSame = found.count == cookies.count && zip(found, cookies).allSatisfy(Texts.isSame)
            require(isSame, "joined cookies come apart", (cookies, separator, found))
        }
    }
}

private enum CookieProperties {
    static let attributes = ["", "; Path=/", "; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "; Max-Age=3; Secure"]

    /// The parts occur in the text in order, separated only by a comma and spaces.
    static func checkPieces(of text: String) {
        var rest = Array(text.utf8)[...]
        for (index, piece) in HTTPHeaders.cookies(in: text).enumerated() {
            if index > 0 {
                require(rest.popFirst() == UInt8(ascii: ","), "a comma parts cookies", text)
                rest = rest.drop { $0 == 0x20 }
                let name = piece.utf8.prefix { $0 != UInt8(ascii: "=") }
                require(!name.isEmpty && name.count < piece.utf8.count, "a cookie has a name", (text, piece))
            }
            require(rest.starts(with: piece.utf8), "nothing is lost between cookies", (text, piece))
            rest = rest.dropFirst(piece.utf8.count)
        }
        require(rest.isEmpty, "nothing is lost behind the last cookie", (text, String(decoding: rest, as: UTF8.self)))
    }
}
