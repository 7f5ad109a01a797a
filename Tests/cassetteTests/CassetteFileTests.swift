import Foundation
import Testing

@testable import cassette

struct CassetteFileTests {
    @Test func filesAreFoundWithoutHiddenFolders() async throws {
        let desk = try Desk()
        for name in ["b.har", "a/a.har", "a/x.json", ".build/c.har", ".git/d.har"] { try desk.write([], name) }
        let names = try CassetteFile.files(at: [], in: desk.folder).map(\.name)
        #expect(names == ["a/a.har", "b.har"])
        #expect(
            try CassetteFile.files(at: [".build", "b.har", "a/x.json", "b.har"], in: desk.folder).map(\.name)
                == [".build/c.har", "b.har", "a/x.json"])
        #expect(await desk.run("list", "missing") == 1)
        #expect(desk.err == ["cassette: missing: there is no such file or folder."])
    }

    @Test(arguments: ["list", "check", "redact"])
    func aFolderWithoutACassetteIsReportedAndFails(command: String) async throws {
        let desk = try Desk()
        try desk.write("{}", "a/x.json")
        #expect(await desk.run(command) == 1)
        #expect(desk.err == ["cassette: .: there is no .har file; name its folder."] && desk.out == [])
        #expect(await desk.run(command, "a") == 1)
        #expect(desk.err == ["cassette: a: there is no .har file; name its folder."] && desk.out == [])
    }
}
