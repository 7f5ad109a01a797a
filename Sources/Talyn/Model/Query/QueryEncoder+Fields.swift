extension QueryEncoder {
    /// Returns the names and texts of a query's values, in order and not percent-encoded.
    ///
    /// Made of the query's own text, so that names, order and texts are the same by construction.
    /// - Throws: as ``encode(_:)``.
    func fields(of query: HTTPTask.Query) throws -> [(name: String, value: String)] {
        var encoder = self
        encoder.spaces = .percentEncoded
        var (text, first) = (URLText(), true)
        try query.append(to: &text, first: &first, encoder: encoder)
        if first { return [] }
        // What is no delimiter is escaped, so each item has one "=".
        return text.string.split(atBytes: "&").map { item in
            let (name, value) = item.cut(atBytes: "=") ?? (item, "")
            return (name.unescaped, value.unescaped)
        }
    }
}

extension Substring {
    fileprivate var unescaped: String { removingPercentEncoding ?? String(self) }
}
