import Foundation

/// A picture that the sample serves: an evening sky above a dark hill, another one for each URL.
///
/// It is a JPEG of the simplest kind: each block of 8 × 8 pixels has one color, the only coefficient that is not zero.
struct SamplePicture {
    /// Returns the picture for a URL, always the same bytes.
    static func jpeg(for url: URL) -> Data {
        let seed = url.absoluteString.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) }
        var picture = SamplePicture()
        let (columns, rows) = (240, 120 + Int(seed % 60))
        let (phase, warmth) = (Double(seed >> 8 & 0xFF) / 40, Int(seed >> 16 & 31))
        picture.begin(width: columns * 8, height: rows * 8)
        for row in 0..<rows {
            for column in 0..<columns {
                let hill = 0.7 + 0.1 * sin(Double(column) / 40 + phase)
                let isSky = Double(row) < hill * Double(rows)
                // Luminance, and the distance of blue and red from gray.
                picture.append(isSky ? [row - 60, -warmth, warmth + row / 4] : [-100, 4, -6])
            }
        }
        return picture.ended()
    }

    private var bytes: [UInt8] = []
    private var pending: (bits: Int, count: Int) = (0, 0)
    /// The last block of each component, from which the next one is counted.
    private var last = [0, 0, 0]

    /// Appends the head (ITU-T T.81, annex B).
    private mutating func begin(width: Int, height: Int) {
        let size = [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) }
        bytes = [0xFF, 0xD8]
        // Quantization by 8, by which a coefficient is the value of its pixels.
        bytes += [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 8, count: 64)
        bytes += [0xFF, 0xC0, 0, 17, 8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        // Twelve codes of four bits, each the length of a difference; one code of one bit, the end of a block.
        bytes += [0xFF, 0xC4, 0, 31, 0, 0, 0, 0, 12] + Array(repeating: 0, count: 12) + Array(0...11)
        bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + Array(repeating: 0, count: 16)
        bytes += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
    }

    /// Appends a block of each component.
    private mutating func append(_ color: [Int]) {
        for (component, value) in color.enumerated() {
            let difference = value - last[component]
            last[component] = value
            let length = Int.bitWidth - difference.magnitude.leadingZeroBitCount
            append(length, bits: 4)
            append(difference < 0 ? difference + (1 << length) - 1 : difference, bits: length)
            append(0, bits: 1)
        }
    }

    private mutating func append(_ value: Int, bits count: Int) {
        pending = (pending.bits << count | value, pending.count + count)
        while pending.count >= 8 {
            pending.count -= 8
            let byte = UInt8(pending.bits >> pending.count & 0xFF)
            // A zero tells it from a marker.
            bytes += byte == 0xFF ? [byte, 0] : [byte]
        }
        pending.bits &= 0xFF
    }

    private mutating func ended() -> Data {
        append(0x7F, bits: 7)
        return Data(bytes + [0xFF, 0xD9])
    }
}
