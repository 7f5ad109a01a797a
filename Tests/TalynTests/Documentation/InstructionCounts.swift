import Foundation

/// The instructions per call in `Tests/Benchmarks/instructions.txt`, and the figures of pages that repeat them.
struct InstructionCounts {
    /// The subjects in the file's order.
    let subjects: [String]
    private let counts: [String: (subject: Int, floor: Int)]

    /// Reads lines of a subject, its count and that of its floor. Others, such as comments, are omitted.
    init(_ text: String) {
        let rows = text.split(separator: "\n").map { $0.split(separator: " ") }.compactMap { words in
            if words.count == 3, let subject = Int(words[1]), let floor = Int(words[2]), floor > 0 {
                (name: String(words[0]), counts: (subject: subject, floor: floor))
            } else {
                nil
            }
        }
        subjects = rows.map(\.name)
        counts = Dictionary(rows.map { ($0.name, $0.counts) }, uniquingKeysWith: { _, last in last })
    }

    /// The ratio of a subject to its floor, with two decimals. Nil for a subject that is not in the file.
    func ratio(_ subject: String) -> String? {
        counts[subject].map { String(format: "%.2f", Double($0.subject) / Double($0.floor)) }
    }

    /// The row of a table with a subject's count and ratio at its end. Nil for a subject that is not in the file.
    func rowEnd(_ subject: String) -> [String]? {
        guard let count = counts[subject]?.subject, let ratio = ratio(subject) else { return nil }
        return ["\(count)", ratio]
    }

    /// The figures of a text that stand in "costs 0.47 of", in order. A line may break between the words.
    static func figures(in text: String) -> [String] {
        text.matches(of: /costs\s+([0-9]+(?:\.[0-9]+)?)\s+of/).map { String($0.output.1) }
    }

    /// The last two cells of each row of a Markdown table that begins with one word of code, by that word.
    static func rowEnds(in text: String) -> [String: [String]] {
        let rows = text.split(separator: "\n").compactMap { line -> (String, [String])? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| `"), cells.count > 2, let name = cells[0].wholeMatch(of: /`(\w+)`/) else {
                return nil
            }
            return (String(name.output.1), cells.suffix(2).map { $0.replacingOccurrences(of: ",", with: "") })
        }
        return Dictionary(rows, uniquingKeysWith: { _, last in last })
    }
}
