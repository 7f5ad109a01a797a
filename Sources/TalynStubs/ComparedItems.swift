internal import Talyn

/// The rule by which stubs and cassettes compare the items of a query or a form: decoded and in any order, also those
/// of one name.
///
/// The items of a dictionary or a set have no order of their own. httpx and VCR.py compare in the same way.
package enum ComparedItems {
    /// A decoded name and value; nil for the value of an item without "=".
    package typealias Item = (name: String, value: String?)

    /// A name whose values differ.
    package struct Difference: Sendable {
        package let name: String
        /// The values that were expected and those that were found, in their order; empty for a name that is missing.
        package let expected, found: [String?]
    }

    /// Splits `name=value` items at "&"; empty items are left out.
    package static func items(of text: Substring) -> [Item] {
        text.split(atBytes: "&").filter { !$0.isEmpty }.map { item in
            let parts = item.cut(atBytes: "=")
            return (decoded(parts?.head ?? item), parts.map { decoded($0.tail) })
        }
    }

    /// Returns a name or value without its escapes.
    package static func decoded(_ text: Substring) -> String {
        let bytes = TextEncoding.form.decoded(Array(text.utf8)[...])
        let decoded = String(decoding: bytes, as: UTF8.self)
        // Decoding repairs bytes that are not UTF-8, so different ones would become equal.
        return decoded.utf8.elementsEqual(bytes) ? decoded : "\u{FFFD}\(text)"
    }

    /// Returns the names whose values differ, in the order of their first appearance.
    /// - Parameter matches: whether a value that was found matches an expected one that it does not equal. Default:
    ///   never.
    package static func differences(
        expected: [Item], found: [Item],
        where matches: (_ found: String?, _ expected: String?) -> Bool = { _, _ in false }
    ) -> [Difference] {
        var names: [String] = []
        var values: [[UInt8]: (expected: [String?], found: [String?])] = [:]
        func add(_ item: Item, to list: WritableKeyPath<(expected: [String?], found: [String?]), [String?]>) {
            let key = Array(item.name.utf8)
            if values[key] == nil { names.append(item.name) }
            values[key, default: ([], [])][keyPath: list].append(item.value)
        }
        for item in expected { add(item, to: \.expected) }
        for item in found { add(item, to: \.found) }
        return names.compactMap { name in
            guard let (expected, found) = values[Array(name.utf8)], !isSame(expected, found, matches) else {
                return nil
            }
            return Difference(name: name, expected: expected, found: found)
        }
    }

    /// Returns whether each value that was found has an expected one of its own. Equal ones are paired first.
    private static func isSame(
        _ expected: [String?], _ found: [String?], _ matches: (String?, String?) -> Bool
    ) -> Bool {
        guard expected.count == found.count else { return false }
        var counts: [[UInt8]?: Int] = [:]
        for value in expected { counts[value.map { Array($0.utf8) }, default: 0] += 1 }
        func takesEqual(_ value: String?) -> Bool {
            let key = value.map { Array($0.utf8) }
            guard let count = counts[key], count > 0 else { return false }
            counts[key] = count - 1
            return true
        }
        let others = found.filter { !takesEqual($0) }
        if others.isEmpty { return true }
        // What is counted still are the expected values that none equals.
        var open = expected.filter(takesEqual)
        for value in others {
            guard let index = open.firstIndex(where: { matches(value, $0) }) else { return false }
            open.remove(at: index)
        }
        return true
    }

    /// The prime of FNV with 64 bits.
    static let prime: UInt64 = 0x100_0000_01B3

    /// Returns a hash of the items of a text from an index on, which does not depend on their order.
    static func hash(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        var (sum, item, index): (UInt64, UInt64, Int) = (0, 0, start)
        while index < text.count {
            var byte = text[index]
            index += 1
            if byte == UInt8(ascii: "&") {
                sum &+= item
                item = 0
                continue
            }
            if byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            } else if byte == UInt8(ascii: "%"), index + 1 < text.count, let high = text[index].hexValue,
                let low = text[index + 1].hexValue
            {
                byte = UInt8(truncatingIfNeeded: high << 4 | low)
                index += 2
            }
            // FNV-1; a hasher mixes the sum.
            item = (item ^ UInt64(byte)) &* prime
        }
        return sum &+ item
    }
}
