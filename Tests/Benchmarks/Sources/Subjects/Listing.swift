import Foundation

/// The body of every response: 1,001 bytes of JSON, the size that the peers were measured with.
public struct Listing: Codable, Sendable {
    public let page: Int
    public let total: Int
    public let items: [Item]

    public struct Item: Codable, Sendable {
        public let id: Int
        public let name: String
        public let owner: String
        public let isPrivate: Bool
        public let stars: Int
        public let summary: String
    }

    /// The body's text.
    public static let json: Data = {
        let items = (1...7).map { index in
            """
            {"id":\(1000 + index),"name":"repository-\(index)","owner":"octocat","isPrivate":false,\
            "stars":\(index * 37),"summary":"Library \(index) of seven, in so many words"}
            """
        }
        let text = "{\"page\":1,\"total\":7,\"items\":[\(items.joined(separator: ","))]}"
        // Trailing spaces fill up the size.
        return Data(text.utf8) + Data(repeating: UInt8(ascii: " "), count: max(0, 1001 - text.utf8.count))
    }()

    /// The same size as one flat object with 20 fields, the body of the logger comparison.
    public static let flat: Data = {
        let fields = (1...20).map { index in
            index.isMultiple(of: 4)
                ? "\"field_number_\(index)\":\(index * 1_000_003)"
                : "\"field_name_\(index)\":\"a value in a few words, number \(index)\""
        }
        return Data("{\(fields.joined(separator: ","))}".utf8)
    }()
}
