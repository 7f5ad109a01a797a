import Foundation
import Testing

@testable import Talyn

struct QueryEncoderFieldsTests {
    private static func fields(_ items: QueryItems, _ change: (inout QueryEncoder) -> Void = { _ in }) throws
        -> [String]
    {
        var encoder = QueryEncoder()
        change(&encoder)
        return try encoder.fields(of: .items(items)).map { "\($0.name)|\($0.value)" }
    }

    @Test func namesAndTextsAreNotEscaped() throws {
        #expect(try Self.fields(["a b&=": "c%20 + &=\r\né\u{301}"]) == ["a b&=|c%20 + &=\r\né\u{301}"])
        #expect(try Self.fields(["a": "", "b": String?.none]) == ["a|"])
        #expect(try Self.fields([:]) == [] && QueryEncoder().fields(of: .none).isEmpty)
        #expect(try Self.fields(["a b": "c + d"]) { $0.spaces = .plus } == ["a b|c + d"])
    }

    @Test func theStylesOfTheEncoderHold() throws {
        let items: QueryItems = ["l": [1, 2], "o": ["k": "v"], "n": Int?.none, "b": true]
        #expect(try Self.fields(items) == ["l[]|1", "l[]|2", "o[k]|v", "b|1"])
        #expect(
            try Self.fields(items) {
                $0.arrays = .indexed
                $0.nesting = .dots
                $0.nils = .emptyValue
                $0.bools = .literal
            } == ["l[0]|1", "l[1]|2", "o.k|v", "n|", "b|true"])
        #expect(try Self.fields(["l": ["a,b", "c"]]) { $0.arrays = .commaSeparated } == ["l|a,b,c"])
        let separated: QueryItems = ["l": .separated(["a", "c d"]), "m": .separated([1, 2], by: "|")]
        #expect(try Self.fields(separated) == ["l|a,c d", "m|1|2"])
        #expect(try Self.fields(["l": ["a"]]) { $0.arrays = .custom { "\($0)&\($1)" } } == ["l&0|a"])
    }
}
