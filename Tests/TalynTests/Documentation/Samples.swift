import Foundation

/// Finds the Swift samples of a text, and compares them with source files.
enum Samples {
    /// The lines of each fenced Swift block of a Markdown text. An unclosed block ends with the text.
    ///
    /// A block that opens with "swift moya" is Moya's code, which is not compiled here.
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

    /// The lines of each fenced Swift block in the doc comments of a source file.
    static func blocks(inDocCommentsOf source: String) -> [[String]] {
        let comments = source.components(separatedBy: "\n").map { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.hasPrefix("///") ? String(line.dropFirst(3)) : ""
        }
        return blocks(inMarkdown: comments.joined(separator: "\n"))
    }

    /// The number of blocks of a Markdown text without a language: their content would not be checked.
    static func fencesWithoutLanguage(inMarkdown text: String) -> Int {
        let fences = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("```") }
        return fences.enumerated().filter { $0.offset.isMultiple(of: 2) && $0.element == "```" }.count
    }

    /// Lines without surrounding white space; blank lines are removed.
    static func significant(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// A line without the comment at its end. Two slashes inside a string are not a comment.
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

    /// Whether the lines of a block are consecutive lines of a file.
    static func stands(_ block: [String], consecutivelyIn source: String) -> Bool {
        let wanted = significant(block)
        let lines = significant(source.components(separatedBy: "\n"))
        guard !wanted.isEmpty, wanted.count <= lines.count else { return false }
        return (0...(lines.count - wanted.count)).contains { lines[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }

    /// The lines of a block that are not lines of a file; comments at the end of a line are ignored.
    static func missing(_ block: [String], in source: String) -> [String] {
        let lines = Set(significant(source.components(separatedBy: "\n").map(withoutComment)))
        return significant(block.map(withoutComment)).filter { !lines.contains($0) }
    }

    /// The names of the public declarations at the top level of a Swift source.
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

    /// The paths in the repository that a Markdown text links to; web links are omitted.
    static func linkedFiles(inMarkdown text: String) -> [String] {
        text.components(separatedBy: "](").dropFirst().compactMap { rest in
            let target = rest.prefix { $0 != ")" && $0 != "#" }
            return target.isEmpty || target.contains("://") ? nil : String(target)
        }
    }

    /// The headings in files of the repository that a Markdown text links to, as the site that shows it spells them. The
    /// path of the text itself is empty.
    static func linkedHeadings(inMarkdown text: String) -> [(path: String, heading: String)] {
        text.matches(of: /\]\(([^)#:]*)#([^)]+)\)/).map { (path: String($0.output.1), heading: String($0.output.2)) }
    }

    /// The headings of a Markdown text as they stand in links: lower case, hyphens for blanks, no punctuation.
    static func headings(inMarkdown text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
            line.drop { $0 == "#" || $0 == " " }.lowercased().replacingOccurrences(of: " ", with: "-")
                .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
    }
}
