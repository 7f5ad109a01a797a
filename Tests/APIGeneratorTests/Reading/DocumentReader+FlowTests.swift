import APIGenerator
import Foundation
import Testing

/// Flow collections, and JSON.
struct DocumentReaderFlowTests {
    @Test(arguments: [
        ("[]", "[]"), ("{}", "{}"), ("[1, a b, 'c', \"d\",]", #"[1,"a b","c","d"]"#),
        ("{a: 1, b, \"c\":2, d: , }", #"{"a":1,"b":null,"c":2,"d":null}"#),
        ("[a: 1, ? b : 2, \"c\":3, : 4, ? d]", #"[{"a":1},{"b":2},{"c":3},{"":4},{"d":null}]"#),
        ("{? a : 1, ? b, : c, ?d : e}", #"{"a":1,"b":null,"":"c","?d":"e"}"#), ("{a:1}", #"{"a:1":null}"#),
        ("{\"a\":1}", #"{"a":1}"#),
        ("[:a, -b, a:b, http://c]", #"[":a","-b","a:b","http://c"]"#), ("[a # comment\n  , b]", #"["a","b"]"#),
        ("a: [\n1,\n2\n]\nb: {\n}\n", #"{"a":[1,2],"b":{}}"#), ("[a\n b\n\n c]", #"["a b\nc"]"#),
        ("[[a], {b: [c]}]", #"[["a"],{"b":["c"]}]"#),
        ("\t{\n\t\"a\":\t[1\t,\n\t\t2]\n\t}\t", #"{"a":[1,2]}"#), ("\t1", "1"), ("\n\t\"x\"\n\t", #""x""#),
        ("[a, *x, &x b]", "line 1, column 5: the alias *x has no anchor before it"),
        ("[&x a, *x, !!str 1]", #"["a","a","1"]"#), ("[a: [b: c]]", #"[{"a":[{"b":"c"}]}]"#),
        ("{a: {b: c}, d: [e]}", #"{"a":{"b":"c"},"d":["e"]}"#),
        ("{a:, b:}", #"{"a":null,"b":null}"#), ("{\"a\"\n:\n1}", #"{"a":1}"#),
    ])
    func flowCollectionsNest(_ text: String, _ expected: String) { #expect(json(text) == expected) }

    @Test(arguments: [
        ("a: [1", "line 1, column 4: ']' is missing for what begins here"),
        ("{a: 1\n---\n", "line 1, column 1: '}' is missing"),
        ("{a: 1,\n---\n", "line 1, column 1: '}' is missing"),
        ("[1 , , 2]", "line 1, column 6: nothing stands before the comma"),
        ("[\"a\" \"b\"]", "line 1, column 6: a comma or ']' is expected"),
        ("{a: ]", "line 1, column 5: a comma or '}' is expected"),
        ("[}", "line 1, column 2: a comma or ']' is expected"), ("[- a]", "line 1, column 2: a value is expected"),
        ("[a, -]", "line 1, column 5: a value is expected"),
        ("[|]", "line 1, column 2: a text cannot begin with '|'"),
        ("{[a]: 1}", "line 1, column 2: a key is a list or an object"),
        ("[#a]", "line 1, column 2: a text cannot begin with '#'"),
        ("[1]]", "line 1, column 4: something stands behind"),
        ("{a: b: c}", "line 1, column 6: a comma or '}' is expected"),
        (
            "[a\n b: c]",
            "line 2, column 3: a key in a list must stand in one line, with its colon; a comma may be missing"
        ),
    ])
    func wrongFlowCollectionIsAFaultWithItsPlace(_ text: String, _ fault: String) {
        let place = fault.prefix { $0 != ":" }
        #expect(json(text).hasPrefix(place))
        #expect(json(text).contains(fault.dropFirst(place.count + 2)))
    }

    @Test func jsonIsReadAsByFoundation() throws {
        var generator = SeededGenerator(seed: 41)
        for number in 0..<1500 {
            let text = RandomJSON.document(&generator)
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            do throws(ReadingFault) {
                let node = try Node.read(text)
                guard RandomJSON.isSame(node, object) else {
                    Issue.record("document \(number) differs: \(text)")
                    return
                }
            } catch {
                Issue.record("document \(number): \(error): \(text)")
                return
            }
        }
    }
}

/// Random documents of JSON with all its escapes, numbers and white space.
enum RandomJSON {
    static func document(_ generator: inout SeededGenerator) -> String {
        space(&generator) + value(&generator, depth: 0) + space(&generator)
    }

    private static func value(_ generator: inout SeededGenerator, depth: Int) -> String {
        switch Int.random(in: 0..<(depth < 5 ? 10 : 6), using: &generator) {
        case 0: return ["true", "false", "null"].randomElement(using: &generator) ?? ""
        case 1, 2: return number(&generator)
        case 3, 4, 5: return string(&generator, prefix: "")
        case 6, 7:
            let items = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                space(&generator) + value(&generator, depth: depth + 1) + space(&generator)
            }
            return "[" + (items.isEmpty ? space(&generator) : items.joined(separator: ",")) + "]"
        default:
            let members = (0..<Int.random(in: 0..<5, using: &generator)).map { number in
                space(&generator) + string(&generator, prefix: "\(number)") + space(&generator) + ":"
                    + space(&generator)
                    + value(&generator, depth: depth + 1) + space(&generator)
            }
            return "{" + (members.isEmpty ? space(&generator) : members.joined(separator: ",")) + "}"
        }
    }

    private static func number(_ generator: inout SeededGenerator) -> String {
        var text = generator.chance(30) ? "-" : ""
        text +=
            generator.chance(20)
            ? "0" : "\(Int.random(in: 1...(generator.chance(50) ? 99 : 1 << 50), using: &generator))"
        if generator.chance(30) { text += ".\(Int.random(in: 0...999, using: &generator))" }
        if generator.chance(20) {
            text += generator.chance(50) ? "e" : "E"
            text += ["", "+", "-"].randomElement(using: &generator) ?? ""
            text += "\(Int.random(in: 0...20, using: &generator))"
        }
        return text
    }

    private static let pieces = [
        "a", "Z", " ", "  ", "\\n", "\\t", "\\r", "\\b", "\\f", "\\\"", "\\\\", "\\/", "/", "\\u0000", "\\u00e9",
        "\\u00E9", "é",
        "\\ud83d\\ude00", "😀", "\u{2028}", "\u{7f}", "\u{85}", "#", " #", ": ", ":", ",", "[", "]", "{",
        "}", "&a", "*a",
        "!", "|", ">", "'", "''", "%", "@", "`", "- ", "? ", "---", "...", "<<", "~", "null", "true", "1", "\u{301}",
        "\\u0041",
    ]

    private static func string(_ generator: inout SeededGenerator, prefix: String) -> String {
        let chosen = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
        }
        return "\"" + prefix + chosen.joined() + "\""
    }

    private static func space(_ generator: inout SeededGenerator) -> String {
        guard generator.chance(30) else { return "" }
        return ["", " ", "\n", "\t", "\r\n", "\r", "  \n  ", "\n\t"].randomElement(using: &generator) ?? ""
    }

    /// Whether a node is Foundation's value of the same document.
    static func isSame(_ node: Node, _ object: Any) -> Bool {
        switch object {
        case is NSNull: return node.isNull
        case let text as String: return node.string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case let items as [Any]: return node.items.map { $0.elementsEqual(items, by: isSame) } ?? false
        case let members as [String: Any]:
            guard let own = node.members, own.count == members.count else { return false }
            return own.allSatisfy { member in members[member.key].map { isSame(member.value, $0) } ?? false }
        case let number as NSNumber:
            // A Boolean is a number, too.
            if let bool = node.bool { return number.boolValue == bool }
            if let integer = node.integer { return number.int64Value == integer }
            // Foundation reads some numbers as decimal ones, whose `doubleValue` is not the nearest Double.
            let (own, other) = (node.number ?? .nan, number.doubleValue)
            return abs(own - other) <= abs(other) * 1e-15
        default: return false
        }
    }
}
