import Foundation

/// A picture that the sample serves: a small gray JPEG, as long as a photo by its comment, which differs with the URL.
enum SamplePicture {
    /// Returns the picture for a URL, always the same bytes.
    static func jpeg(for url: URL) -> Data {
        let text = Data(url.absoluteString.utf8)
        let length = 40_000 + Int(text.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) } % 25_000)
        var comment = text
        while comment.count < length { comment += text }
        // A segment tells its length with the two bytes of the length (ITU-T T.81, annex B).
        let size = [UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF)]
        return Data([0xFF, 0xD8, 0xFF, 0xFE] + size) + comment.prefix(length) + Data(picture)
    }

    /// 16 × 16 pixels of one color: tables of quantization and codes, and four blocks of two zero bits.
    private static let picture: [UInt8] = {
        let none: [UInt8] = Array(repeating: 0, count: 16)
        var bytes: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
        bytes += [0xFF, 0xC4, 0, 20, 0, 1] + none
        bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + none
        return bytes + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
    }()
}
