import Testing

@testable import photos

struct PhotoTableTests {
    private let reeds = PhotoTable.Row(
        title: "해 질 녘 갈대밭", author: "하늘담은집", tags: "reeds evening", link: "https://www.flickr.com/photos/reeds/101/")
    private let pier = PhotoTable.Row(
        title: "🌅 First light at the pier, before the ferry came and everybody woke up", author: "Ferry & Fog",
        tags: "pier dawn harbour landscape sea", link: "https://www.flickr.com/photos/pier/3/")

    private func text(_ rows: [PhotoTable.Row], width: Int) -> String {
        PhotoTable(rows: rows, width: width).lines().joined(separator: "\n")
    }

    @Test func wideTerminalsShowEverythingInAlignedColumns() {
        var pier = pier
        pier.title = "🌅 First light"
        let expected = """
            Title            Author       Tags                             Link
            ---------------  -----------  -------------------------------  ----------------------------------------
            해 질 녘 갈대밭  하늘담은집   reeds evening                    https://www.flickr.com/photos/reeds/101/
            🌅 First light   Ferry & Fog  pier dawn harbour landscape sea  https://www.flickr.com/photos/pier/3/
            """
        #expect(text([reeds, pier], width: 105) == expected)
        #expect(text([reeds, pier], width: 500) == expected)
    }

    /// Photos of Flickr's width.
    private var longLink: PhotoTable.Row {
        var pier = pier
        pier.link = "https://www.flickr.com/photos/900000002@N99/99000000238/"
        return pier
    }

    @Test func linkStaysWholeAtTheCostOfTheOthers() {
        #expect(
            text([reeds, pier], width: 80) == """
                Title               Author    Tags      Link
                ------------------  --------  --------  ----------------------------------------
                해 질 녘 갈대밭     하늘담…   reeds e…  https://www.flickr.com/photos/reeds/101/
                🌅 First light at…  Ferry &…  pier da…  https://www.flickr.com/photos/pier/3/
                """)
    }

    @Test func titlesKeepMoreThanAuthorsAndTags() {
        #expect(
            text([longLink], width: 100) == """
                Title                 Author     Tags       Link
                --------------------  ---------  ---------  --------------------------------------------------------
                🌅 First light at t…  Ferry & …  pier daw…  https://www.flickr.com/photos/900000002@N99/99000000238/
                """)
    }

    @Test func tagsAreLeftOutWhereTheTitleHasNoRoom() {
        #expect(
            text([longLink], width: 80) == """
                Title           Author  Link
                --------------  ------  --------------------------------------------------------
                🌅 First ligh…  Ferry…  https://www.flickr.com/photos/900000002@N99/99000000238/
                """)
    }

    @Test func narrowTerminalsShowOneFieldOnEachLine() {
        #expect(
            text([reeds, pier], width: 48) == """
                Title   해 질 녘 갈대밭
                Author  하늘담은집
                Tags    reeds evening
                Link    https://www.flickr.com/photos/reeds/101/

                Title   🌅 First light at the pier, before the …
                Author  Ferry & Fog
                Tags    pier dawn harbour landscape sea
                Link    https://www.flickr.com/photos/pier/3/
                """)
    }

    @Test func aLinkIsCutWhereNothingElseFits() {
        #expect(PhotoTable(rows: [reeds], width: 39).lines().last == "Link    https://www.flickr.com/photos/…")
        #expect(PhotoTable(rows: [longLink], width: 77).lines().last?.hasSuffix("/99000000238/") == true)
    }

    @Test func wideCharacterIsNotCutInHalf() {
        let row = PhotoTable.Row(title: "갈대밭", author: "", tags: "", link: "")
        #expect(PhotoTable(rows: [row], width: 13).lines().first == "Title   갈대…")
        #expect(PhotoTable(rows: [row], width: 12).lines().first == "Title   갈…")
    }

    @Test func emptyFieldsLeaveNoSpacesAtTheEndOfALine() {
        let untitled = PhotoTable.Row(title: " ", author: "Ferry & Fog", tags: "", link: "")
        #expect(
            PhotoTable(rows: [untitled], width: 60).lines() == [
                "Title  Author       Tags  Link",
                "-----  -----------  ----  ----",
                "       Ferry & Fog",
            ])
        #expect(PhotoTable(rows: [untitled], width: 20).lines() == ["Title", "Author  Ferry & Fog", "Tags", "Link"])
    }

    @Test func noPhotosLeaveTheHeaderAlone() {
        #expect(PhotoTable(rows: [], width: 80).lines() == ["Title  Author  Tags  Link", "-----  ------  ----  ----"])
        #expect(PhotoTable(rows: [], width: 20).lines() == [])
    }

    @Test(arguments: [-1, 0, 1, 2, 7, 8, 9, 20, 39, 40, 59, 60, 61, 79, 80, 81, 120, 200])
    func noLineIsWiderThanTheTerminalNorCanMoveItsCursor(width: Int) {
        let hostile = PhotoTable.Row(
            title: "\u{1B}[2J\u{1B}]0;owned\u{7}\u{301}👨‍👩‍👧‍👦🇰🇷\u{202E}갈대밭\r\n\u{9B}31m"
                + String(repeating: "e\u{301}👍🏽", count: 90),
            author: "\u{FE0F}a\u{200D}\nb", tags: String(repeating: "꽃 ", count: 300),
            link: "https://\u{1B}[31mexample.com")
        for rows in [[hostile], [hostile, pier], [reeds, hostile, pier]] {
            for line in PhotoTable(rows: rows, width: width).lines() {
                #expect(line.displayWidth <= max(width, 1))
                #expect(line.terminalSafe == line)
                #expect(line.last != " ")
            }
        }
    }
}
