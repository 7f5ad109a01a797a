import Testing

@testable import Talyn
@testable import TalynStubs

struct ComparedItemsTests {
    private func names(_ expected: String, _ found: String) -> [String] {
        ComparedItems.differences(
            expected: ComparedItems.items(of: expected[...]), found: ComparedItems.items(of: found[...])
        ).map(\.name)
    }

    private func hash(_ text: String) -> UInt64 {
        Array(text.utf8).withUnsafeBufferPointer { ComparedItems.hash($0, from: 0) }
    }

    @Test(arguments: [
        ("a=1&b=2", "b=2&a=1"), ("t=x&t=y", "t=y&t=x"), ("t=x&a=1&t=y&t=x", "t=x&t=x&t=y&a=1"), ("a=b+c", "a=b%20c"),
        ("%61=%2f", "a=/"), ("a=%c3%a9", "a=%C3%A9"), ("a=1&&b=2&", "b=2&a=1"), ("", "&"), ("a&b=", "b=&a"),
        ("a=%zz&b=%", "b=%&a=%zz"), ("a=b=c", "a=b%3Dc"), ("a=%FF&b=1", "b=1&a=%FF"),
    ])
    func orderAndSpellingDoNotCount(_ expected: String, _ found: String) {
        #expect(names(expected, found).isEmpty)
        #expect(hash(expected) == hash(found))
    }

    @Test(arguments: [
        ("a=1&b=2", "a=1", ["b"]), ("a=1", "a=1&b=2", ["b"]), ("a=1&b=2", "a=2&b=1", ["a", "b"]),
        ("t=x&t=x", "t=x", ["t"]), ("t=x&t=x", "t=x&t=y", ["t"]), ("a", "a=", ["a"]), ("a=%FF", "a=%FE", ["a"]),
        ("a=%FF", "a=%25FF", ["a"]), ("a=e%CC%81", "a=%C3%A9", ["a"]), ("a+b=1", "a%2Bb=1", ["a b", "a+b"]),
    ])
    func namesWhoseValuesDifferAreFound(_ expected: String, _ found: String, _ differing: [String]) {
        #expect(names(expected, found) == differing)
    }

    @Test func equalItemsArePairedBeforeMatchingOnes() {
        func isSame(_ expected: [String], _ found: [String]) -> Bool {
            ComparedItems.differences(expected: expected.map { ("a", $0) }, found: found.map { ("a", $0) }) {
                _, other in
                other == "*"
            }.isEmpty
        }
        #expect(
            isSame(["*", "1"], ["1", "2"]) && isSame(["1", "*"], ["2", "1"]) && isSame(["*", "*"], ["1", "1"]))
        #expect(!isSame(["*", "1"], ["2", "3"]) && !isSame(["*"], ["1", "2"]))
    }

    @Test func tenThousandItemsOfANameAreComparedAtOnce() {
        let items = (0..<10_000).map { ComparedItems.Item("ids", String($0)) }
        #expect(ComparedItems.differences(expected: items, found: items.reversed()).isEmpty)
        #expect(ComparedItems.differences(expected: items, found: items.dropLast() + [("ids", "x")]).count == 1)
    }
}
