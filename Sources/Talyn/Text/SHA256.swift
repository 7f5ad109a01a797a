/// SHA-256 (RFC 6234), for HTTP Digest and for the hashes of downloads. Bytes are taken in chunks of any size.
///
/// Foundation has no hashes on Linux, and CryptoKit exists on Apple platforms only. 512 MB take about three seconds of
/// CPU time in a release build.
package struct SHA256: Sendable {
    private static let blockSize = 64

    // The first 32 fractional bits of the square roots of the first eight primes.
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The beginning of a block.
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    /// Returns the 32 bytes of the hash of a message.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        message.withUnsafeBytes { hash.update($0) }
        return hash.digest()
    }

    /// Adds a chunk of the message.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let count = min(Self.blockSize - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<count])
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard rest.count == Self.blockSize else { return }
            let block = rest
            block.withUnsafeBytes { add(blocks: $0) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count / Self.blockSize * Self.blockSize
        add(blocks: UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
        rest.append(contentsOf: bytes[whole...])
    }

    /// Returns the 32 bytes of the hash. Nothing can be added afterwards.
    mutating func digest() -> [UInt8] {
        var last = rest + [0x80]
        while last.count % Self.blockSize != 56 { last.append(0) }
        withUnsafeBytes(of: (length &* 8).bigEndian) { last.append(contentsOf: $0) }
        last.withUnsafeBytes { add(blocks: $0) }
        return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    private mutating func add(blocks: UnsafeRawBufferPointer) {
        // Pointers, because arrays check each index.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            state.withUnsafeMutableBufferPointer { state in
                Self.roots.withUnsafeBufferPointer { roots in
                    for start in stride(from: 0, to: blocks.count, by: Self.blockSize) {
                        Self.schedule(UnsafeRawBufferPointer(rebasing: blocks[start..<start + Self.blockSize]), words)
                        Self.mix(state, words, roots)
                    }
                }
            }
        }
    }

    /// Expands the sixteen words of a block to one word per step.
    private static func schedule(_ block: UnsafeRawBufferPointer, _ words: UnsafeMutableBufferPointer<UInt32>) {
        for index in 0..<16 {
            words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        }
        for step in 16..<64 {
            let (early, late) = (words[step &- 15], words[step &- 2])
            let small = early.rotated(left: 25) ^ early.rotated(left: 14) ^ early &>> 3
            let large = late.rotated(left: 15) ^ late.rotated(left: 13) ^ late &>> 10
            words[step] = large &+ words[step &- 7] &+ small &+ words[step &- 16]
        }
    }

    private static func mix(
        _ state: UnsafeMutableBufferPointer<UInt32>, _ words: UnsafeMutableBufferPointer<UInt32>,
        _ roots: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in 0..<64 {
            let rotated = e.rotated(left: 26) ^ e.rotated(left: 21) ^ e.rotated(left: 7)
            let choice = e & f ^ ~e & g
            let first = h &+ rotated &+ choice &+ roots[step] &+ words[step]
            let majority = a & b ^ a & c ^ b & c
            let second = (a.rotated(left: 30) ^ a.rotated(left: 19) ^ a.rotated(left: 10)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        (state[0], state[1], state[2], state[3]) = (state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d)
        (state[4], state[5], state[6], state[7]) = (state[4] &+ e, state[5] &+ f, state[6] &+ g, state[7] &+ h)
    }

    /// The first 32 fractional bits of the cube roots of the first 64 primes.
    private static let roots: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension UInt32 {
    /// Returns the bits rotated left; `count` is 1 to 31.
    func rotated(left count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }
}
