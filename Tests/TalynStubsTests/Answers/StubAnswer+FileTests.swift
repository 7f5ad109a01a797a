import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubAnswerFileTests {
    private let stubs = StubTransport()
    private var github: Provider<GitHub> { Provider(transport: stubs) }

    /// Makes a folder with small files, and removes it afterwards.
    private func withFolder<Output>(_ files: [String: String], _ work: (URL) async throws -> Output) async throws
        -> Output
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return try await work(folder)
    }

    @Test(arguments: [
        ("a.json", "application/json"), ("a.TXT", "text/plain; charset=utf-8"), ("a.png", "image/png"),
        ("a.xyz", "application/octet-stream"), ("a", "application/octet-stream"),
    ])
    func theExtensionTellsTheContentType(_ name: String, _ type: String) async throws {
        try await withFolder([name: "text"]) { folder in
            let file = folder.appendingPathComponent(name)
            stubs.on(GitHub.zen, .file(file))
            let response = try await github.request(.zen)
            #expect(response.headers["Content-Type"] == type)
            #expect(response.data == Data("text".utf8))
            stubs.on(GitHub.zen, .file(file, status: 201, headers: ["X-A": "1"], contentType: "a/b"))
            let other = try await github.request(.zen)
            #expect(other.statusCode == 201)
            #expect(other.headers == ["X-A": "1", "Content-Type": "a/b"])
        }
    }

    @Test func aFileThatCannotBeReadFailsCallRegistrationAndVerify() async throws {
        let file = URL(fileURLWithPath: "/nowhere/\(canary)/user.json")
        stubs.on(GitHub.zen, .file(file))
        let reason = await github.result(.zen).thrown?.requestError.reason
        #expect(reason == "the stub for GitHub.zen is unusable: its file user.json cannot be read")
        #expect(stubs.findings.contains { $0.hasSuffix("is unusable: its file user.json cannot be read") })
        #expect(!stubs.findings.joined().contains(canary))
    }

    @Test(.timeLimit(.minutes(5)))
    func aPipeOrFolderIsRefusedAndNeverWaitedFor() async throws {
        try await withFolder([:]) { folder in
            let pipe = folder.appendingPathComponent("pipe.json")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let link = folder.appendingPathComponent("link.json")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipe)
            for (file, reason) in [
                (pipe, "is not a regular file"), (link, "is not a regular file"), (folder, "is a directory"),
                (URL(fileURLWithPath: "/dev/zero"), "is not a regular file"),
            ] {
                stubs.on(GitHub.zen, .file(file))
                let thrown = await github.result(.zen).thrown?.requestError.reason
                #expect(
                    thrown == "the stub for GitHub.zen is unusable: its file \(file.lastPathComponent) \(reason)")
            }
        }
    }

    @Test func aFileOverTheLimitIsRefusedWithoutReadingIt() async throws {
        try await withFolder(["a.bin": "1"]) { folder in
            let file = folder.appendingPathComponent("a.bin")
            let handle = try FileHandle(forWritingTo: file)
            // A sparse file uses no disk space.
            try handle.truncate(atOffset: UInt64(StubAnswer.fileLimit) + 1)
            try handle.close()
            stubs.on(GitHub.zen, .file(file))
            let thrown = await github.result(.zen).thrown?.requestError.reason
            #expect(thrown == "the stub for GitHub.zen is unusable: its file a.bin is larger than 67108864 bytes")
        }
    }

    @Test func aFileOfTheLimitIsAnAnswer() async throws {
        try await withFolder(["a.bin": "1"]) { folder in
            let file = folder.appendingPathComponent("a.bin")
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(StubAnswer.fileLimit))
            try handle.close()
            #expect(StubAnswer.file(file).data.count == StubAnswer.fileLimit)
        }
    }

    @Test func aFixtureIsNamedAfterTheCase() async throws {
        try await withFolder(["GitHub.user.json": #"{"login": "octocat", "id": 1}"#, "GitHub.zen": "zen"]) { folder in
            stubs.on(GitHub.self) { _ in .fixture(in: folder) }
            stubs.on(Call.user("a"), .fixture(in: folder))
            #expect(try await github.call(.user("a")) == .octocat)
            #expect(try await github.request(.user("b"), as: User.self) == .octocat)
            #expect(try await github.request(.zen, as: String.self) == "zen")
            stubs.on(template: "zen", .sequence([.status(204), .fixture(in: folder, status: 203)]))
            try await github.request(.zen)
            #expect(try await github.request(.zen).statusCode == 203)
            try stubs.verify()
        }
    }

    @Test(
        arguments: [
            (["a.json": ""], "no file in "), (["README": ""], "no file in "),
            (["GitHub.users.json": "", "GitHub.use": ""], "no file in "),
            (["GitHub.user.json": "", "GitHub.user.txt": ""], "2 files, GitHub.user.json and GitHub.user.txt, in "),
        ])
    func noneOrSeveralSayWhatWasLookedFor(_ files: [String: String], _ text: String) async throws {
        try await withFolder(files) { folder in
            stubs.on(Call.user("a"), .fixture(in: folder))
            stubs.on(template: "users/{}", .fixture(in: folder))
            let reason = try #require(stubs.findings.first)
            #expect(reason.contains(text) && reason.contains("named GitHub.user.<any extension>"), "\(reason)")
            #expect(await github.result(.user("a")).thrown?.requestError.reason.contains(text) == true)
            #expect(await github.result(.user("b")).thrown?.requestError.reason.contains(text) == true)
            #expect(stubs.findings.contains { $0.contains("request 1: the stub for GitHub.user is unusable: ") })
        }
    }

    @Test func aFolderThatIsMissingAndARequestWithoutACaseAreSaidSo() async throws {
        stubs.on(GitHub.zen, .fixture(in: URL(fileURLWithPath: "/\(canary)/App.bundle/fixtures")))
        #expect(stubs.findings.first?.contains("its folder of fixtures, App.bundle/fixtures, cannot be read") == true)
        #expect(stubs.findings.first?.contains(canary) == false)
        let endpoint = Endpoint(url: GitHub.host)
        stubs.on(endpoint, .fixture(in: FileManager.default.temporaryDirectory))
        _ = try? await github.send(endpoint)
        #expect(stubs.log.contains("→ no stub"))
        #expect(stubs.findings.contains { $0.contains("no case name for a fixture") })
    }

    @Test func aBundlesResourcesAreAFolderToo() async throws {
        struct Feed: RoutedTarget {
            var baseURL: URL { Probe.host }
            var route: Route { .get("feed") }
            var operation: String { "feed" }
        }
        stubs.on(Feed(), .fixture(in: .module, subdirectory: "Fixtures"))
        let response = try await Provider<Feed>(transport: stubs).request(Feed())
        #expect(response.data == Data("{\"items\": []}\n".utf8))
        #expect(response.headers["Content-Type"] == "application/json")
    }
}
