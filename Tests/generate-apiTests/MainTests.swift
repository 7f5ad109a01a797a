import Foundation
import Testing

@testable import generate_api

struct MainTests {
    @Test func filesAreWrittenToTheFolderOfTheTarget() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--target", "App") == 0)
        #expect(
            desk.files("Sources/App/Generated") == [
                "Small+Models.swift", "Small+Pets.swift", "Small+Samples.swift", "Small+Toys.swift", "Small.swift",
            ])
        #expect(
            desk.out == [
                "Small: 2 operations and 1 models in 5 files; 0 approximated, 0 refused, 0 faults of the document; "
                    + "5 files changed in Sources/App/Generated"
            ])
        #expect(desk.err == ["Reading api.yaml", "Writing 5 files to Sources/App/Generated"])
    }

    @Test func secondRunChangesNothing() throws {
        let desk = try Desk()
        _ = desk.run("api.yaml", "--output", "out")
        #expect(desk.run("api.yaml", "--output", "out") == 0)
        #expect(desk.out.first?.hasSuffix("; 0 files changed in out") == true)
    }

    @Test func checkFailsUntilTheFilesAreUpToDateAndWritesNothing() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--output", "out", "--check") == 1)
        #expect(desk.files("out").isEmpty)
        #expect(desk.out.first?.hasSuffix("; 5 files are out of date") == true)
        _ = desk.run("api.yaml", "--output", "out")
        #expect(desk.run("api.yaml", "--output", "out", "--check") == 0)
        #expect(desk.out.first?.hasSuffix("; up to date") == true)
        try desk.write((desk.read("out/Small.swift") ?? "") + "\n", "out/Small.swift")
        #expect(desk.run("api.yaml", "--output", "out", "--check") == 1)
        #expect(desk.err.contains("out/Small.swift: error: the file is out of date"))
    }

    @Test func checkFindsFilesThatAreNoLongerMade() throws {
        let desk = try Desk()
        _ = desk.run("api.yaml", "--output", "out")
        #expect(desk.run("api.yaml", "--output", "out", "--tag", "pets", "--check") == 1)
        #expect(desk.err.contains("out/Small+Toys.swift: error: the file is out of date"))
    }

    @Test func warningsGoToTheErrorsAndTheCodeIsZero() throws {
        let desk = try Desk()
        try desk.write(Desk.document + "\ncomponents: {schemas: {A: {type: strin}}}", "api.yaml")
        #expect(desk.run("api.yaml", "--output", "out") == 0)
        #expect(desk.err.contains { $0.hasPrefix("api.yaml:7: warning: \"strin\" is no type") })
        #expect(desk.out.first?.contains("1 faults of the document") == true)
    }

    @Test func textOfADocumentDoesNotControlTheTerminal() throws {
        let desk = try Desk()
        try desk.write(Desk.document + "\ncomponents: {schemas: {A: {type: \"\\e[31m\\u202Ered\"}}}", "api.yaml")
        _ = desk.run("api.yaml", "--output", "out")
        #expect(!desk.err.joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }

    @Test func documentThatCannotBeReadIsCodeOne() throws {
        let desk = try Desk()
        #expect(desk.run("gone.yaml", "--output", "out") == 1)
        #expect(desk.err.last?.hasPrefix("gone.yaml:1: error: ") == true)
        try desk.write("a: [", "bad.yaml")
        #expect(desk.run("bad.yaml", "--output", "out") == 1)
        #expect(desk.err.last?.hasPrefix("bad.yaml:1:") == true || desk.err.last?.hasPrefix("bad.yaml:2:") == true)
        #expect(desk.run("api.yaml", "--output", "out", "--tag", "cats") == 1)
        #expect(desk.files("out").isEmpty)
    }

    @Test func clientOfAnotherDocumentStays() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--output", "out") == 0)
        let files = desk.files("out")
        try desk.write(Desk.document.replacing("Small", with: "Other"), "other.yaml")
        #expect(desk.run("other.yaml", "--output", "out") == 0)
        #expect(Set(files).isSubset(of: desk.files("out")) && desk.files("out").contains("Other.swift"))
    }

    @Test func wrongCommandLineIsCodeTwo() throws {
        let desk = try Desk()
        #expect(desk.run("api.yaml", "--odd") == 2)
        #expect(desk.err == ["generate-api: there is no option '--odd'. See --help."] && desk.out.isEmpty)
        #expect(desk.run("--help") == 0)
        #expect(desk.out == [Arguments.help] && desk.err.isEmpty)
    }

    @Test func filesBesideTheDocumentAreRead() throws {
        let desk = try Desk()
        try desk.write(
            """
            openapi: 3.1.0
            info: {title: Small, version: '1'}
            servers: [{url: https://api.example.com}]
            paths: {/pets: {$ref: 'paths/pets.yaml'}}
            """, "spec/api.yaml")
        try desk.write("get: {operationId: listPets}", "spec/paths/pets.yaml")
        #expect(desk.run("spec/api.yaml", "--output", "out", "--no-samples") == 0)
        #expect(desk.read("out/Small.swift")?.contains("case listPets") == true)
    }

    /// `Tests/Consumer` compiles the files, and the article about the generator shows them.
    @Test func filesOfTheDocumentationAreUpToDate() {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Consumer/Tests/PetstoreTests")
        var err: [String] = []
        let code = GenerateAPI.run(
            ["petstore.yaml", "--output", "Generated", "--check"], folder: folder, out: { _ in },
            err: { err.append($0) })
        #expect(code == 0, "run generate-api again: \(err)")
    }

    @Test func linkOutOfTheFolderIsNotRead() throws {
        let desk = try Desk()
        try desk.write("type: string\nenum: [SECRET]", "outside/secret.yaml")
        try desk.write(
            """
            openapi: 3.1.0
            info: {title: Small, version: '1'}
            servers: [{url: https://api.example.com}]
            paths: {/a: {get: {operationId: a, responses: {200: {content: {application/json: {schema: {$ref: link/secret.yaml}}}}}}}}
            """, "spec/api.yaml")
        try FileManager.default.createSymbolicLink(
            at: desk.folder.appendingPathComponent("spec/link"),
            withDestinationURL: desk.folder.appendingPathComponent("outside"))
        #expect(desk.run("spec/api.yaml", "--output", "out") == 0)
        #expect(!desk.files("out").contains { desk.read("out/\($0)")?.contains("SECRET") ?? false })
        #expect(desk.err.joined().contains("link/secret.yaml cannot be read"))
    }
}
