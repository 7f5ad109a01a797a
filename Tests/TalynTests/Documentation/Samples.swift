import Foundation

/// The Swift samples of a text, and whether a source file has them.
enum Samples {
    /// The fenced blocks of Swift in a Markdown text, line by line; a block that is never closed ends with the text.
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

    /// The same for the doc comments of a source file.
    static func blocks(inDocCommentsOf source: String) -> [[String]] {
        let comments = source.components(separatedBy: "\n").map { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.hasPrefix("///") ? String(line.dropFirst(3)) : ""
        }
        return blocks(inMarkdown: comments.joined(separator: "\n"))
    }

    /// Fences of a Markdown text that open without saying a language: nobody would check what is in them.
    static func fencesWithoutLanguage(inMarkdown text: String) -> Int {
        let fences = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("```") }
        return fences.enumerated().filter { $0.offset.isMultiple(of: 2) && $0.element == "```" }.count
    }

    /// What counts of lines: no white space around them, no blank ones.
    static func significant(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// A line without the comment at its end; two slashes in a string are no comment.
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

    /// Whether the lines of a block stand in a file one after the other.
    static func stands(_ block: [String], consecutivelyIn source: String) -> Bool {
        let wanted = significant(block)
        let lines = significant(source.components(separatedBy: "\n"))
        guard !wanted.isEmpty, wanted.count <= lines.count else { return false }
        return (0...(lines.count - wanted.count)).contains { lines[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }

    /// The lines of a block that stand nowhere in a file, comments at their ends aside.
    static func missing(_ block: [String], in source: String) -> [String] {
        let lines = Set(significant(source.components(separatedBy: "\n").map(withoutComment)))
        return significant(block.map(withoutComment)).filter { !lines.contains($0) }
    }

    /// The names that a Swift source declares as public, at its top level.
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

    /// The places in the repository that a Markdown text links to; links to the web are none.
    static func linkedFiles(inMarkdown text: String) -> [String] {
        text.components(separatedBy: "](").dropFirst().compactMap { rest in
            let target = rest.prefix { $0 != ")" && $0 != "#" }
            return target.isEmpty || target.contains("://") ? nil : String(target)
        }
    }
}
