import Foundation
import SharedFixtures
import Talyn
import Testing

@testable import TalynCassettes

struct JSONShapeTests {
    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":2.5}"#, []), (#"{"a":1}"#, #"{"a":"1"}"#, ["a: number → string"]),
        (#"{"a":1}"#, #"{"b":1}"#, ["a: lost (number)", "b: gained (number)"]),
        (#"{"a":"x"}"#, #"{"a":null}"#, ["a: string → null"]),
        (#"{"a":null}"#, #"{"a":[1]}"#, []), (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":null}]"#, ["[].a: may be null"]),
        (
            #"{"items":[{"author":{"name":"x"}}]}"#, #"{"items":[{"author":{"name":null}}]}"#,
            ["items[].author.name: string → null"]
        ),
        (#"[{"a":1,"b":1},{"a":1}]"#, #"[{"a":1}]"#, []), (#"[{"a":1}]"#, #"[{"a":1},{}]"#, ["[].a: may be missing"]),
        (#"{"l":[]}"#, #"{"l":[1]}"#, []), (#"{"l":[1]}"#, #"{"l":[]}"#, []),
        (#"[1]"#, #"{"a":1}"#, ["the body: array → object"]),
        (#"[1,"a"]"#, #"[1]"#, ["[]: number or string → number"]),
        (
            #"{"u":{"17":{"n":1},"18":{"n":2}}}"#, #"{"u":{"20":{"n":1},"21":{"n":"x"}}}"#,
            ["u{}.n: number → number or string"]
        ),
        (#"{"u":{"17":{"n":1},"18":{"n":2}}}"#, #"{"u":{"20":{"n":1}}}"#, []),
        // What is rare in the elements of lists, or of a list in a list, is rare.
        (#"[[{"a":1}],[{"a":1},{}]]"#, #"[[{}]]"#, []), (#"[{},{"a":1}]"#, #"[{}]"#, []),
        (#"[{"a":1},{"a":2}]"#, #"[{}]"#, ["[].a: lost (number)"]),
        (#"[[1],["a"]]"#, #"[[1]]"#, ["[][]: number or string → number"]),
        (#"{"a":1,"b":1}"#, #"{"a":1}"#, ["b: lost (number)"]),
        (#"[{"17":1},{"17":1,"18":2}]"#, #"[{"20":1,"21":"x"}]"#, ["[]{}: number → number or string"]),
        (#"{"d":{"2026-01-01":1,"2026-01-02":2}}"#, #"{"d":{"2026-02-01":1,"2026-02-02":2}}"#, []),
    ])
    func onlyShapesDiffer(recorded: String, live: String, lines: [String]) throws {
        let recorded = JSONShape(try JSONValue(parsing: Data(recorded.utf8)))
        let live = JSONShape(try JSONValue(parsing: Data(live.utf8)))
        #expect(recorded.differences(to: live) == lines)
        #expect(recorded.differences(to: recorded) == [] && live.differences(to: live) == [])
    }

    @Test(arguments: [
        ("0123456789abcdef", true), ("0123456789ABCDEF", true), ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", true),
        ("0", true), ("2026-01-01", true), ("0123456789abcde", false), ("0123456789abcdeg", false), ("abc", false),
        ("descriptionOfTheItem", false), ("", false),
    ])
    func aKeyThatIsANumberADateOrAHashIsData(key: String, isData: Bool) {
        #expect(JSONShape(.object([key: 1, "17": 1])).isMap == isData)
    }

    @Test func theShapeOfTheDeepestDocumentFitsTheStackOfASecondaryThread() async {
        let lines = await onSmallStack { () -> [String]? in
            func shape(_ leaf: String) -> JSONShape? {
                let deep = String(repeating: #"[{"a":"#, count: 255) + leaf + String(repeating: "}]", count: 255)
                return (try? JSONValue(parsing: Data("[\(deep),\(deep)]".utf8))).map { JSONShape($0) }
            }
            guard let recorded = shape("1"), let live = shape("null"), recorded == shape("2") else { return nil }
            return recorded.union(live).differences(to: live)
        }
        #expect(lines == [])
    }

    @Test(arguments: [(32, ["null"]), (33, [])])
    func whatIsDeeperThan64LevelsIsNotCompared(pairs: Int, kinds: [String]) throws {
        func shape(_ leaf: String) throws -> JSONShape {
            let deep = String(repeating: #"[{"a":"#, count: pairs) + leaf + String(repeating: "}]", count: pairs)
            return JSONShape(try JSONValue(parsing: Data(deep.utf8)))
        }
        let lines = try shape("1").differences(to: shape("null"))
        #expect(lines.map { $0.suffix(4) } == kinds.map { $0[...] })
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")], [(64, 1), (65, 0)])
    func aLevelIsAnArrayOrAnObject(ends: (String, String), depth: (levels: Int, differences: Int)) throws {
        func shape(_ leaf: String) throws -> JSONShape {
            let (head, tail) = (String(repeating: ends.0, count: depth.levels), ends.1)
            let text = head + leaf + String(repeating: tail, count: depth.levels)
            return JSONShape(try JSONValue(parsing: Data(text.utf8)))
        }
        #expect(try shape("1").differences(to: shape("null")).count == depth.differences)
    }
}
