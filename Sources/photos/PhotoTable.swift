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

    private static let narrowestColumn = 4
    private static let headers = ["Title", "Author", "Tags", "Link"]
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
        let widths = columnWidths()
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([Self.headers, rule] + cells).map { row in
            zip(row, widths).map { $0.fitted(to: $1) }.joined(separator: Self.gap).withoutTrailingSpaces
        }
    }

    private func columnWidths() -> [Int] {
        let wishes = Self.headers.indices.map { column in
            cells.reduce(Self.headers[column].displayWidth) { max($0, $1[column].displayWidth) }
        }
        let room = width - Self.gap.count * (wishes.count - 1)
        let link = wishes[wishes.count - 1]
        // A link that is cut cannot be clicked, so the others shrink first, until they say nothing any more.
        if room - link >= Self.narrowestColumn * (wishes.count - 1) {
            return share(room - link, among: wishes.dropLast()) + [link]
        }
        return share(room, among: wishes)
    }

    /// Shares the room in equal parts, where what a narrow column does not need goes to the wider ones.
    private func share(_ room: Int, among wishes: [Int]) -> [Int] {
        var widths = wishes
        var rest = room
        let hungriestLast = wishes.indices.sorted { wishes[$0] < wishes[$1] }
        for (served, column) in hungriestLast.enumerated() {
            widths[column] = min(wishes[column], rest / (wishes.count - served))
            rest -= widths[column]
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
