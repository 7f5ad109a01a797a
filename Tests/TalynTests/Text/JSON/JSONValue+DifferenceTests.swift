import Foundation
import Testing

@testable import Talyn

struct JSONValueDifferenceTests {
    @Test(arguments: [
        (#"{"a": 1}"#, #"{"a": 1.0}"#, []), (#"{"a": {"b": 1}}"#, #"{"a": {"b": 2}}"#, ["a.b"]),
        (#"{"a": 1}"#, #"{"b": 1}"#, ["a", "b"]), ("[1, 2]", "[1, 3]", ["1"]), ("[1]", "[1, 2]", [""]),
        (#"[{"a": 1}, {"a": 2}]"#, #"[{"a": 0}, {"a": 0}]"#, ["0.a", "1.a"]), ("1", #""1""#, [""]),
        (#"{"a": null}"#, "{}", ["a"]), (#"{"a": [1]}"#, #"{"a": {}}"#, ["a"]),
    ])
    func placesAreFoundInOrder(_ expected: String, _ found: String, _ paths: [String]) throws {
        let (expected, found) = (
            try JSONValue(parsing: Data(expected.utf8)), try JSONValue(parsing: Data(found.utf8))
        )
        #expect(found.differences(from: expected, limit: 9) { _, _ in false }.map(\.path) == paths)
        #expect(found.differences(from: expected, limit: 1) { _, _ in false }.map(\.path) == Array(paths.prefix(1)))
    }

    @Test func nestingToAnyDepthUsesNoStack() {
        var (value, other) = (JSONValue.integer(1), JSONValue.integer(2))
        for _ in 0..<500 { (value, other) = (.array([value]), .array([other])) }
        #expect(value.differences(from: other, limit: 1) { _, _ in false }.count == 1)
    }
}
