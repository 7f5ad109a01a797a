/// The blocks of a message for MD5 and SHA-256: sixteen words each, padded with a bit, zeros and the length (RFC 1321
/// §3.1 and §3.2, RFC 6234 §4.1).
enum HashBlocks {
    /// The byte order of a word.
    enum Endianness {
        case little, big
    }

    /// Calls `take` with each block, in order.
    static func each(of message: some ContiguousBytes, _ order: Endianness, _ take: ([UInt32]) -> Void) {
        message.withUnsafeBytes { bytes in
            let whole = bytes.count / 64 * 64
            var words = [UInt32](repeating: 0, count: 16)
            for start in stride(from: 0, to: whole, by: 64) {
                read(&words, from: bytes, at: start, order)
                take(words)
            }
            let tail = Self.tail(of: bytes, from: whole, order)
            tail.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: 64) {
                    read(&words, from: bytes, at: start, order)
                    take(words)
                }
            }
        }
    }

    /// Returns the bytes after the last complete block with their padding: one block or two.
    private static func tail(of bytes: UnsafeRawBufferPointer, from start: Int, _ order: Endianness) -> [UInt8] {
        var tail = Array(bytes[start...])
        tail.append(0x80)
        tail.append(contentsOf: repeatElement(0, count: (120 - tail.count) % 64))
        let bits = UInt64(bytes.count) &* 8
        withUnsafeBytes(of: order == .little ? bits.littleEndian : bits.bigEndian) { tail.append(contentsOf: $0) }
        return tail
    }

    private static func read(
        _ words: inout [UInt32], from bytes: UnsafeRawBufferPointer, at start: Int, _ order: Endianness
    ) {
        for index in 0..<16 {
            let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
            words[index] = order == .little ? UInt32(littleEndian: word) : UInt32(bigEndian: word)
        }
    }
}

extension UInt32 {
    /// Returns the bits rotated left; `count` is 1 to 31.
    func rotated(left count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }

    /// Returns the bits rotated right; `count` is 1 to 31.
    func rotated(right count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
