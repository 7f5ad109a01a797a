import APIGenerator
import Foundation
import Testing

@testable import generate_api

struct OutputFolderTests {
    @Test func filesThatAreNoLongerMadeAreRemoved() throws {
        let desk = try Desk()
        _ = desk.run("api.yaml", "--output", "out")
        #expect(desk.run("api.yaml", "--output", "out", "--tag", "pets") == 0)
        #expect(!desk.files("out").contains("Small+Toys.swift"))
    }

    @Test func filesOfOthersStay() throws {
        let desk = try Desk()
        try desk.write("// mine", "out/Mine.swift")
        try desk.write("\u{FFFD}", "out/Other.txt")
        #expect(desk.run("api.yaml", "--output", "out") == 0)
        #expect(desk.read("out/Mine.swift") == "// mine" && desk.files("out").contains("Other.txt"))
    }

    @Test func fileOfSomebodyElseIsNotOverwritten() throws {
        let desk = try Desk()
        try desk.write("// mine", "out/Small.swift")
        #expect(desk.run("api.yaml", "--output", "out") == 1)
        #expect(desk.read("out/Small.swift") == "// mine" && desk.files("out") == ["Small.swift"])
        #expect(desk.err.last?.contains("out/Small.swift was written by somebody else") == true)
    }

    @Test func fileThatIsNoTextIsNotOverwritten() throws {
        let desk = try Desk()
        let file = desk.folder.appendingPathComponent("out/Small.swift")
        try desk.write("", "out/keep")
        try Data([0xFF, 0xFE, 0x00]).write(to: file)
        let code = desk.run("api.yaml", "--output", "out")
        let data = try Data(contentsOf: file)
        #expect(code == 1)
        #expect(data == Data([0xFF, 0xFE, 0x00]))
    }

    @Test func folderOutsideOfThePackageMayBeGiven() throws {
        let (desk, other) = (try Desk(), try Desk())
        #expect(desk.run("api.yaml", "--output", other.folder.path + "/out") == 0)
        #expect(other.files("out").contains("Small.swift"))
    }
}
