import APIGenerator

/// Writes a node as YAML in one of several styles.
struct YAMLWriter {
    enum Style: CaseIterable, Sendable {
        /// Blocks with double quotes.
        case quoted
        /// Blocks with plain scalars where these are safe, else single quotes, and sequences in the column of their key.
        case plain
        /// Blocks with literal scalars for texts of several lines.
        case literal
        /// Blocks with aliases for collections that appear again.
        case aliases
        /// Blocks with `? ` before each key, and a tag and a comment at each value.
        case explicit
        /// Flow collections over several lines, indented by tabs.
        case flow
    }

    let style: Style
    private var anchors: [String: Int] = [:]
    private(set) var aliases = 0

    init(_ style: Style) { self.style = style }

    mutating func document(_ node: Node) -> String {
        switch style {
        case .flow: return flow(node, "\n")
        default: return "%YAML 1.2\n---" + value(node, "", isInSequence: false) + "\n...\n"
        }
    }

    /// The value behind a colon, a dash or a marker, with the space or line break before it.
    private mutating func value(_ node: Node, _ indentation: String, isInSequence: Bool) -> String {
        var prefix = style == .explicit ? " !t # comment" : ""
        let isEmpty = (node.items?.isEmpty ?? node.members?.isEmpty) == true
        guard !isEmpty, node.items != nil || node.members != nil else {
            return (style == .explicit && node.string == nil ? "  # comment\n\(indentation) " : " ")
                + scalar(node, indentation)
        }
        if style == .aliases {
            if let number = anchors[node.json] {
                aliases += 1
                return " *a\(number)"
            }
            prefix = " &a\(anchors.count)"
            anchors[node.json] = anchors.count
        }
        let inner = indentation + (style == .plain && node.items != nil && !isInSequence ? "" : "  ")
        return prefix + collection(node, inner)
    }

    private mutating func collection(_ node: Node, _ indentation: String) -> String {
        var text = ""
        for item in node.items ?? [] {
            text += "\n\(indentation)-" + value(item, indentation, isInSequence: true)
        }
        for member in node.members ?? [] {
            let key = scalar(Node(.scalar(member.key, isPlain: false), line: 1), indentation, isKey: true)
            text += style == .explicit ? "\n\(indentation)? \(key)\n\(indentation):" : "\n\(indentation)\(key):"
            text += value(member.value, indentation, isInSequence: false)
        }
        return text
    }

    private func scalar(_ node: Node, _ indentation: String, isKey: Bool = false) -> String {
        guard let text = node.string else {
            return node.text ?? (node.items != nil ? "[]" : node.members != nil ? "{}" : "null")
        }
        if style == .plain, Self.isSafe(text) { return text }
        if style == .plain, text.utf8.allSatisfy({ $0 >= 0x20 }) {
            return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        }
        if style == .literal, !isKey, text.utf8.contains(0x0A), text.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x0A }) {
            return literal(text, indentation)
        }
        return Node.quoted(text)
    }

    /// Whether a text is itself as a plain scalar.
    private static func isSafe(_ text: String) -> Bool {
        let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80 }
        guard let first = text.utf8.first, let last = text.utf8.last, isLetter(first), last != 0x20 else {
            return false
        }
        let isPlain = text.utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || " ./_-(){}[],'\"".utf8.contains($0)
        }
        return isPlain && Node(.scalar(text, isPlain: true), line: 1).string != nil
    }

    private func literal(_ text: String, _ indentation: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var chomping = "-"
        if lines.last == "" {
            // Lines of spaces are text, so only empty ones need that all line breaks are kept.
            chomping = lines.count > 2 && lines[lines.count - 2] != "" ? "" : "+"
            lines.removeLast()
        }
        return "|2\(chomping)" + lines.map { $0 == "" ? "\n" : "\n\(indentation)  \($0)" }.joined()
    }

    private func flow(_ node: Node, _ indentation: String) -> String {
        let inner = indentation + "\t"
        if let items = node.items { return "[" + items.map { inner + flow($0, inner) }.joined(separator: " ,") + "]" }
        if let members = node.members {
            return "{"
                + members.map { inner + Node.quoted($0.key) + ":" + flow($0.value, inner) }.joined(separator: ",")
                + indentation + "}"
        }
        return scalar(node, "")
    }
}
