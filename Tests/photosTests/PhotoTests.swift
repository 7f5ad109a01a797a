import Foundation
import Testing

@testable import photos

struct PhotoTests {
    private func item(title: String = "Fog", author: String = #"nobody@flickr.com ("northlight")"#) -> Photo.Item {
        Photo.Item(
            title: title, link: "https://www.flickr.com/photos/northlight/101/", media: .init(m: "https://a/101_m.jpg"),
            author: author, authorID: "900000001@N99", tags: "fog water")
    }

    @Test(arguments: [
        (#"nobody@flickr.com ("northlight example")"#, "northlight example"),
        (#"nobody@flickr.com ("the "second" shutter")"#, #"the "second" shutter"#),
        (#"nobody@flickr.com ("dots (...) and ("brackets")")"#, #"dots (...) and ("brackets")"#),
        (#"nobody@flickr.com ("하늘담은집")"#, "하늘담은집"),
        (#"nobody@flickr.com ("")"#, ""),
        ("nobody@flickr.com (\"\u{301}a\")\u{FE0F}\")", "\u{301}a\")\u{FE0F}"),
        ("northlight", "northlight"),
        ("nobody@flickr.com (northlight)", "nobody@flickr.com (northlight)"),
        (#"nobody@flickr.com ("cut"#, #"nobody@flickr.com ("cut"#),
        (#"("#, #"("#),
        (#"(")"#, #"(")"#),
        ("", ""),
    ])
    func authorsBareNameStandsInBracketsAndQuotes(author: String, name: String) {
        #expect(item(author: author).authorName == name)
    }

    @Test func picturesAreInTheFeedsOrderEachOnce() {
        let items = ["https://a/2.jpg", "https://a/1.jpg", "https://a/2.jpg"].map { url in
            Photo.Item(title: "", link: "", media: .init(m: url), author: "", authorID: "", tags: "")
        }
        #expect(Photo(title: "", link: "", items: items).pictures == ["https://a/2.jpg", "https://a/1.jpg"])
    }

    @Test func rowHasTheBareName() {
        #expect(
            item().row
                == PhotoTable.Row(
                    title: "Fog", author: "northlight", tags: "fog water",
                    link: "https://www.flickr.com/photos/northlight/101/"))
    }

    @Test func photosPrintAsPrettyJSONWithSortedKeys() {
        #expect(
            [item()].json == """
                [
                  {
                    "author" : "northlight",
                    "link" : "https://www.flickr.com/photos/northlight/101/",
                    "media" : "https://a/101_m.jpg",
                    "tags" : "fog water",
                    "title" : "Fog"
                  }
                ]
                """)
    }

    @Test func whatATerminalWouldObeyIsEscapedInJSONAndNothingIsLost() throws {
        let title = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{7F}\u{2028}two\nlines 👩🏽‍🎨 \\u001b"
        let json = [item(title: title)].json
        #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || String($0).terminalSafe == String($0) })
        let photos = try JSONDecoder().decode([[String: String]].self, from: Data(json.utf8))
        #expect(photos.first?["title"] == title)
    }
}
