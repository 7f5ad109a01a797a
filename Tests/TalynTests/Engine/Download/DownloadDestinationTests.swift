import Foundation
import Testing

@testable import Talyn

/// The names of files that servers suggest for a folder.
@Suite struct DownloadDestinationTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()

    init() throws { folder = try TemporaryFolder() }

    private func name(_ disposition: String?, at url: String = "https://files.example/last") throws -> String {
        var headers = HTTPHeaders()
        headers["Content-Disposition"] = disposition
        let endpoint = Endpoint(.get, url: try #require(URL(string: url)))
        return FileName.suggested(by: Response(statusCode: 200, headers: headers, endpoint: endpoint))
    }

    @Test(arguments: [
        // RFC 6266 §4.1, §5, and the values of other tests of it.
        (#"attachment; filename=example.html"#, "example.html"),
        (#"attachment; filename="my film.mp4""#, "my film.mp4"),
        (#"attachment; filename=my film.mp4; size=3"#, "my film.mp4"),
        (#"Attachment;FILENAME = "a.txt" "#, "a.txt"),
        (";filename=a.txt", "a.txt"),
        (#"inline; filename="a\"b\\c;d.txt""#, #"c;d.txt"#),
        (#"attachment; filename="a;filename=b""#, "a;filename=b"),
        (#"attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates"#, "€ rates"),
        (#"attachment; filename*=UTF-8'en'na%C3%AFve.txt; filename=plain.txt"#, "naïve.txt"),
        (#"attachment; filename*=iso-8859-1''caf%E9.txt"#, "café.txt"),
        (#"attachment; filename*=UTF-8''%C3%28; filename=plain.txt"#, "plain.txt"),
        (#"attachment; filename*=UTF-8''%e; filename=plain.txt"#, "plain.txt"),
        (#"attachment; filename*=KOI8-R''a; filename=plain.txt"#, "plain.txt"),
        (#"attachment; filename="a%20b.txt""#, "a%20b.txt"),
        (#"attachment; filename*=UTF-8''%2e%2e%2f%2e%2e%2fx"#, "x"),
        (#"attachment; filename="../../x""#, "x"),
        (#"attachment; filename="..\\..\\x""#, "x"),
        (#"attachment; filename="/etc/passwd""#, "passwd"),
        (#"attachment; filename="C:\\Users\\film.mp4""#, "film.mp4"),
        (#"attachment; filename=".bashrc""#, "bashrc"),
        (#"attachment; filename="  . .. a ""#, "a"),
        (#"attachment; filename="12:30.txt""#, "12_30.txt"),
        (#"attachment; filename*=UTF-8''a%00b%0Ac%7Fd%C2%85.txt"#, "abcd.txt"),
        (#"attachment; filename*=UTF-8''photo%E2%80%AEgpj.exe"#, "photogpj.exe"),
        (#"attachment; filename*=UTF-8''%E2%80%A8.%E2%80%AE.a"#, "a"),
        // Of a quoted string without its end, all of it.
        (#"attachment; filename="open.txt"#, "open.txt"), (#"attachment; filename="a\""#, "a\""),
        (#"attachment; filename="a" ; size=3; filename="b""#, "a"), ("attachment; a; filename=b.txt", "b.txt"),
        (#"attachment; size="3; filename=a"; filename=b"#, "b"), ("attachment; filename=  \t \"a\"", "a"),
        ("attachment; filename; filename=x.txt", "x.txt"),
    ])
    func aSuggestedNameIsMadeSafe(disposition: String, expected: String) throws {
        #expect(try name(disposition) == expected)
    }

    @Test(
        arguments: [
            nil, "attachment", "attachment; filename=", #"attachment; filename="""#, #"attachment; filename="..""#,
            #"attachment; filename="../""#, #"attachment; filename="...""#, #"attachment; filename*=UTF-8''%00"#,
            ";;;=;", "", "filename=a.txt", #"attachment; filename="a\"#, "attachment; filename=  ",
            "attachment; filename", "attachment; filename*=UTF-8", "attachment; filename*=UTF-8'en",
        ] as [String?])
    func withoutANameTheLastSegmentOfTheURLIsTaken(disposition: String?) throws {
        #expect(try name(disposition) == "last")
        #expect(try name(disposition, at: "https://files.example/a/b%20c.txt?x=/y") == "b c.txt")
        #expect(try name(disposition, at: "https://files.example/a/..%2F..%2Fetc") == "etc")
        #expect(try name(disposition, at: "https://files.example") == "download")
        #expect(try name(disposition, at: "https://files.example/%2E%2E%2F") == "download")
    }

    @Test(arguments: [
        (String(repeating: "a", count: 300) + ".mp4", String(repeating: "a", count: 251) + ".mp4"),
        (String(repeating: "a", count: 300), String(repeating: "a", count: 255)),
        (String(repeating: "é", count: 200) + ".mp4", String(repeating: "é", count: 125) + ".mp4"),
        ("a." + String(repeating: "x", count: 300), "a." + String(repeating: "x", count: 253)),
        // An extension has 32 bytes at most.
        (
            String(repeating: "a", count: 300) + "." + String(repeating: "x", count: 32),
            String(repeating: "a", count: 222) + "." + String(repeating: "x", count: 32)
        ),
        (
            String(repeating: "a", count: 230) + "." + String(repeating: "x", count: 33),
            String(repeating: "a", count: 230) + "." + String(repeating: "x", count: 24)
        ),
        (String(repeating: "a", count: 300) + ".", String(repeating: "a", count: 255)),
        (String(repeating: "a", count: 251) + ".mp4", String(repeating: "a", count: 251) + ".mp4"),
    ])
    func aLongNameKeepsItsExtension(long: String, expected: String) throws {
        #expect(FileName.safe(long) == expected)
    }

    @Test func combiningMarksStayWithTheirCharacter() throws {
        let base = String(repeating: "a", count: 254)
        #expect(FileName.safe(base + "e\u{301}") == base)
        let giant = "e" + String(repeating: "\u{301}", count: 300) + ".txt"
        let name = try #require(FileName.safe(giant))
        #expect(Array(name.utf8) == Array("e\(String(repeating: "\u{301}", count: 125)).txt".utf8))
        // A combining mark behind a separator or dot is no disguise.
        #expect(FileName.safe("../\u{301}x") == "\u{301}x")
        #expect(FileName.safe("a/\u{301}") == "\u{301}")
    }

    @Test(arguments: [
        ("film.mp4", "film 2.mp4"), ("film", "film 2"), ("film.", "film. 2"), (".mp4", ".mp4 2"),
        ("archive.tar.gz", "archive.tar 2.gz"),
        (String(repeating: "a", count: 251) + ".mp4", String(repeating: "a", count: 249) + " 2.mp4"),
    ])
    func aNumberStandsBeforeTheExtension(name: String, expected: String) {
        #expect(FileName.numbered(name, 2) == expected)
    }

    @Test func aFolderGetsAFileOfTheSuggestedName() async throws {
        stubs.on(FileAPI.film, .text("a", headers: ["Content-Disposition": "attachment; filename=\"../the film.mp4\""]))
        stubs.on(FileAPI.named("x"), .redirect(to: "/other/final.bin"))
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/other/final.bin" }, .text("b"))
        let provider = Provider<FileAPI>(transport: stubs)
        #expect(try await provider.download(.film, to: .folder(folder.url)).url == folder.file("the film.mp4"))
        #expect(try await provider.download(.named("x"), to: .folder(folder.url)).url == folder.file("final.bin"))
        #expect(folder.names.sorted() == ["final.bin", "the film.mp4"])
    }

    @Test func aResumedFileHasTheNameOfTheFirstResponse() async throws {
        let headers: HTTPHeaders = ["Content-Disposition": "attachment; filename=first.mp4", "ETag": "\"1\""]
        let rest = StubAnswer.text("cd", status: 206, headers: ["Content-Range": "bytes 2-3/4"])
        stubs.on(FileAPI.film, .sequence([.text("abcd", headers: headers).truncated(after: 2), rest]))
        let provider = Provider<FileAPI>(transport: stubs)
        await #expect(throws: RequestError.self) {
            try await provider.download(.film, to: .folder(folder.url), options: .resuming)
        }
        #expect(folder.parts.count == 2)
        try await provider.download(.film, to: .folder(folder.url), options: .resuming)
        #expect(folder.names == ["first.mp4"])
    }

    @Test(arguments: ["https://a.example/x", "file:///", "file:///tmp/.."])
    func aDestinationThatIsNoFileSendsNothing(url: String) async throws {
        let destination = DownloadDestination.file(try #require(URL(string: url)))
        let provider = Provider<FileAPI>(transport: stubs)
        let error = await provider.result(of: Call(.film, downloadingTo: destination)).thrown
        #expect(error?.category == .invalidRequest)
        #expect(stubs.requests.isEmpty)
    }

    @Test func onlyAFileURLWithANameIsAPlace() {
        func problem(_ path: String) -> String? {
            DownloadDestination.file(URL(fileURLWithPath: path, isDirectory: false)).problem
        }
        for path in ["/a", "/a/...", "/a/\u{1}", "/a/.b"] { #expect(problem(path) == nil, "\(path)") }
        #expect(DownloadDestination.folder(URL(fileURLWithPath: "/")).problem == nil)
    }

    @Test(arguments: ["/a\0b", "/a\0/b", "/a\0"])
    func aPathWithNULIsNoPlace(path: String) {
        let url = URL(fileURLWithPath: path)
        for destination in [DownloadDestination.file(url), .folder(url)] {
            #expect(destination.problem == "the destination of the download contains NUL")
        }
        // Encoded once more, it is a name like others.
        #expect(DownloadDestination.file(URL(fileURLWithPath: "/a%00b")).problem == nil)
    }

    @Test func aLongNameHasAPartialFileToo() async throws {
        let name = String(repeating: "é", count: 125) + ".mp4"
        stubs.on(FileAPI.film, .text("a"))
        try await Provider<FileAPI>(transport: stubs).download(.film, to: .file(folder.file(name)))
        #expect(folder.content(name) == Data("a".utf8))
    }

    @Test func descriptionsShowNoPath() {
        #expect("\(DownloadDestination.file(folder.url))" == "a file")
        #expect(String(reflecting: DownloadDestination.folder(folder.url)) == "a folder")
    }
}
