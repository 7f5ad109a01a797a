import Testing

@testable import Talyn

@Suite struct JSONValuePlaceTests {
    /// Returns the place that is found if one number of a document does not fit, and the number of attempts.
    private func place(of unfit: JSONValue, in document: JSONValue) -> (path: [String]?, attempts: Int) {
        var attempts = 0
        let steps = document.placeOfUnfitNumber { variant in
            attempts += 1
            return variant.jsonText.contains(unfit.jsonText)
        }
        return (steps?.map(\.stringValue), attempts)
    }

    @Test(arguments: 1...9)
    func theNumberThatDoesNotFitIsFoundAmongAnyCount(count: Int) {
        for unfit in 0..<count {
            let numbers = (0..<count).map { JSONValue.integer($0 == unfit ? 999_999 : 1000 + Int64($0)) }
            let found = place(of: 999_999, in: .array(numbers))
            #expect(found.path == ["Index \(unfit)"])
            #expect(found.attempts <= 2 + (count == 1 ? 0 : (count - 1).bitWidth - (count - 1).leadingZeroBitCount))
        }
    }

    @Test func keysAreSearchedByTheirBytesAtAnyDepth() {
        let document: JSONValue = ["b": ["small": 1, "large": 70_000], "a": [300, ["deep": 999_999]], "c": 400]
        #expect(place(of: 999_999, in: document).path == ["a", "Index 1", "deep"])
        #expect(place(of: 70_000, in: document).path == ["b", "large"])
        #expect(place(of: 400, in: document).path == ["c"])
    }

    @Test func numbersThatEveryTypeHoldsAreNotSearched() {
        #expect(place(of: 127, in: [0, 1, 127]).path == nil)
        #expect(place(of: 128, in: [0, 1, 128]).path == ["Index 2"])
        #expect(place(of: -1, in: [-1]).path == ["Index 0"])
        #expect(place(of: 0.5, in: [0.5]).path == ["Index 0"])
    }

    @Test func nothingIsFoundIfNoNumberIsAtFault() {
        #expect(place(of: "text", in: ["text", 1000]).path == nil, "it fails without numbers too")
        #expect(place(of: 5000, in: [1000]).path == nil, "it does not fail")
        #expect(place(of: "text", in: ["text"]) == (nil, 1))
    }

    @Test func stepsFollowACodingPathAsFarAsItExists() {
        let document: JSONValue = ["user_items": [["id": 1], ["id": 2]]]
        let path: [JSONValue.Step] = [.key("userItems"), .index(1), .key("id")]
        #expect(document.steps(along: path).map(\.stringValue) == ["user_items", "Index 1", "id"])
        let beyond: [JSONValue.Step] = [.key("userItems"), .index(2), .key("id")]
        #expect(document.steps(along: beyond).map(\.stringValue) == ["user_items"])
        #expect(document.steps(along: [JSONValue.Step.key("other")]).isEmpty)
    }

    @Test func aPlaceIsReplacedByNullAndNothingElse() {
        let document: JSONValue = ["items": [1, ["id": 2]], "page": 3]
        let path: [JSONValue.Step] = [.key("items"), .index(1), .key("id")]
        #expect(document.withNull(at: path[...]) == ["items": [1, ["id": nil]], "page": 3])
        #expect(document.withNull(at: path.prefix(1)) == ["items": nil, "page": 3])
        #expect(document.withNull(at: []) == .null)
        let absences: [[JSONValue.Step]] = [
            [.index(0)], [.key("items"), .index(2)], [.key("items"), .key("a")], [.key("none")],
        ]
        for absent in absences {
            #expect(document.withNull(at: absent[...]) == document)
        }
    }
}
