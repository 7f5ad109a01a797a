import Foundation
import Testing

@testable import Talyn

/// The parts in a folder that nothing will use.
@Suite(.timeLimit(.minutes(5))) struct PartialFileUnusedTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()
    let bytes = Data("0123456789".utf8)

    init() throws { folder = try TemporaryFolder() }

    private var provider: Provider<FileAPI> { Provider(transport: stubs) }

    private func link(_ query: String) -> FileAPI { .link("https://files.example/a.bin?\(query)") }

    /// Writes a file that was changed some seconds ago.
    private func write(_ text: String, as name: String, age: TimeInterval = 3_600) throws {
        _ = try folder.write(Data(text.utf8), as: name)
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.file(name).path)
    }

    private func breakOff(_ query: String, tag: String = "\"1\"") async throws {
        stubs.on(link(query), .data(bytes, headers: ["ETag": tag]).servingRanges().truncated(after: 4))
        await #expect(throws: RequestError.self) {
            try await provider.download(link(query), to: .folder(folder.url), options: .resuming)
        }
        try age(3_600) { $0.hasSuffix(".part") }
    }

    /// Makes files as old as if they had been changed some seconds ago.
    private func age(_ seconds: TimeInterval, where isAged: (String) -> Bool = { _ in true }) throws {
        let attributes = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -seconds)]
        for name in folder.names where isAged(name) {
            try FileManager.default.setAttributes(attributes, ofItemAtPath: folder.file(name).path)
        }
    }

    @Test func aPartWithoutARecordIsRemovedAndTheFilesOfOthersStay() async throws {
        let others = [".film.mp4.part", ".film.mp4.part.json", "talyn-a.part", ".talyn-notes", "b.bin"]
        for name in others { try write("somebody's", as: name) }
        try write("killed", as: ".talyn-9A1C0E5B-0000-0000-0000-000000000000.part")
        // A record that cannot be read may be that of another version.
        let unknown = [".talyn-0123456789abcdef.part", ".talyn-0123456789abcdef.part.json"]
        for name in unknown { try write("{}", as: name) }
        try write("{}", as: ".talyn-alone.part.json")
        stubs.on(link("id=1"), .data(bytes))
        try await provider.download(link("id=1"), to: .folder(folder.url))
        #expect(folder.names.sorted() == (others + unknown + ["a.bin"]).sorted())
    }

    @Test func aPartThatIsInUseOrNewStays() async throws {
        try write("in use", as: ".talyn-in-use.part")
        try write("new", as: ".talyn-new.part", age: 1)
        let descriptor = open(folder.file(".talyn-in-use.part").path, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        stubs.on(link("id=1"), .data(bytes))
        try await provider.download(link("id=1"), to: .folder(folder.url))
        #expect(folder.names.sorted() == [".talyn-in-use.part", ".talyn-new.part", "a.bin"])
    }

    @Test func aPartThatNoDownloadHasUsedForAWeekIsRemovedWithItsRecord() async throws {
        try await breakOff("id=1", tag: "\"1\"")
        for name in [".talyn-unknown.part", ".talyn-unknown.part.json"] { try write("{}", as: name) }
        try age(86_400 * 8)
        try await breakOff("id=2", tag: "\"2\"")
        #expect(folder.names.filter { $0.hasSuffix(".part") }.count == 1)
        #expect(folder.names.count == 2, "\(folder.names)")
    }

    @Test func aPartThatIsYoungerThanAWeekOrInUseStays() async throws {
        try await breakOff("id=1", tag: "\"1\"")
        try age(86_400 * 6)
        try write("in use", as: ".talyn-in-use.part", age: 86_400 * 100)
        try write("{}", as: ".talyn-in-use.part.json", age: 86_400 * 100)
        let descriptor = open(folder.file(".talyn-in-use.part").path, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let before = Set(folder.names)
        try await breakOff("id=2", tag: "\"2\"")
        #expect(before.isSubset(of: folder.names) && folder.names.count == 6, "\(folder.names)")
    }

    @Test func aPartThatATryWithoutABodyHasUsedStays() async throws {
        try await breakOff("id=1", tag: "\"1\"")
        try age(86_400 * 8)
        stubs.on(link("id=1"), .status(503))
        await #expect(throws: RequestError.self) {
            try await provider.download(link("id=1"), to: .folder(folder.url), options: .resuming)
        }
        stubs.on(link("id=2"), .data(bytes))
        try await provider.download(link("id=2"), to: .folder(folder.url))
        #expect(folder.names.count == 3, "\(folder.names)")
    }

    @Test func anOldPartOfTheSameLinkIsContinued() async throws {
        try await breakOff("id=1", tag: "\"1\"")
        try age(86_400 * 100)
        stubs.on(link("id=1"), .data(bytes, headers: ["ETag": "\"1\""]).servingRanges())
        let file = try await provider.download(link("id=1"), to: .folder(folder.url), options: .resuming)
        #expect(stubs.requests.last?.headers["Range"] == "bytes=4-")
        #expect(try Data(contentsOf: file.url) == bytes && folder.names == ["a.bin"])
    }

    @Test func aPartOfAnotherFileStays() async throws {
        try await breakOff("id=1", tag: "\"1\"")
        try await breakOff("id=2", tag: "\"2\"")
        #expect(folder.names.count == 4)
        stubs.on(link("id=2"), .data(bytes, headers: ["ETag": "\"2\""]).servingRanges())
        try await provider.download(link("id=2"), to: .folder(folder.url), options: .resuming)
        #expect(folder.names.count == 3)
    }

    /// A deployment gives one date to all files, and what is made anew has no length.
    @Test func aPartOfAnotherFileWithTheSameDateStays() async throws {
        let headers: HTTPHeaders = [
            "Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT", "Date": "Sat, 01 Jan 2000 00:01:00 GMT",
        ]
        for query in ["year=1", "year=2"] {
            // `servingRanges` would add a tag.
            stubs.on(link(query), .data(bytes, headers: headers).truncated(after: 4))
            await #expect(throws: RequestError.self) {
                try await provider.download(link(query), to: .folder(folder.url), options: .resuming)
            }
            try age(3_600)
        }
        #expect(folder.names.count == 4, "\(folder.names)")
    }

    @Test func theTriesOfALinkOfAnUnknownSchemeDoNotPileUp() async throws {
        for number in 1...4 { try await breakOff("md5=\(number)&expires=\(number)") }
        #expect(folder.names.filter { $0.hasSuffix(".part") }.count == 1)
        #expect(folder.names.filter { $0.hasSuffix(".json") }.count == 1)
        stubs.on(link("md5=5&expires=5"), .data(bytes, headers: ["ETag": "\"1\""]).servingRanges())
        try await provider.download(link("md5=5&expires=5"), to: .folder(folder.url), options: .resuming)
        #expect(folder.names == ["a.bin"])
    }
}
