import Testing

/// The figures of README and of the benchmarks' page are those of the committed counts, and a wrong one is found.
struct InstructionCountsTests {
    static let committed = InstructionCounts(DocumentationTests.file("Tests/Benchmarks/instructions.txt").text)

    @Test func figuresOfTheReadmeAreTheCommittedOnes() {
        let expected = ["endpoint", "decode"].compactMap { Self.committed.ratio($0) }
        #expect(InstructionCounts.figures(in: DocumentationTests.file("README.md").text) == expected)
        #expect(expected.count == 2)
    }

    @Test func tableOfCostsHasEachCommittedCount() {
        let rows = InstructionCounts.rowEnds(in: DocumentationTests.file("Tests/Benchmarks/README.md").text)
        #expect(Self.committed.subjects.count > 5)
        for subject in Self.committed.subjects {
            #expect(rows[subject] == Self.committed.rowEnd(subject), "\(subject)")
        }
    }

    let counts = InstructionCounts(
        """
        # subject, count, floor
        # Swift version 6.3.1, x86_64
        endpoint 471 1000
        logged 99999 10000
        """)

    @Test func ratiosAreRoundedToTwoDecimals() {
        #expect(counts.subjects == ["endpoint", "logged"])
        #expect(counts.ratio("endpoint") == "0.47")
        #expect(counts.ratio("logged") == "10.00")
        #expect(counts.ratio("other") == nil)
    }

    @Test func wrongFigureDiffers() {
        let text = "An endpoint costs 0.46 of one thing, and a call costs\n1.15 of another; it costs little."
        #expect(InstructionCounts.figures(in: text) == ["0.46", "1.15"])
        #expect(InstructionCounts.figures(in: text).first != counts.ratio("endpoint"))
    }

    @Test func wrongCountOfATableDiffers() {
        let table = """
            | subject | measures | instructions | ratio |
            |---|---|---|---|
            | `endpoint` | a `URL` | 471 | 0.47 |
            | `logged` | a call | 98,999 | 10.00 |
            """
        let rows = InstructionCounts.rowEnds(in: table)
        #expect(rows["endpoint"] == counts.rowEnd("endpoint"))
        #expect(rows["logged"] == ["98999", "10.00"])
        #expect(rows["logged"] != counts.rowEnd("logged"))
        #expect(rows.count == 2)
    }
}
