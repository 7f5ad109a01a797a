import Foundation
import Testing

@testable import photos

struct SamplePictureTests {
    private func picture(_ name: String) throws -> [UInt8] {
        [UInt8](SamplePicture.jpeg(for: try #require(URL(string: "https://live.staticflickr.com/65535/\(name)_m.jpg"))))
    }

    @Test func eachURLHasAPictureOfItsOwnThatStaysTheSame() throws {
        let fog = try picture("fog")
        #expect(try picture("fog") == fog)
        #expect(try picture("pier") != fog)
        #expect((40_000...90_000).contains(fog.count))
    }

    @Test func itIsAJPEGWithAComment() throws {
        let bytes = try picture("fog")
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xFE]) && bytes.suffix(2) == [0xFF, 0xD9])
        let length = Int(bytes[4]) << 8 | Int(bytes[5])
        #expect(bytes[(4 + length)...].starts(with: [0xFF, 0xDB]))
    }
}
