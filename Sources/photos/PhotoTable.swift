/// Photos as plain text that fits a terminal: a table, or one field a line where a table has no room.
///
/// ```
/// Title            Author      Tags           Link
/// ---------------  ----------  -------------  ----------------------------------------
/// 해 질 녘 갈대밭  하늘담은집  reeds evening  https://www.flickr.com/photos/reeds/101/
/// ```
struct PhotoTable {
    /// The fields of one photo, as they came: the table cleans and cuts them.
    struct Row: Equatable, Sendable {
        var title: String
        var author: String
        var tags: String
        var link: String
    }

    /// Under this many columns there is no table, but one field a line.
    static let narrowest = 60

    /// A title of fewer columns says nothing.
    private static let narrowestTitle = 12
    private static let headers = ["Title", "Author", "Tags", "Link"]
    private static let weights = [3, 2, 2, 3]
    private static let gap = "  "

    private let cells: [[String]]
    private let width: Int

    /// - Parameters:
    ///   - rows: the photos, in the order to show them.
    ///   - width: the columns of the terminal; less than one counts as one.
    init(rows: [Row], width: Int) {
        cells = rows.map { row in
            [row.title, row.author, row.tags, row.link].map { $0.terminalSafe.trimmingSpaces() }
        }
        self.width = max(width, 1)
    }

    /// The lines, without line ends, none wider than the width and none with spaces at its end.
    func lines() -> [String] {
        width < Self.narrowest ? fieldLines() : tableLines()
    }

    // MARK: A table

    private func tableLines() -> [String] {
        let columns = columns()
        let rule = columns.map { String(repeating: "-", count: $0.width) }
        let rows = ([Self.headers] + cells).map { row in columns.map { row[$0.index] } }
        return ([rows[0], rule] + rows.dropFirst()).map { row in
            zip(row, columns).map { $0.fitted(to: $1.width) }.joined(separator: Self.gap).withoutTrailingSpaces
        }
    }

    /// The columns to show, and how wide.
    ///
    /// A link that is cut cannot be clicked, so the others shrink first; where titles would say nothing any more, the
    /// tags go, and only then is the link cut.
    private func columns() -> [(index: Int, width: Int)] {
        let wishes = Self.headers.indices.map { column in
            cells.reduce(Self.headers[column].displayWidth) { max($0, $1[column].displayWidth) }
        }
        for kept in [[0, 1, 2, 3], [0, 1, 3]] {
            let room = width - Self.gap.count * (kept.count - 1) - wishes[3]
            let widths = share(room, among: kept.dropLast().map { Claim(wish: wishes[$0], weight: Self.weights[$0]) })
            if widths[0] >= min(wishes[0], Self.narrowestTitle) { return Array(zip(kept, widths + [wishes[3]])) }
        }
        let kept = [0, 1, 3]
        let room = width - Self.gap.count * (kept.count - 1)
        return Array(zip(kept, share(room, among: kept.map { Claim(wish: wishes[$0], weight: Self.weights[$0]) })))
    }

    /// What a column would like to have, and how much it counts among others.
    private struct Claim {
        let wish: Int
        let weight: Int
    }

    /// Shares the room by weight, where what a narrow column does not need goes to the wider ones.
    private func share(_ room: Int, among claims: [Claim]) -> [Int] {
        var widths = claims.map(\.wish)
        var rest = max(room, 0)
        var weights = claims.reduce(0) { $0 + $1.weight }
        let hungriestLast = claims.indices.sorted {
            claims[$0].wish * claims[$1].weight < claims[$1].wish * claims[$0].weight
        }
        for column in hungriestLast {
            widths[column] = min(claims[column].wish, rest * claims[column].weight / weights)
            rest -= widths[column]
            weights -= claims[column].weight
        }
        return widths
    }

    // MARK: One field a line

    private func fieldLines() -> [String] {
        let labelWidth = Self.headers.reduce(0) { max($0, $1.displayWidth) }
        let photos = cells.map { row in
            zip(Self.headers, row).map { header, cell in
                let line = header.fitted(to: labelWidth) + Self.gap + cell
                let isWholeWithoutLabel = line.displayWidth > width && cell.displayWidth <= width
                return (header == "Link" && isWholeWithoutLabel ? cell : line).cut(to: width).withoutTrailingSpaces
            }
        }
        return Array(photos.joined(separator: [""]))
    }
}

extension String {
    /// Cut or filled with spaces to exactly so many columns.
    fileprivate func fitted(to columns: Int) -> String {
        let text = cut(to: columns)
        return text + String(repeating: " ", count: columns - text.displayWidth)
    }

    /// Cut between characters, with `…` in the last column, where it is wider than so many columns.
    fileprivate func cut(to columns: Int) -> String {
        var used = 0
        var kept = startIndex
        for index in indices {
            used += self[index].displayWidth
            if used > columns { return self[..<kept] + "…" }
            if used < columns { kept = self.index(after: index) }
        }
        return self
    }

    fileprivate func trimmingSpaces() -> String {
        String(drop { $0 == " " }).withoutTrailingSpaces
    }

    fileprivate var withoutTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
