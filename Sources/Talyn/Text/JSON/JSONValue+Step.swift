extension JSONValue {
    /// A step into a value, in the form that decoders use in a coding path.
    package enum Step: CodingKey {
        case key(String)
        case index(Int)

        package var stringValue: String {
            switch self {
            case .key(let key): key
            case .index(let index): "Index \(index)"
            }
        }

        package var intValue: Int? { if case .index(let index) = self { index } else { nil } }

        package init?(stringValue: String) { self = .key(stringValue) }
        package init?(intValue: Int) { self = .index(intValue) }
    }
}
