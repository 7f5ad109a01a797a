import Foundation
import Testing

@testable import generate_api

/// Runs of the program, over a folder of files.
struct MainTests {
    static let files = [
        "SmallShop+Models.swift", "SmallShop+Pets.swift", "SmallShop+Samples.swift", "SmallShop+Shops.swift",
        "SmallShop.swift",
    ]

    @Test func theFilesOfATargetStandInItsFolder() throws {
        let desk = try Desk()
        let outcome = desk.run("api.yaml", "--target", "App")
        #expect(outcome.status == 0)
        #expect(desk.names(in: "Sources/App/Generated") == Self.files)
        #expect(
            outcome.out == [
                "SmallShop: 2 operations and 1 models in 5 files; 0 approximated, 0 refused, 0 faults of the document;"
                    + " 5 files changed in Sources/App/Generated"
            ])
        #expect(outcome.err.first == "Reading api.yaml")
    }

    @Test func aSecondRunChangesNothing() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--output", "Out").status == 0)
        let outcome = desk.run("api.yaml", "--output", "Out")
        #expect(outcome.out.first?.hasSuffix("; 0 files changed in Out") == true)
    }

    @Test func filesThatAreNoLongerMadeAreRemovedAndFilesOfOthersStay() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--output", "Out").status == 0)
        try desk.write("// Mine\n", to: "Out/Mine.swift")
        #expect(desk.run("api.yaml", "--output", "Out", "--tag", "pets", "--no-samples").status == 0)
        #expect(
            desk.names(in: "Out") == [
                "Mine.swift", "SmallShop+Models.swift", "SmallShop+Pets.swift", "SmallShop.swift",
            ])
    }

    @Test func aFileThatSomebodyWroteIsNotOverwritten() throws {
        let desk = try Desk()
        try desk.write("// Mine\n", to: "Out/SmallShop.swift")
        let outcome = desk.run("api.yaml", "--output", "Out")
        #expect(outcome.status == 1)
        #expect(desk.names(in: "Out") == ["SmallShop.swift"])
        #expect(desk.text(of: "Out/SmallShop.swift") == "// Mine\n")
        #expect(outcome.err.last?.contains("Out/SmallShop.swift was written by somebody else") == true)
    }

    @Test func aCheckWritesNothingAndNamesWhatIsOutOfDate() throws {
        let desk = try Desk()
        let missing = desk.run("api.yaml", "--output", "Out", "--check")
        #expect(missing.status == 1)
        #expect(desk.names(in: "Out") == [])
        #expect(missing.err.filter { $0.hasSuffix("error: the file is out of date") }.count == Self.files.count)
        #expect(desk.run("api.yaml", "--output", "Out").status == 0)
        #expect(desk.run("api.yaml", "--output", "Out", "--check").status == 0)
        let text = try #require(desk.text(of: "Out/SmallShop.swift"))
        try desk.write(text + " ", to: "Out/SmallShop.swift")
        let outdated = desk.run("api.yaml", "--output", "Out", "--check")
        #expect(outdated.status == 1)
        #expect(outdated.err.contains("Out/SmallShop.swift: error: the file is out of date"))
        #expect(desk.text(of: "Out/SmallShop.swift") == text + " ")
    }

    @Test func aCheckFindsFilesThatAreNoLongerMade() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--output", "Out").status == 0)
        let outcome = desk.run("api.yaml", "--output", "Out", "--no-samples", "--check")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("Out/SmallShop+Samples.swift: error: the file is out of date"))
    }

    @Test func aFilterKeepsTheModelsThatItsOperationsUse() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--output", "Out", "--operation", "shops").status == 0)
        #expect(desk.names(in: "Out").contains("SmallShop+Models.swift") == false)
        let wrong = desk.run("api.yaml", "--output", "Out", "--tag", "shop")
        #expect(wrong.status == 1)
        #expect(wrong.err.last?.contains("\"pets\", \"shops\"") == true)
    }

    @Test func aDocumentThatIsMissingOrNoDocumentIsAnErrorWithALine() throws {
        let desk = try Desk()
        let missing = desk.run("none.yaml", "--output", "Out")
        #expect(missing.status == 1)
        #expect(missing.err.last?.contains("none.yaml") == true)
        try desk.write("a: [", to: "bad.yaml")
        let bad = desk.run("bad.yaml", "--output", "Out")
        #expect(bad.status == 1)
        #expect(bad.err.last?.hasPrefix("bad.yaml:1:4: error: ") == true)
        try desk.write("swagger: \"2.0\"\n", to: "old.yaml")
        #expect(
            desk.run("old.yaml", "--output", "Out").err.last?.hasPrefix("old.yaml:1: error: this is Swagger 2.0")
                == true)
        #expect(desk.names(in: "Out") == [])
    }

    @Test func filesOfADocumentStandBelowItsFolder() throws {
        let desk = try Desk()
        let reference = { (path: String) in
            Desk.document.replacingOccurrences(of: "\"#/components/schemas/Pet\"", with: "\"\(path)\"")
        }
        try desk.write("type: object\nproperties: { secret: { type: string } }\n", to: "Secret.yaml")
        try desk.write("type: object\nproperties: { age: { type: integer } }\n", to: "docs/parts/Pet.yaml")
        try desk.write(reference("parts/Pet.yaml"), to: "docs/api.yaml")
        #expect(desk.run("docs/api.yaml", "--output", "Out").status == 0)
        #expect(desk.text(of: "Out/SmallShop+Models.swift")?.contains("var age: Int?") == true)
        for path in [
            "../Secret.yaml", "parts/../../Secret.yaml", "/etc/hostname", "https://example.com/Pet.yaml",
            "file:///etc/hostname",
        ] {
            try desk.write(reference(path), to: "docs/api.yaml")
            let outcome = desk.run("docs/api.yaml", "--output", "Out")
            #expect(outcome.err.contains { $0.hasPrefix("api.yaml:9: ") }, "\(path): \(outcome.err)")
            #expect(desk.text(of: "Out/SmallShop+Models.swift")?.contains("secret") != true)
        }
    }

    @Test func textOfADocumentDoesNotControlATerminal() throws {
        let desk = try Desk()
        try desk.write(
            Desk.document.replacingOccurrences(of: "\"#/components/schemas/Pet\"", with: "\"#/\\u001B[2J\\u202E\""),
            to: "api.yaml")
        let outcome = desk.run("api.yaml", "--output", "Out")
        #expect(!outcome.err.joined().unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }

    @Test func aWrongCommandLineHasAStatusOfItsOwn() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml").status == 2)
        let help = desk.run("--help")
        #expect(help.status == 0)
        #expect(help.out == [Arguments.help])
    }
}
