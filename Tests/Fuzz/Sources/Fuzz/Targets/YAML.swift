import APIReading
import Foundation

extension FuzzTarget {
    /// Reading a document of YAML ends, and a document that is read is the same one after it was written as JSON.
    static let yaml = FuzzTarget(
        "yaml",
        seeds: [
            "%YAML 1.2\n--- # comment\na: &x [1, 'it''s', \"\\u00e9\\ud83d\\ude00\\\n  b\", ~, true]\n? b\n: *x\n...\n",
            "- |+2\n    a\n\n- >-\n  b\n   c\n\n  d\n- ? |\n    key\n  : e\n- - f\n  -\n    g: h\n    <<: {i: j}\n",
            "a:\n- !!str 1\n- ! 2\n- !t &x 3\nb: c # d\n  e\n\n  f\n\"g\" : \"h\n\n  i\"\n200: http://j:80/k#l\n",
            "{a: [b: c, ? d : e, : f, {}], \"g\":1, h, i: , <<: [{j: 0x1F}, {k: .5}]}", "--- x\n---\ny", "a: 1\na: 2",
            #"{"a":[1,-0.5e3,true,false,null,"\u00e9\ud83d\ude00\n\/"],"b":{"c":{}}}"#, "\t[\r\n1,\r2]", "\u{FEFF}~",
            String(repeating: "[", count: 260), String(repeating: "- ", count: 260), "a: &a [*a]", "? [a]\n: b",
            "'\n\n",
            "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c]", "\"\\x41\\U0001F600\\",
            "a: |\n   \n  b",
        ]
    ) { input in
        do throws(ReadingFault) {
            let node = try DocumentReader.read(Data(input.bytes))
            // Aliases can make a document of a kilobyte a huge one.
            var count = 0
            guard YAMLProperties.isSmall(node, &count) else { return }
            let text = YAMLProperties.json(node)
            do throws(ReadingFault) {
                let again = try DocumentReader.read(Data(text.utf8))
                require(Texts.isSame(YAMLProperties.json(again), text), "what is written is what was read", text)
            } catch { require(false, "what is written is read", (text, error)) }
        } catch {
            let lines = input.bytes.reduce(into: 1) { if $1 == 0x0A || $1 == 0x0D { $0 += 1 } }
            require((1...lines + 1).contains(error.line), "the line of a fault is in the document", error)
            require((1...input.bytes.count + 1).contains(error.column), "the column of a fault is in the line", error)
        }
    }
}

private enum YAMLProperties {
    static func isSmall(_ node: Node, _ count: inout Int) -> Bool {
        count += 1
        if count > 20_000 { return false }
        for item in node.items ?? node.members?.map(\.value) ?? [] where !isSmall(item, &count) { return false }
        return true
    }

    /// The node as JSON, but with the text of numbers as it was.
    static func json(_ node: Node) -> String {
        switch node.content {
        case .scalar(let text, _):
            if node.isNull { return "null" }
            if let bool = node.bool { return "\(bool)" }
            require((node.string == nil) == (node.number != nil), "what is no string is a number", text)
            require(node.integer == nil || node.number != nil, "an integer is a number", text)
            return node.string == nil ? text : Texts.json(text)
        case .sequence(let items): return "[" + items.map(json).joined(separator: ",") + "]"
        case .mapping(let members):
            require(Set(members.map { Array($0.key.utf8) }).count == members.count, "each key is there once", members)
            return "{" + members.map { Texts.json($0.key) + ":" + json($0.value) }.joined(separator: ",") + "}"
        }
    }
}
