import Foundation

/// Flickr's public feed: a title and the newest photos.
struct Photo: Decodable, Equatable, Sendable {
    let title: String
    let link: String
    let items: [Item]

    /// One photo of the feed.
    struct Item: Decodable, Equatable, Sendable {
        let title: String
        let link: String
        let media: Media
        /// As Flickr writes it: `nobody@flickr.com ("name")`; ``authorName`` is the name alone.
        let author: String
        let authorID: String
        /// Separated by spaces; empty when there are none.
        let tags: String

        enum CodingKeys: String, CodingKey {
            case title, link, media, author, tags
            case authorID = "author_id"
        }

        /// The URL of the image, in Flickr's medium size.
        struct Media: Decodable, Equatable, Sendable {
            let m: String
        }
    }
}

extension Photo {
    /// The URLs of the pictures, in the feed's order, each once.
    var pictures: [String] {
        var known: Set<String> = []
        return items.map(\.media.m).filter { known.insert($0).inserted }
    }
}

extension Photo.Item {
    /// The author's bare name, which may contain quotation marks; the whole author if it is not in Flickr's form.
    var authorName: String {
        // As bytes: a mark at the beginning of a name is one Character with the quotation mark before it.
        guard let start = author.utf8.firstRange(of: "(\"".utf8)?.upperBound,
            author.utf8[start...].suffix(2).elementsEqual("\")".utf8)
        else { return author }
        return String(Substring(author.utf8[start...].dropLast(2)))
    }
}
