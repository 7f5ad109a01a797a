/// A Markdown table with aligned columns.
public struct Table: Sendable {
    private let head: [String]
    private var rows: [[String]] = []

    public init(_ head: [String]) { self.head = head }

    /// Makes a table of rows with budgets.
    public init(_ rows: [Row]) {
        self.init(Row.head)
        for row in rows { add(row.cells) }
    }

    public mutating func add(_ cells: [String]) { rows.append(cells) }

    public var text: String {
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| \(padded.joined(separator: " | ")) |"
        }
        let rule = "|\(widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|"))|"
        return ([line(head), rule] + rows.map(line)).joined(separator: "\n")
    }
}
