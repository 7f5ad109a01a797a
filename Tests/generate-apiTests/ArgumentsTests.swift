import APIGenerator
import Testing

@testable import generate_api

/// The command line of `generate-api`.
struct ArgumentsTests {
    private func parsed(_ arguments: String...) throws -> Arguments { try Arguments(parsing: arguments) }

    @Test func aDocumentAndATargetAreEnough() throws {
        let arguments = try parsed("api.yaml", "--target", "MyApp")
        #expect(arguments.file == "api.yaml")
        #expect(arguments.target == "MyApp")
        #expect(arguments.output == nil)
        #expect(arguments.options.name == nil)
        #expect(arguments.options.writesSamples)
        #expect(!arguments.checks)
        #expect(!arguments.showsHelp)
    }

    @Test func optionsStandAnywhereAndTakeTheirValueByASpaceOrAnEqualsSign() throws {
        let arguments = try parsed(
            "--name=GitHub", "--tag", "users", "--tag=a=b", "api.json", "--operation", "getUser", "--output=Folder",
            "--check", "--no-samples")
        #expect(arguments.file == "api.json")
        #expect(arguments.output == "Folder")
        #expect(arguments.options.name == "GitHub")
        #expect(arguments.options.tags == ["users", "a=b"])
        #expect(arguments.options.operations == ["getUser"])
        #expect(!arguments.options.writesSamples)
        #expect(arguments.checks)
    }

    @Test func aDocumentWhoseNameBeginsWithADashStandsBehindTwo() throws {
        #expect(try parsed("--output", "x", "--", "-api.json").file == "-api.json")
    }

    @Test(arguments: [[], ["-h"], ["--help", "--wrong"]])
    func helpWinsOverEverything(_ arguments: [String]) throws {
        #expect(try Arguments(parsing: arguments).showsHelp)
    }

    @Test(arguments: [
        (["--target", "A"], "the document is missing"),
        (["a", "b", "--target", "A"], "one document is expected, not 2"),
        (["a"], "--target or --output is missing"), (["a", "--wrong"], "there is no option '--wrong'"),
        (["a", "--target"], "the value of '--target' is missing"),
        (["a", "--tag="], "the value of '--tag' is missing"),
        (["a", "--check=yes", "--target", "A"], "'--check' takes no value"),
        (["a", "--target", "A", "--name", "gitHub"], "'gitHub' is no name for an enum"),
        (["a", "--target", "A", "--name", "Git Hub"], "'Git Hub' is no name for an enum"),
        (["a", "--target", "A", "--name", "Call"], "'Call' is no name for an enum"),
    ])
    func aWrongCommandLineSaysWhatIsWrong(_ arguments: [String], _ problem: String) {
        let error = #expect(throws: UsageError.self) { try Arguments(parsing: arguments) }
        #expect(error?.description == "generate-api: \(problem). See --help.")
    }
}
