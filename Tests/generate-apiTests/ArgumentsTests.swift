import APIGenerator
import Testing

@testable import generate_api

struct ArgumentsTests {
    @Test func everyOptionIsRead() throws {
        let all = try Arguments(parsing: [
            "api.yaml", "--target", "App", "--name=Mine", "--output", "out", "--tag", "a", "--tag=b", "--operation",
            "x",
            "--no-samples", "--check",
        ])
        #expect(all.file == "api.yaml" && all.target == "App" && all.output == "out" && all.checks)
        #expect(all.options.name == "Mine" && all.options.tags == ["a", "b"] && all.options.operations == ["x"])
        #expect(!all.options.writesSamples)
        let few = try Arguments(parsing: ["--target=App", "--", "--odd.yaml"])
        #expect(few.file == "--odd.yaml" && few.output == nil && !few.checks && few.options.writesSamples)
    }

    @Test(arguments: [[], ["-h"], ["--odd", "--help"], ["a", "b", "-h"]])
    func helpWinsOverEverything(_ arguments: [String]) throws {
        #expect(try Arguments(parsing: arguments).showsHelp)
    }

    @Test(arguments: [
        (["--target", "App"], "the document is missing"),
        (["a", "b", "--target", "App"], "one document is expected, not 2"),
        (["a"], "--target or --output is missing"), (["a", "--odd"], "there is no option '--odd'"),
        (["a", "--check=1", "--target", "App"], "'--check' takes no value"),
        (["a", "--target"], "the value of '--target' is missing"),
        (["a", "--tag="], "the value of '--tag' is missing"),
        (["a", "--name", "2b", "--target", "App"], "'2b' is no name for an enum"),
        (["a", "--name", "String", "--target", "App"], "'String' is no name for an enum"),
    ])
    func errorIsAUsageError(_ arguments: [String], _ message: String) {
        #expect {
            try Arguments(parsing: arguments)
        } throws: { ($0 as? UsageError)?.description == "generate-api: \(message). See --help." }
    }

    @Test func helpNamesEveryOption() {
        for option in ["--target", "--output", "--name", "--tag", "--operation", "--no-samples", "--check"] {
            #expect(Arguments.help.contains(option))
        }
    }
}
