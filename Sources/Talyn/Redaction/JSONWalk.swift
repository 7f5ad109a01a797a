/// Reads the names and values of JSON, of one document, several, or a broken one, and keeps the judgements of values by
/// their names. Depth costs a few bytes a level.
struct JSONWalk {
    /// A name or a value; strings are without quotes.
    enum Token {
        case name(ArraySlice<UInt8>), string(ArraySlice<UInt8>), number(ArraySlice<UInt8>)
        /// A bare word that is not a JSON literal.
        case word(ArraySlice<UInt8>)
    }

    /// An open object or array.
    private struct Container {
        let judgement: NameJudgement
        let start: Int
        let isArray: Bool
        /// The number of values that have been read.
        var count = 0
        /// The judgement of the second of a pair, by the first.
        var second: NameJudgement?
    }

    private let bytes: ArraySlice<UInt8>
    private var tokens: JSONTokens
    private var containers: [Container] = []
    /// Whether everything so far was valid JSON.
    private(set) var isWellFormed = true
    /// Whether the end is missing: of a string, an object, an array.
    private(set) var isUnfinished = false
    /// The judgement of the next value by its name; nil when none was read.
    var value: NameJudgement?

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        // Without a byte order mark.
        tokens = JSONTokens(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
    }

    /// The judgement of the object or array around.
    var container: NameJudgement { containers.last?.judgement ?? NameJudgement() }
    /// The start of the object or array around, which identifies it; -1 outside of all.
    var start: Int { containers.last?.start ?? -1 }
    /// The starts of the open objects and arrays.
    var starts: [Int] { containers.map(\.start) }
    /// The judgement of the next value.
    var judgement: NameJudgement {
        value ?? (containers.last?.count == 1 ? containers.last?.second : nil) ?? container
    }
    /// Whether the next value is the first of an array in an array, where pairs are written: `[["X-Api-Key", "…"]]`.
    var beginsPair: Bool {
        guard let last = containers.last, last.isArray, last.count == 0 else { return false }
        return containers.dropLast().last?.isArray == true
    }

    /// Notes the judgement of the second of a pair.
    mutating func beginPair(_ judgement: NameJudgement) {
        if !containers.isEmpty { containers[containers.count - 1].second = judgement }
    }

    /// Returns the next name or value; nil at the end.
    mutating func next() -> Token? {
        while let range = tokens.next() {
            let token = bytes[range]
            switch bytes[range.lowerBound] {
            case .quote:
                isUnfinished = isUnfinished || tokens.isUnclosed
                let text = token.dropFirst().dropLast(tokens.isUnclosed ? 0 : 1)
                return tokens.skipColon() ? .name(text) : .string(text)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isArray = bytes[range.lowerBound] == UInt8(ascii: "[")
                let judgement = isArray ? judgement : judgement.within
                containers.append(Container(judgement: judgement, start: range.lowerBound, isArray: isArray))
                value = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if containers.popLast() == nil { isWellFormed = false }
                value = nil
            case UInt8(ascii: ","):
                if !containers.isEmpty { containers[containers.count - 1].count += 1 }
                value = nil
            // The separator of JSON text sequences (RFC 7464).
            case 0x1E: break
            case let byte where JSONTokens.isWordPart(byte):
                if JSONTokens.isNumber(token) { return .number(token) }
                if !JSONTokens.isLiteral(token) {
                    isWellFormed = false
                    return .word(token)
                }
                value = nil
            default: isWellFormed = false
            }
        }
        isUnfinished = isUnfinished || !containers.isEmpty
        return nil
    }
}
