/// Letters in lower case, of one word or of several together: the first 16 and their number. It takes no memory, where
/// a String would for each name.
struct NameWord: Hashable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private(set) var count = 0

    init() {}

    init(_ name: ArraySlice<UInt8>) { append(name) }

    mutating func append(_ name: ArraySlice<UInt8>) {
        for byte in name where byte.isNameLetter {
            if count < 8 {
                first = first << 8 | UInt64(byte.lowercased)
            } else if count < 16 {
                second = second << 8 | UInt64(byte.lowercased)
            }
            count += 1
        }
    }

    func appending(_ name: ArraySlice<UInt8>) -> NameWord {
        var word = self
        word.append(name)
        return word
    }

    /// The word without an `s` at its end; nil without one, and of a word above 16 letters.
    var singular: NameWord? {
        guard 1...16 ~= count, UInt8(truncatingIfNeeded: count > 8 ? second : first) == UInt8(ascii: "s") else {
            return nil
        }
        var word = self
        word.count -= 1
        if count > 8 { word.second >>= 8 } else { word.first >>= 8 }
        return word
    }
}

/// The words of a name: split where a character is no letter, and at humps (`accessToken`, `APIKey`).
struct NameWords: Sequence, IteratorProtocol {
    private let name: ArraySlice<UInt8>
    private var index: Int

    init(_ name: ArraySlice<UInt8>) {
        self.name = name
        index = name.startIndex
    }

    /// Returns the next word; nil at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        while index < name.endIndex, !name[index].isNameLetter { index += 1 }
        guard index < name.endIndex else { return nil }
        let start = index
        repeat { index += 1 } while index < name.endIndex && name[index].isNameLetter && !isHump(index)
        return name[start..<index]
    }

    private func isHump(_ index: Int) -> Bool {
        guard name[index].isUpper else { return false }
        return !name[index - 1].isUpper || index + 1 < name.endIndex && name[index + 1].isLower
    }
}

extension UInt8 {
    /// Whether it is a letter of a name: an ASCII letter or part of another character.
    fileprivate var isNameLetter: Bool { isLetter || self >= 0x80 }
}
