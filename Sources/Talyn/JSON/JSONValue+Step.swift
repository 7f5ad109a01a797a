extension JSONValue {
    /// A step into a value, in the form that decoders use in a coding path.
    enum Step: CodingKey {
        case key(String)
        case index(Int)

        var stringValue: String {
            switch self {
            case .key(let key): key
            case .index(let index): "Index \(index)"
            }
        }

        var intValue: Int? { if case .index(let index) = self { index } else { nil } }

        init?(stringValue: String) { self = .key(stringValue) }
        init?(intValue: Int) { self = .index(intValue) }
    }
}
