import Foundation

/// Lines of Swift, laid out as the project's formatter does.
struct SwiftText {
    private(set) var lines: [String] = []
    var indentation = 0
    static let width = 120

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: indentation) + text)
    }

    /// Whether a text fits into a line.
    func fits(_ text: String, behind more: Int = 0) -> Bool { indentation * 4 + text.utf16.count + more <= Self.width }

    /// Writes lines that are indented.
    mutating func indented(_ body: (inout SwiftText) -> Void) {
        indentation += 1
        body(&self)
        indentation -= 1
    }

    /// Calls the closure that ends in the last line.
    mutating func closeClosure() { lines[lines.count - 1] += "()" }

    /// Writes the patterns of a case, over several lines if they need them, and the line that follows.
    mutating func fillCase(_ patterns: [String], _ body: String = "") {
        let words = patterns.enumerated().map { ($0 == 0 ? "case " : "") + $1 + ($0 < patterns.count - 1 ? "," : ":") }
        let whole = words.joined(separator: " ") + (body.isEmpty ? "" : " " + body)
        if fits(whole) { return line(whole) }
        if fits(words.joined(separator: " ")) {
            line(words.joined(separator: " "))
        } else {
            let count = lines.count
            fill(words)
            for index in lines.indices.dropFirst(count + 1) { lines[index] = "    " + lines[index] }
        }
        if !body.isEmpty { indented { $0.line(body) } }
    }

    /// Writes a block in braces.
    mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
        line(head + " {")
        indentation += 1
        body(&self)
        indentation -= 1
        line("}")
    }

    /// Writes a head, values in parentheses and a tail; the values in lines of their own if one line is too short.
    /// - Parameter closes: whether the closing parenthesis then stands in a line of its own, as in declarations.
    mutating func call(
        _ head: String, _ values: [String], _ tail: String = "", closes: Bool = true, brackets: String = "()"
    ) {
        let (open, close) = (brackets.prefix(1), brackets.suffix(1))
        let whole = head + open + values.joined(separator: ", ") + close + tail
        if fits(whole) || values.isEmpty { return line(whole) }
        line(head + open)
        indentation += 1
        fill(
            values.enumerated().map { $1 + ($0 < values.count - 1 ? "," : "") },
            last: closes ? 0 : (close + tail).utf16.count)
        indentation -= 1
        if closes { line(close + tail) } else { lines[lines.count - 1] += close + tail }
    }

    /// Writes words into as few lines as they need.
    mutating func fill(_ words: [String], prefix: String = "", further: String? = nil, last: Int = 0) {
        var current = ""
        for (index, word) in words.enumerated() {
            let candidate = current.isEmpty ? prefix + word : current + " " + word
            if current.isEmpty || fits(candidate, behind: index == words.count - 1 ? last : 0) {
                current = candidate
            } else {
                line(current)
                current = (further ?? prefix) + word
            }
        }
        if !current.isEmpty { line(current) }
    }

    /// Writes a doc comment.
    mutating func documentation(_ paragraphs: [String], indent: String = "") {
        var all = paragraphs
        while let last = all.last, last.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { all.removeLast() }
        while let first = all.first, first.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            all.removeFirst()
        }
        for paragraph in all {
            let words = paragraph.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map {
                String(decoding: $0, as: UTF8.self)
            }
            .map { word in word.replacingBytes("*/", "* /").replacingBytes("/*", "/ *").filter(Self.isPrintable) }
            if words.isEmpty {
                line("///")
                continue
            }
            let blanks = String(decoding: paragraph.utf8.prefix { $0 == 0x20 }.prefix(4), as: UTF8.self)
            fill(words, prefix: "/// " + blanks, further: indent.isEmpty ? nil : "/// " + indent)
        }
    }

    /// Whether a character controls the text around it: a line break, or a change of direction.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func isPrintable(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { !isHidden($0) }
    }

    /// Returns a text as a string literal.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if isHidden(scalar) {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
