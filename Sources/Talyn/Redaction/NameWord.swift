/// Letters in lower case, of one word or of several together: the first eight, the last eight, and their number.
/// To make one allocates nothing.
struct NameWord: Hashable, Sendable {
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    private(set) var count = 0

    init() {}

    init(_ text: String) { self.init(Array(text.utf8)[...]) }

    init(_ name: ArraySlice<UInt8>) {
        for byte in name where byte.isNameLetter { append(byte) }
    }

    @inline(__always)
    fileprivate mutating func append(_ byte: UInt8) {
        let letter = UInt64(byte.lowercased)
        if count < 8 { first = first << 8 | letter }
        last = last << 8 | letter
        count += 1
    }

    /// Returns the two words in one.
    func followed(by word: NameWord) -> NameWord {
        var both = word
        both.count = count + word.count
        // Smart shifts: by 64 bits or more nothing remains.
        if word.count < 8 { both.last = last << UInt64(8 * word.count) | word.last }
        let missing = 8 - min(count, 8)
        both.first = first << UInt64(8 * min(missing, word.count))
        both.first |= word.first >> UInt64(8 * max(min(word.count, 8) - missing, 0))
        return both
    }

    /// The number of its first letter, without case: 1 for `a`.
    var firstLetter: Int { Int(truncatingIfNeeded: first >> UInt64(8 * max(min(count, 8) - 1, 0)) & 31) }
    /// The number of its last letter.
    var lastLetter: Int { Int(truncatingIfNeeded: last & 31) }

    /// Returns whether it is longer than a word of at most eight letters and ends with it.
    func ends(with word: NameWord) -> Bool {
        count > word.count && (last ^ word.last) & (.max >> UInt64(64 - 8 * word.count)) == 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(first &* 31 ^ last) }
}

/// The words of a name: split where a character is no letter, and at humps (`accessToken`, `APIKey`).
struct NameWords: Sequence, IteratorProtocol {
    private let name: ArraySlice<UInt8>
    /// The bytes of the last word.
    private(set) var range: Range<Int>

    init(_ name: ArraySlice<UInt8>) {
        self.name = name
        range = name.startIndex..<name.startIndex
    }

    /// Returns the next word; nil at the end.
    mutating func next() -> NameWord? {
        var index = range.upperBound
        while index < name.endIndex, !name[index].isNameLetter { index += 1 }
        let start = index
        var word = NameWord()
        while index < name.endIndex, name[index].isNameLetter, index == start || !isHump(index) {
            word.append(name[index])
            index += 1
        }
        range = start..<index
        return range.isEmpty ? nil : word
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
