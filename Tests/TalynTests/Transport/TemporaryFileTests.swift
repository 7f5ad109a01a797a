import Foundation
import Testing

@testable import Talyn

@Suite("A file that is written while a body arrives")
struct TemporaryFileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test("A complete file replaces the destination")
    func takesItsPlace() throws {
        try withFolder { folder in
            let place = folder.appendingPathComponent("a b ü.json")
            try Data("old".utf8).write(to: place)
            let file = try TemporaryFile(beside: place)
            try file.write(Data("new ".utf8))
            #expect(try String(contentsOf: place, encoding: .utf8) == "old")
            try file.write(Data("text".utf8))
            try file.move(to: place)
            #expect(try String(contentsOf: place, encoding: .utf8) == "new text")
            #expect(try names(in: folder) == ["a b ü.json"])
        }
    }

    @Test("An incomplete file is removed, and the destination stays")
    func leavesNothing() throws {
        try withFolder { folder in
            let place = folder.appendingPathComponent("a")
            try Data("old".utf8).write(to: place)
            let file = try TemporaryFile(beside: place)
            try file.write(Data("half".utf8))
            file.remove()
            #expect(try String(contentsOf: place, encoding: .utf8) == "old")
            #expect(try names(in: folder) == ["a"])
        }
    }

    @Test("A missing folder, or a folder as the destination, is an error with a code")
    func badPlacesAreErrors() throws {
        try withFolder { folder in
            let nowhere = folder.appendingPathComponent("nowhere/a")
            #expect(throws: URLError.self) { try TemporaryFile(beside: nowhere) }
            let taken = folder.appendingPathComponent("taken", isDirectory: true)
            try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
            let places = [taken, URL(fileURLWithPath: "/dev/null"), try #require(URL(string: "https://h/a"))]
            for place in places {
                let error = #expect(throws: URLError.self) { try TemporaryFile(beside: place) }
                #expect(error?.code == .cannotCreateFile)
            }
            let long = folder.appendingPathComponent(String(repeating: "x", count: 250))
            try TemporaryFile(beside: long).move(to: long)
            try FileManager.default.removeItem(at: long)
            #expect(try names(in: folder) == ["taken"])
        }
    }
}
