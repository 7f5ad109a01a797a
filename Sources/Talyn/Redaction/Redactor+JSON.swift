extension Redactor {
    /// Looks through JSON: one document, several, or what is left of one.
    ///
    /// It follows the tokens and asks nothing of their order, so a document that is cut or wrong is redacted as far as it
    /// goes, and depth costs a byte a level.
    ///
    /// - Returns: whether it was JSON throughout. What was not may hide secrets that are no JSON.
    @discardableResult
    mutating func scanJSON(_ bytes: ArraySlice<UInt8>, level: Int) -> Bool {
        var walk = JSONWalk(bytes)
        while let token = walk.next() {
            switch token {
            case .name(let range):
                let name = DecodedText(bytes[range], .json)
                walk.value = max(walk.container, secrecy(ofField: name))
                walk.isCount = SecretNames.isCount(name.text)
            case .string(let range):
                if walk.secrecy > .none {
                    hideString(range, in: bytes, walk.secrecy)
                } else {
                    scanLeaf(bytes[range], .json) { $0.scanValue($1, level: level + 1) }
                }
                walk.endValue()
            case .number(let range):
                // Not collected: the digits of a number are everywhere.
                if walk.secrecy > .none, !walk.isCount, !bytes[range].elementsEqual([0x30]) {
                    edit(range, to: [0x30])
                }
                walk.endValue()
            case .word(let range):
                if walk.secrecy > .none { hide(range, in: bytes, secrecy: walk.secrecy) }
                walk.endValue()
            }
        }
        return walk.isWellFormed
    }

    private mutating func hideString(_ range: Range<Int>, in bytes: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy) {
        let isUUID = bytes[range].count == 36 && UUID(uuidString: String(decoding: bytes[range], as: UTF8.self)) != nil
        hide(range, in: bytes, secrecy: secrecy, .json, with: isUUID ? Self.zeroUUID : Self.placeholder)
    }

    private static let zeroUUID = Array("00000000-0000-0000-0000-000000000000".utf8)
}

/// Reads JSON token by token, without recursion and without giving up.
struct JSONWalk {
    /// What means something; ranges of strings are without quotes.
    enum Token {
        case name(Range<Int>), string(Range<Int>), number(Range<Int>)
        /// A bare word that JSON does not have.
        case word(Range<Int>)
    }

    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var containers: [SecretNames.Secrecy] = []
    /// Whether everything so far was JSON's.
    private(set) var isWellFormed = true
    /// The secrecy of the value that a name was read for; nil when none was.
    var value: SecretNames.Secrecy?
    /// Whether the last name counts things.
    var isCount = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        // A byte order mark.
        index = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// The secrecy of the object or array around.
    var container: SecretNames.Secrecy { containers.last ?? .none }
    /// The secrecy of the value that comes.
    var secrecy: SecretNames.Secrecy { value ?? container }

    /// The value of a name has been read.
    mutating func endValue() { value = nil }

    /// The next token; nil at the end.
    mutating func next() -> Token? {
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case 0x22: return string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                containers.append(secrecy)
                value = nil
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if containers.popLast() == nil { isWellFormed = false }
                value = nil
                index += 1
            case UInt8(ascii: ","):
                value = nil
                index += 1
            // White space, and the separator of JSON text sequences (RFC 7464).
            case 0x20, 0x09, 0x0A, 0x0D, 0x1E: index += 1
            default:
                if let token = bare() { return token }
            }
        }
        if !containers.isEmpty { isWellFormed = false }
        return nil
    }

    private mutating func string() -> Token {
        let start = index + 1
        var end = start
        while end < bytes.endIndex, bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
        if end >= bytes.endIndex { isWellFormed = false }
        end = min(end, bytes.endIndex)
        index = min(end + 1, bytes.endIndex)
        var next = index
        while next < bytes.endIndex, bytes[next].isSpace { next += 1 }
        guard next < bytes.endIndex, bytes[next] == 0x3A else { return .string(start..<end) }
        index = next + 1
        return .name(start..<end)
    }

    private mutating func bare() -> Token? {
        let start = index
        while index < bytes.endIndex, Self.isBare(bytes[index]) { index += 1 }
        let word = bytes[start..<index]
        guard let first = word.first else {
            isWellFormed = false
            index += 1
            return nil
        }
        if first.isDigit || first == 0x2D,
            word.allSatisfy({ $0.isDigit || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) })
        {
            return .number(start..<index)
        }
        if Self.literals.contains(where: { word.elementsEqual($0) }) {
            value = nil
            return nil
        }
        isWellFormed = false
        return .word(start..<index)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        byte.isBase64URL || byte == 0x2B || byte == 0x2E || byte == 0x24 || byte >= 0x80
    }

    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }
}
