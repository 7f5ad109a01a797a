import Foundation

@testable import Talyn

extension FuzzTarget {
    /// A server decodes the names and values that were written into a query.
    static let query = FuzzTarget(
        "query",
        seeds: [
            fields("s", "a", "b c", "i", "n", "7", "a", "tags", "x,y"), fields("o", "user", "na=me", "d", "x", "1.5"),
            fields("s", "&=+%", "\u{301}", "s", "", ""), fields("s", "a\u{301}", "\r\n", "a", "\u{200D}", "\u{FE0F}"),
            fields("n", "x", "", "b", "t", "1", "o", "[", "]"),
            fields("i", "a", "-9223372036854775808", "d", "b", "1e308"),
            [0x73, 0xFF, 0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80],
        ]
    ) { input in
        let fields = input.fields
        let choice = input.number
        var encoder = QueryEncoder()
        encoder.arrays = [.brackets, .indexed, .repeated, .commaSeparated][choice % 4]
        encoder.nesting = choice / 4 % 2 == 0 ? .brackets : .dots
        encoder.nils = [.omitted, .emptyValue, .null][choice / 8 % 3]
        encoder.spaces = choice / 24 % 2 == 0 ? .percentEncoded : .plus
        var items = QueryItems([])
        var expected: [(String, String)] = []
        for index in stride(from: 0, to: fields.count - 2, by: 3) {
            let (kind, name, text) = (fields[index], fields[index + 1], fields[index + 2])
            let (value, pairs) = QueryProperties.item(kind, name, text, encoder, style: choice % 4)
            items.append(name, value)
            expected += pairs
        }
        guard let query = try? encoder.encode(items) else {
            return require(false, "these values can be written", fields)
        }
        QueryProperties.check(query, expected, encoder)
        QueryProperties.checkDictionary(Dictionary(expected, uniquingKeysWith: { first, _ in first }), encoder)
    }
}

private enum QueryProperties {
    /// Returns a value of a kind, and the expected names and values.
    static func item(
        _ kind: String, _ name: String, _ text: String, _ encoder: QueryEncoder, style: Int
    ) -> ((any QueryConvertible)?, [(String, String)]) {
        let key = encoder.nesting == .dots ? "\(name).\(text)" : "\(name)[\(text)]"
        switch kind.utf8.first {
        case UInt8(ascii: "i"): return (Int64(text) ?? 0, [(name, String(Int64(text) ?? 0))])
        case UInt8(ascii: "d"):
            let number = Double(text).flatMap { $0.isFinite ? $0 : nil } ?? 0
            return (number, [(name, String(number))])
        case UInt8(ascii: "b"): return (text == "1", [(name, text == "1" ? "1" : "0")])
        case UInt8(ascii: "n"):
            return (nil, encoder.nils == .omitted ? [] : [(name, encoder.nils == .null ? "null" : "")])
        case UInt8(ascii: "a"):
            let list = [text, kind, text]
            switch style {
            case 0: return (list, list.map { ("\(name)[]", $0) })
            case 1: return (list, list.enumerated().map { ("\(name)[\($0.offset)]", $0.element) })
            case 2: return (list, list.map { (name, $0) })
            default: return (list, [(name, list.map { $0 }.joined(separator: ","))])
            }
        case UInt8(ascii: "o"): return ([text: kind], [(key, kind)])
        default: return (text, [(name, text)])
        }
    }

    static func check(_ query: String, _ expected: [(String, String)], _ encoder: QueryEncoder) {
        let allowed = Set("-._~?/%&=+,".utf8)
        require(
            query.utf8.allSatisfy { Texts.isAlphanumeric($0) || allowed.contains($0) }, "a query has a query's bytes",
            query)
        let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: !query.isEmpty && false)
        let items = query.isEmpty ? [] : pairs
        require(items.count == expected.count, "each value is one item", (query, expected))
        for (item, pair) in zip(items, expected) {
            let halves = item.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            require(halves.count == 2, "an item is a name and a value", query)
            for (half, text) in zip(halves, [pair.0, pair.1]) {
                let decoded = Texts.percentDecoded(half, plusIsSpace: encoder.spaces == .plus)
                require(decoded == Array(text.utf8), "what is decoded is what was written", (query, pair))
            }
        }
    }

    /// An Encodable is written with the same names and values, sorted by name.
    static func checkDictionary(_ dictionary: [String: String], _ encoder: QueryEncoder) {
        guard let query = try? encoder.encode(dictionary) else {
            return require(false, "a dictionary can be written", dictionary)
        }
        let sorted = dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        check(query, sorted.map { ($0.key, $0.value) }, encoder)
    }
}
