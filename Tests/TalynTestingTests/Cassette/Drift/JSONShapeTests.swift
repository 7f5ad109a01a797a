import Foundation
import SharedFixtures
import Talyn
import Testing

@testable import TalynTesting

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
        (#"{"d":{"2026-01-01":1,"2026-01-02":2}}"#, #"{"d":{"2026-02-01":1,"2026-02-02":2}}"#, []),
    ])
    func onlyShapesDiffer(recorded: String, live: String, lines: [String]) throws {
        let recorded = JSONShape(try JSONValue(parsing: Data(recorded.utf8)))
        let live = JSONShape(try JSONValue(parsing: Data(live.utf8)))
        #expect(recorded.differences(to: live) == lines)
        #expect(recorded.differences(to: recorded) == [] && live.differences(to: live) == [])
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
}
