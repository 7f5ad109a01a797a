/// Reads JSON token by token, without recursion and without giving up, for ``Redactor``.
///
/// One document, several, or what is left of one: it asks nothing of the tokens' order, and depth costs a few bytes a level.
struct JSONWalk {
    /// What means something; strings are without quotes.
    enum Token {
        case name(ArraySlice<UInt8>), string(ArraySlice<UInt8>), number(ArraySlice<UInt8>)
        /// A bare word that JSON does not have.
        case word(ArraySlice<UInt8>)
    }

    /// An object or array that is open.
    private struct Container {
        let judgement: NameJudgement
        let start: Int
        let isArray: Bool
        /// How many values have been read.
        var count = 0
        /// What the first of a pair says of the second.
        var second: NameJudgement?
    }

    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var containers: [Container] = []
    /// Whether everything so far was JSON's.
    private(set) var isWellFormed = true
    /// Whether the end is missing: of a string, an object, an array.
    private(set) var isUnfinished = false
    /// What a name said of the value that comes; nil when none was read.
    var value: NameJudgement?

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        // A byte order mark.
        index = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// What was said of the object or array around.
    var container: NameJudgement { containers.last?.judgement ?? NameJudgement() }
    /// Where the object or array around begins, which no other does; -1 outside of all.
    var start: Int { containers.last?.start ?? -1 }
    /// Where the objects and arrays begin that are open.
    var starts: [Int] { containers.map(\.start) }
    /// What is known of the value that comes.
    var judgement: NameJudgement {
        value ?? (containers.last?.count == 1 ? containers.last?.second : nil) ?? container
    }
    /// Whether the value that comes is the first of an array in an array, where pairs are written: `[["X-Api-Key", "…"]]`.
    var beginsPair: Bool {
        containers.count > 1 && containers.suffix(2).allSatisfy(\.isArray) && containers.last?.count == 0
    }

    /// Notes what the first of a pair says.
    mutating func beginPair(_ judgement: NameJudgement) {
        if !containers.isEmpty { containers[containers.count - 1].second = judgement }
    }

    /// The next token; nil at the end.
    mutating func next() -> Token? {
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case 0x22: return string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isArray = byte == UInt8(ascii: "[")
                containers.append(
                    Container(judgement: isArray ? judgement : judgement.within, start: index, isArray: isArray))
                value = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if containers.popLast() == nil { isWellFormed = false }
                value = nil
            case UInt8(ascii: ","):
                value = nil
                if !containers.isEmpty { containers[containers.count - 1].count += 1 }
            // White space, and the separator of JSON text sequences (RFC 7464).
            case 0x20, 0x09, 0x0A, 0x0D, 0x1E: break
            default:
                if let token = bare() { return token }
                continue
            }
            index += 1
        }
        if !containers.isEmpty { isUnfinished = true }
        return nil
    }

    private mutating func string() -> Token {
        let start = index + 1
        var end = bytes.withUnsafeBufferPointer { all in
            var offset = start - bytes.startIndex
            while offset < all.count, all[offset] != 0x22 { offset += all[offset] == 0x5C ? 2 : 1 }
            return bytes.startIndex + offset
        }
        if end >= bytes.endIndex { isUnfinished = true }
        end = min(end, bytes.endIndex)
        index = min(end + 1, bytes.endIndex)
        var next = index
        while next < bytes.endIndex, bytes[next].isSpace { next += 1 }
        guard next < bytes.endIndex, bytes[next] == 0x3A else { return .string(bytes[start..<end]) }
        index = next + 1
        return .name(bytes[start..<end])
    }

    private mutating func bare() -> Token? {
        let word = bytes[index...].prefix {
            $0.isBase64URL || $0 == 0x2B || $0 == 0x2E || $0 == 0x24 || $0 >= 0x80
        }
        index = word.endIndex
        guard let first = word.first else {
            isWellFormed = false
            index += 1
            return nil
        }
        if first.isDigit || first == 0x2D,
            word.allSatisfy({ $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E || $0 | 0x20 == 0x65 })
        {
            return .number(word)
        }
        if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) || word.elementsEqual("null".utf8) {
            value = nil
            return nil
        }
        isWellFormed = false
        return .word(word)
    }
}
