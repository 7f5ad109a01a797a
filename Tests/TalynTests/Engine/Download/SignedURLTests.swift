import Foundation
import Testing

@testable import Talyn

/// A link that a server signed anew names the same file.
@Suite(.timeLimit(.minutes(5))) struct SignedURLTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()
    let bytes = Data("0123456789".utf8)

    init() throws { folder = try TemporaryFolder() }

    private func fingerprint(_ query: String) throws -> String {
        ResumeRecord.fingerprint(of: Endpoint(url: try #require(URL(string: "https://files.example/a.bin?\(query)"))))
    }

    /// Two links to one file, as servers of each scheme sign them.
    static let renewals: [(String, String)] = [
        (
            "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20260101%2Feu-west-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20260101T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=0a1b",
            "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=ASIA%2F20260102%2Feu-west-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20260102T000000Z&X-Amz-Expires=300&X-Amz-SignedHeaders=host&X-Amz-Security-Token=t"
                + "&X-Amz-Signature=2c3d"
        ),
        (
            "x-amz-date=1&x-amz-signature=a", "X%2DAmz-Date=2&X-Amz-Signature=b"
        ),
        (
            "AWSAccessKeyId=AKIA1&Expires=1700000000&Signature=a%3D",
            "AWSAccessKeyId=ASIA2&Signature=b%3D&Expires=1700000900&x-amz-security-token=t"
        ),
        (
            "Expires=1700000000&Signature=a~b&Key-Pair-Id=K1",
            "Policy=eyJ9&Signature=c~d&Key-Pair-Id=K2&Hash-Algorithm=SHA256"
        ),
        (
            "X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=a%2F20260101&X-Goog-Date=20260101T000000Z"
                + "&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=0a",
            "X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=a%2F20260102&X-Goog-Date=20260102T000000Z"
                + "&X-Goog-Expires=600&X-Goog-SignedHeaders=host&X-Goog-Signature=1b"
        ),
        (
            "GoogleAccessId=a%40b.example&Expires=1700000000&Signature=a",
            "GoogleAccessId=a%40b.example&Expires=1700000900&Signature=b"
        ),
        (
            "sv=2022-11-02&st=2026-01-01T00%3A00Z&se=2026-01-01T01%3A00Z&sr=b&sp=r&spr=https&sip=1.2.3.4&sig=a",
            "sp=r&st=2026-01-02T00:00Z&se=2026-01-02T01:00Z&spr=https&sv=2024-11-04&sr=b&sig=b&skoid=o&sktid=t"
                + "&skt=2026-01-02&ske=2026-01-03&sks=b&skv=2024-11-04"
        ),
        (
            "sv=2022-11-02&ss=b&srt=o&sp=r&se=2026-01-01&sig=a", "sv=2022-11-02&ss=b&srt=o&sp=r&se=2026-01-02&sig=b"
        ),
        ("token=HS256-a&expires=1700000000", "token=HS256-b&token_path=%2F&expires=1700000900&token_countries=DE"),
    ]

    @Test(arguments: renewals.indices) func aRenewedLinkHasTheSameFingerprint(index: Int) throws {
        let (old, new) = Self.renewals[index]
        let one = try fingerprint(old)
        #expect(try fingerprint(new) == one)
        #expect(try fingerprint("id=1&\(old)") == fingerprint("\(new)&id=1"))
        // What names the file counts.
        let own = ["id=1", "versionId=x", "response-content-type=a", "snapshot=2026", "generation=1", "color=red"]
        #expect(try Set(own.map { try fingerprint("\($0)&\(new)") } + [one]).count == own.count + 1)
    }

    @Test(
        arguments: [
            ("Expires=1", "Expires=2"), ("expires=1&id=3", "expires=2&id=3"), ("se=1&sv=1", "se=2&sv=1"),
            ("Signature=a&Expires=1", "Signature=a&Expires=2"), ("X-Amz-Date=1", "X-Amz-Date=2"),
            ("X-Goog-Expires=1", "X-Goog-Expires=2"), ("Policy=a&Key-Pair-Id=1", "Policy=b&Key-Pair-Id=1"),
            ("AWSAccessKeyId=1&Expires=1", "AWSAccessKeyId=1&Expires=2"), ("sr=b&sp=r", "sr=c&sp=r"),
            ("sig=a&se=1", "sig=a&se=2"), ("tokens=1&expires=1", "tokens=1&expires=2"),
            ("GoogleAccessId=1&Expires=1", "GoogleAccessId=1&Expires=2"), ("st=1", "st=2"),
            ("X-Amz-Signature=a&Expires=1", "X-Amz-Signature=a&Expires=2"), ("", "id=1"),
        ])
    func anItemOfTheAppCountsWithoutASignatureOfItsScheme(old: String, new: String) throws {
        #expect(try fingerprint(old) != fingerprint(new))
    }

    /// Without a file name in the path, the token may name the file.
    @Test(arguments: [
        "https://h.example/get", "https://h.example/get/", "https://files.example", "https://h.example/a.d/x",
    ])
    func aTokenBesideAPathWithoutAFileNameCounts(page: String) throws {
        let links = try [1, 2].map { try #require(URL(string: "\(page)?token=\($0)&id=2&expires=\($0)")) }
        let fingerprints = links.map { ResumeRecord.fingerprint(of: Endpoint(url: $0)) }
        #expect(fingerprints[0] != fingerprints[1])
        #expect(links.allSatisfy { !Endpoint(url: $0).isSigned })
    }

    // MARK: Downloads

    private var provider: Provider<FileAPI> { Provider(transport: stubs) }
    private var ranges: [String?] { stubs.requests.map { $0.headers["Range"] } }

    private func link(_ query: String) -> FileAPI { .link("https://files.example/a.bin?\(query)") }

    /// Breaks off the first link, and downloads by the second one.
    private func renew(
        _ index: Int, headers: HTTPHeaders = ["ETag": "\"1\""], to destination: DownloadDestination
    ) async throws {
        let (old, new) = Self.renewals[index]
        stubs.on(link(old), .data(bytes, headers: headers).servingRanges().truncated(after: 4))
        stubs.on(link(new), .data(bytes, headers: headers).servingRanges())
        await #expect(throws: RequestError.self) {
            try await provider.download(link(old), to: destination, options: .resuming)
        }
        try await provider.download(link(new), to: destination, options: .resuming)
    }

    @Test(arguments: renewals.indices, [false, true])
    func aRenewedLinkContinuesThePart(index: Int, isFolder: Bool) async throws {
        try await renew(index, to: isFolder ? .folder(folder.url) : .file(folder.file("a.bin")))
        #expect(folder.content("a.bin") == bytes && ranges == [nil, "bytes=4-"])
        #expect(folder.names == ["a.bin"])
    }

    @Test(arguments: ["W/\"1\"", nil] as [String?], [false, true])
    func aSignedLinkWithoutAStrongTagStartsOverAndLeavesNothing(tag: String?, isFolder: Bool) async throws {
        let (old, new) = Self.renewals[0]
        var headers: HTTPHeaders = [
            "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Date": "Tue, 02 Jan 2024 00:00:00 GMT",
        ]
        headers["ETag"] = tag
        stubs.on(link(old), .data(bytes, headers: headers).truncated(after: 4))
        stubs.on(link(new), .data(bytes, headers: headers))
        let destination: DownloadDestination = isFolder ? .folder(folder.url) : .file(folder.file("a.bin"))
        await #expect(throws: RequestError.self) {
            try await provider.download(link(old), to: destination, options: .resuming)
        }
        #expect(folder.names == [])
        try await provider.download(link(new), to: destination, options: .resuming)
        #expect(folder.content("a.bin") == bytes && ranges == [nil, nil])
    }

    @Test func aRenewedLinkToAnotherVersionStartsOver() async throws {
        let (old, new) = Self.renewals[0]
        stubs.on(link(old), .data(bytes, headers: ["ETag": "\"1\""]).servingRanges().truncated(after: 4))
        stubs.on(link(new), .data(Data("abcdefghij".utf8), headers: ["ETag": "\"2\""]).servingRanges())
        await #expect(throws: RequestError.self) {
            try await provider.download(link(old), to: .folder(folder.url), options: .resuming)
        }
        try await provider.download(link(new), to: .folder(folder.url), options: .resuming)
        #expect(folder.content("a.bin") == Data("abcdefghij".utf8) && folder.names == ["a.bin"])
    }

    @Test func theRecordOfASignedLinkHasNoSecret() async throws {
        let canary = link("X-Amz-Credential=canary&X-Amz-Signature=canary")
        stubs.on(canary, .data(bytes, headers: ["ETag": "\"1\""]).truncated(after: 4))
        await #expect(throws: RequestError.self) {
            try await provider.download(canary, to: .file(folder.file("a.bin")), options: .resuming)
        }
        let record = try String(contentsOf: folder.file(".a.bin.part.json"), encoding: .utf8)
        #expect(!record.contains("canary") && !record.contains("files.example"))
    }
}
