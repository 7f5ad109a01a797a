import Foundation
import Testing

@testable import photos

struct PhotoTests {
    private func item(author: String) -> Photo.Item {
        Photo.Item(title: "", link: "", media: .init(m: ""), author: author, authorID: "", tags: "")
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
}
