import Foundation

/// Extracts the Swift samples of a text, and searches for them in source files.
enum Samples {
    /// Returns the Swift blocks of a Markdown text, line by line. An unclosed block ends with the text.
    static func blocks(inMarkdown text: String) -> [[String]] {
        var blocks: [[String]] = []
        var isInBlock = false
        for line in text.components(separatedBy: "\n") {
            switch line.trimmingCharacters(in: .whitespaces) {
            case "```swift" where !isInBlock:
                isInBlock = true
                blocks.append([])
            case "```" where isInBlock: isInBlock = false
            default: if isInBlock { blocks[blocks.count - 1].append(line) }
            }
        }
        return blocks
    }

    /// Returns the Swift blocks in the doc comments of a source file.
    static func blocks(inDocCommentsOf source: String) -> [[String]] {
        let comments = source.components(separatedBy: "\n").map { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.hasPrefix("///") ? String(line.dropFirst(3)) : ""
        }
        return blocks(inMarkdown: comments.joined(separator: "\n"))
    }

    /// Returns the number of fences without a language in a Markdown text, whose content would not be checked.
    static func fencesWithoutLanguage(inMarkdown text: String) -> Int {
        let fences = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("```") }
        return fences.enumerated().filter { $0.offset.isMultiple(of: 2) && $0.element == "```" }.count
    }

    /// Returns the lines without surrounding white space and without blank lines.
    static func significant(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Returns a line without its trailing comment. Slashes within strings are kept.
    static func withoutComment(_ line: String) -> String {
        var isInString = false
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if character == "\"", previous != "\\" { isInString.toggle() }
            if character == "/", previous == "/", !isInString {
                return String(line[..<line.index(before: index)]).trimmingCharacters(in: .whitespaces)
            }
            previous = character
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Returns whether the lines of a block are consecutive lines of a file.
    static func stands(_ block: [String], consecutivelyIn source: String) -> Bool {
        let wanted = significant(block)
        let lines = significant(source.components(separatedBy: "\n"))
        guard !wanted.isEmpty, wanted.count <= lines.count else { return false }
        return (0...(lines.count - wanted.count)).contains { lines[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }

    /// Returns the lines of a block that do not occur in a file, ignoring trailing comments.
    static func missing(_ block: [String], in source: String) -> [String] {
        let lines = Set(significant(source.components(separatedBy: "\n").map(withoutComment)))
        return significant(block.map(withoutComment)).filter { !lines.contains($0) }
    }

    /// Returns the names of public top-level declarations in a Swift source.
    static func publicNames(in source: String) -> [String] {
        source.components(separatedBy: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            let kinds = ["struct", "class", "enum", "protocol", "actor", "func", "macro", "typealias", "let", "var"]
            guard words.first == "public", line.hasPrefix("public"),
                let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
            else { return nil }
            let name = words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return name.isEmpty ? nil : String(name)
        }
    }

    /// Returns the files of the repository that a Markdown text links to, without web links.
    static func linkedFiles(inMarkdown text: String) -> [String] {
        text.components(separatedBy: "](").dropFirst().compactMap { rest in
            let target = rest.prefix { $0 != ")" && $0 != "#" }
            return target.isEmpty || target.contains("://") ? nil : String(target)
        }
    }
}
