extension [UInt8] {
    /// The bytes of an even number of hexadecimal digits.
    init(hexDigits text: String) {
        let digits: [UInt8] = text.utf8.compactMap { $0.hexValue.map { UInt8($0) } }
        self = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Two lower-case hexadecimal digits a byte.
    package var hexDigits: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * count)
        for byte in self {
            for half in [byte >> 4, byte & 0xF] { digits.append(half + (half < 10 ? 0x30 : 0x57)) }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension FixedWidthInteger {
    /// All bits in lower-case hexadecimal, with leading zeros.
    package var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, Self.bitWidth / 4 - digits.count)) + digits
    }
}
