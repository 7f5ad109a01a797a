/// Changes of a text, in any order, by ranges of its bytes.
struct TextEdits {
    private(set) var all: [(range: Range<Int>, replacement: [UInt8])] = []

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    mutating func add(_ range: Range<Int>, _ replacement: [UInt8]) { all.append((range, replacement)) }

    /// The bytes with all changes made.
    func applied(to bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        for edit in merged {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.replacement
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }

    /// The index that another one becomes when all changes are made; in front of a change that it is within.
    func position(of index: Int) -> Int {
        var shift = 0
        for edit in merged where edit.range.lowerBound < index {
            if edit.range.upperBound > index { return edit.range.lowerBound + shift }
            shift += edit.replacement.count - edit.range.count
        }
        return index + shift
    }

    /// In order. What overlaps is one placeholder.
    private var merged: [(range: Range<Int>, replacement: [UInt8])] {
        let sorted = all.sorted {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        var merged: [(range: Range<Int>, replacement: [UInt8])] = []
        for edit in sorted {
            guard let last = merged.last, edit.range.lowerBound < last.range.upperBound else {
                merged.append(edit)
                continue
            }
            if edit.range.upperBound <= last.range.upperBound { continue }
            merged[merged.count - 1] = (last.range.lowerBound..<edit.range.upperBound, Redactor.placeholder)
        }
        return merged
    }
}
