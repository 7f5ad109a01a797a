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

    @Test(arguments: ["fog", "pier", "99000000101_9fb998543b"])
    func itIsAJPEGWithoutAMarkerAmongItsPixels(name: String) throws {
        let bytes = try picture(name)
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xDB]) && bytes.suffix(2) == [0xFF, 0xD9])
        let start = try #require(bytes.firstRange(of: [0xFF, 0xDA, 0, 12]))
        let pixels = bytes[(start.upperBound + 10)..<(bytes.count - 2)]
        for (byte, next) in zip(pixels, pixels.dropFirst()) where byte == 0xFF { #expect(next == 0) }
        #expect(pixels.last != 0xFF)
    }
}
