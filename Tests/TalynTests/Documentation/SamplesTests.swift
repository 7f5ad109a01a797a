import Testing

/// Proves on small texts that the check of the documentation can fail.
struct SamplesTests {
    let page = """
        Text.
        ```swift
        let one = 1

        let two = 2  // twice
        ```
        ```text
        let no = 0
        ```
        ```swift
        three()
        ```
        """

    @Test func blocksOfSwiftAreExtracted() {
        #expect(
            Samples.blocks(inMarkdown: page) == [
                ["let one = 1", "", "let two = 2  // twice"], ["three()"],
            ])
    }

    @Test func blocksOfDocCommentsAreExtracted() {
        let source = """
            /// Summary.
            /// ```swift
            /// call()
            ///     .inner()
            /// ```
            func call() {}  // ```swift
            """
        #expect(Samples.blocks(inDocCommentsOf: source).map(Samples.significant) == [["call()", ".inner()"]])
    }

    @Test func indentationAndBlankLinesDoNotCount() {
        let source = "func f() {\n    let one = 1\n    let two = 2  // twice\n\n    print(one)\n}"
        #expect(Samples.stands(Samples.blocks(inMarkdown: page)[0], consecutivelyIn: source))
    }

    @Test(arguments: [
        "let one = 1\nlet two = 3  // twice",
        "let one = 1\nlet two = 2",
        "let one = 1\nprint(one)\nlet two = 2  // twice",
        "let two = 2  // twice\nlet one = 1",
        "let one = 1",
        "",
    ])
    func blockThatDiffersDoesNotStand(source: String) {
        #expect(!Samples.stands(Samples.blocks(inMarkdown: page)[0], consecutivelyIn: source))
    }

    @Test func emptyBlockDoesNotStand() {
        #expect(!Samples.stands(["", "  "], consecutivelyIn: "let one = 1"))
    }

    @Test func linesThatAreMissingAreNamed() {
        let block = ["let one = 1    // first", "let two = 2", ""]
        #expect(Samples.missing(block, in: "{\n  let two = 2  // second\n  let one = 1\n}").isEmpty)
        #expect(Samples.missing(block, in: "let one = 10\nlet two = 2") == ["let one = 1"])
    }

    @Test(arguments: [
        (#"let url = "https://a.example"  // a URL"#, #"let url = "https://a.example""#),
        (#"let text = "\"//""#, #"let text = "\"//""#),
        ("  call()", "call()"),
        ("// all of it", ""),
    ])
    func commentAtTheEndIsTakenAway(line: String, expected: String) {
        #expect(Samples.withoutComment(line) == expected)
    }

    @Test func fencesWithoutLanguageAreCounted() {
        #expect(Samples.fencesWithoutLanguage(inMarkdown: page) == 0)
        #expect(Samples.fencesWithoutLanguage(inMarkdown: "```\nanything\n```\n\n```swift\ncall()\n```") == 1)
    }

    @Test func publicNamesAreFound() {
        let source = """
            public struct One: Sendable {
                public var inner = 1
            }
            public final class Two<Value> {}
            public func three(_ a: Int) {}
            struct Four {}
            public extension Five {}
            """
        #expect(Samples.publicNames(in: source) == ["One", "Two", "three"])
    }

    @Test func codeOfMoyaIsNoSample() {
        let text = "```swift moya\nlet provider = MoyaProvider<GitHub>()\n```"
        #expect(Samples.blocks(inMarkdown: text).isEmpty)
        #expect(Samples.fencesWithoutLanguage(inMarkdown: text) == 0)
    }

    @Test func linksToFilesAreFound() {
        let text = "[a](LICENSE) and [b](https://a.example/b), [c](Sources/C.md#part), [d](#part)."
        #expect(Samples.linkedFiles(inMarkdown: text) == ["LICENSE", "Sources/C.md"])
        let headings = Samples.linkedHeadings(inMarkdown: text)
        #expect(headings.map(\.path) == ["Sources/C.md", ""] && headings.map(\.heading) == ["part", "part"])
    }

    @Test func headingsAreSpeltAsInLinks() {
        let text = "# Talyn\n\ntext\n## What is missing, and what may `break`\n"
        #expect(Samples.headings(inMarkdown: text) == ["talyn", "what-is-missing-and-what-may-break"])
    }
}
