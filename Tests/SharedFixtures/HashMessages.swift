/// Messages that the hash tests share with the script that computed the expected values.
package enum HashMessages {
    /// One message per length: byte i of a message of n bytes is 7i + n.
    package static let upTo130 = (0...130).map { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
    }
}
