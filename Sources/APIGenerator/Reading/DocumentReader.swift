package import Foundation

/// Reads one document of YAML 1.2, and therefore of JSON: block and flow collections, all styles of scalars, anchors
/// and aliases, and merge keys (`<<`). Keys are scalars. The tag `!!str` makes a plain scalar a text; `!!int`,
/// `!!float`, `!!bool` and `!!null` make one in quotes plain. Other tags are ignored.
package struct DocumentReader {
    /// The most collections within each other. What walks a node recursively can rely on it.
    static let maxDepth = 256
    /// The most nodes. Each alias counts as many as its anchor has, so that a short document cannot become a huge one.
    static let maxNodes = 10_000_000

    /// The text in UTF-8, with line feeds as its only line breaks, and one at its end. It has no control characters.
    let bytes: [UInt8]
    /// Whether the document itself ended in a line break.
    let endsInLineBreak: Bool
    var index = 0
    var line = 1
    /// The index where the line begins.
    var lineStart = 0
    /// The collections that are open.
    var stack: [Collection] = []
    /// The greatest depth since the innermost open anchor, for the height of its node.
    var peak = 0
    var nodes = 0
    var anchors: [String: Anchor] = [:]

    /// Reads a document. A second document, an empty one and a key that appears twice are faults.
    package static func read(_ data: Data) throws(ReadingFault) -> Node {
        var reader = try DocumentReader(data)
        return try reader.document()
    }

    private init(_ data: Data) throws(ReadingFault) {
        var text = [UInt8](data)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        try Self.checkEncoding(of: text)
        text = try Self.withLineFeeds(text)
        endsInLineBreak = text.last == 0x0A
        if !endsInLineBreak { text.append(0x0A) }
        bytes = text
    }

    private static func checkEncoding(of text: [UInt8]) throws(ReadingFault) {
        if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) || text.prefix(4).contains(0) {
            throw ReadingFault(
                reason: "the document is UTF-16, UTF-32 or no text; save it as UTF-8", line: 1, column: 1)
        }
        if String(bytes: text, encoding: .utf8) != nil { return }
        let repaired = String(decoding: text, as: UTF8.self).utf8
        let place = zip(text, repaired).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? text.count
        throw fault("a byte is not UTF-8; save the document as UTF-8", at: place, in: text)
    }

    /// Returns the text with each CR LF and CR as a line feed (§5.4).
    private static func withLineFeeds(_ text: [UInt8]) throws(ReadingFault) -> [UInt8] {
        guard text.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return text }
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count)
        for (place, byte) in text.enumerated() {
            switch byte {
            case 0x0D where place + 1 < text.count && text[place + 1] == 0x0A: continue
            case 0x0D: lines.append(0x0A)
            case 0x20..., 0x09, 0x0A: lines.append(byte)
            default:
                let code = String(byte, radix: 16, uppercase: true)
                throw fault(
                    "the control character U+00\(byte < 16 ? "0" : "")\(code) cannot be part of a document; "
                        + "write it as an escape in double quotes", at: lines.count, in: lines)
            }
        }
        return lines
    }

    private static func fault(_ reason: String, at place: Int, in text: [UInt8]) -> ReadingFault {
        let before = text.prefix(place)
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = before.reduce(into: 1) { if $1 == 0x0A { $0 += 1 } }
        return ReadingFault(reason: reason, line: line, column: place - lineStart + 1)
    }

    private mutating func document() throws(ReadingFault) -> Node {
        // Tabs may stand before a scalar or a flow collection, as JSON allows.
        try skipToToken(allowsTabs: true)
        var hasDirective = false
        while column == 0, byte == UInt8(ascii: "%") {
            hasDirective = true
            skipLine()
            try skipToToken(allowsTabs: true)
        }
        var isOnLine = false
        if isAtMarker, byte == UInt8(ascii: "-") {
            index += 3
            isOnLine = !(try skipToToken(allowsTabs: true))
        } else if hasDirective {
            throw fault("a line of --- is missing behind the directives")
        }
        if isAtEnd || isAtMarker { throw fault("the document is empty") }
        if !isOnLine, bytes[lineStart..<index].contains(0x09), isDash || isQuestion || isImplicitKey() {
            throw tabFault
        }
        let root = try root(isOnLine: isOnLine)
        try endOfDocument()
        return root
    }

    private mutating func endOfDocument() throws(ReadingFault) {
        try skipToToken()
        while isAtMarker, byte == UInt8(ascii: ".") {
            index += 3
            try endOfValue()
            try skipToToken()
            if !isAtEnd, !isAtMarker { throw secondDocumentFault }
        }
        if isAtMarker { throw secondDocumentFault }
        if !isAtEnd { throw fault("this does not belong to the value before it; check the indentation") }
    }

    private var secondDocumentFault: ReadingFault { fault("a second document begins; a file may hold only one") }
}
