/// Photos as plain text that fits a terminal: a table, or one field on each line where a table has no room.
///
/// ```
/// Title            Author      Tags           Link
/// ---------------  ----------  -------------  ----------------------------------------
/// 해 질 녘 갈대밭  하늘담은집  reeds evening  https://www.flickr.com/photos/reeds/101/
/// ```
struct PhotoTable {
    /// The fields of one photo.
    struct Row: Equatable, Sendable {
        var title: String
        var author: String
        var tags: String
        var link: String
    }

    private static let headers = ["Title", "Author", "Tags", "Link"]
    private let rows: [[String]]
    private let width: Int

    /// `width` is in columns of the terminal; less than 1 counts as 1.
    init(rows: [Row], width: Int) {
        self.rows = rows.map { [$0.title, $0.author, $0.tags, $0.link].map(\.terminalSafe) }
        self.width = max(width, 1)
    }

    /// The lines, none wider than the terminal and none with spaces at its end.
    func lines() -> [String] {
        tableLines(of: [0, 1, 2, 3]) ?? tableLines(of: [0, 1, 3]) ?? fieldLines()
    }

    /// A table of some fields; nil where it has no room.
    ///
    /// Links stay whole, so that they can be clicked. Title, author and tags share the rest.
    private func tableLines(of fields: [Int]) -> [String]? {
        let wishes = Self.headers.indices.map { field in
            rows.reduce(Self.headers[field].count) { max($0, $1[field].displayWidth) }
        }
        let room = width - wishes[3] - 2 * (fields.count - 1)
        guard room >= 6 * fields.count else { return nil }
        let author = min(wishes[1], room / fields.count)
        let tags = fields.contains(2) ? min(wishes[2], max(room / 4, room - author - wishes[0])) : 0
        let widths = [min(wishes[0], room - author - tags), author, tags, wishes[3]]
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([Self.headers, rule] + rows).map { row in
            fields.map { row[$0].fitted(to: widths[$0]) }.joined(separator: "  ").withoutTrailingSpaces
        }
    }

    private func fieldLines() -> [String] {
        let photos = rows.map { row in
            zip(Self.headers, row).map { "\($0.fitted(to: 8))\($1)".cut(to: width).withoutTrailingSpaces }
        }
        return Array(photos.joined(separator: [""]))
    }
}

extension String {
    fileprivate var withoutTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
