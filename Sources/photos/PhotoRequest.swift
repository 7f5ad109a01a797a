/// What to ask Flickr's public feed for: each property is a parameter of the query.
struct PhotoRequest: Encodable, Equatable, Sendable {
    /// The tags, separated by commas.
    var tags = "landscape, portrait"
    /// `any`: photos with one of the tags; `all`: photos with every tag.
    var tagmode = "any"
    /// The form of the answer.
    var format = "json"
    /// `1` for plain JSON; without it Flickr wraps the feed in a call of a JavaScript function.
    var nojsoncallback = "1"
}

extension PhotoRequest {
    /// What the command line asks for.
    init(_ arguments: Arguments) {
        self.init(tags: arguments.tags.joined(separator: ", "), tagmode: arguments.tagMode.rawValue)
    }
}
