import Foundation
import Testing

@testable import Talyn

@Suite struct ResumeRecordTests {
    private func record(_ tag: String) throws -> ResumeRecord {
        let endpoint = Endpoint(url: try #require(URL(string: "https://files.example/film")))
        let response = Response(statusCode: 200, headers: ["ETag": tag], endpoint: endpoint)
        return try #require(ResumeRecord(response, length: 5, resource: "film", at: Date()))
    }

    @Test(arguments: [
        (#""length":5"#, #""length":5"#, true), (#""length":5"#, #""length":-5"#, false),
        (#""length":5,"#, "", true), (#"\"1\""#, #"\"~\u0080 \""#, true), (#"\"1\""#, #"\"\u007F\""#, false),
        (#"\"1\""#, #"\"\u001F\""#, false), (#""resource":"film""#, #""resource":"films""#, false),
    ])
    func aRecordThatSomebodyElseWroteIsUsedOnlyIfItIsSafe(old: String, new: String, isUsable: Bool) throws {
        let folder = try TemporaryFolder()
        let text = #"{"fields":{"ETag":"\"1\""},"length":5,"resource":"film","validator":"\"1\""}"#
        _ = try folder.write(Data(text.replacingOccurrences(of: old, with: new).utf8), as: "film.mp4")
        #expect((ResumeRecord(at: folder.file(), for: "film") != nil) == isUsable)
    }

    @Test func theResourceIsMethodAndURLOnly() throws {
        let url = try #require(URL(string: "https://files.example/film?id=5"))
        let bare = ResumeRecord.fingerprint(of: Endpoint(url: url))
        // Also if a token stands in the URL, by chance.
        let headers: HTTPHeaders = ["Authorization": "Bearer film-token-0123456789", "X-Api-Key": "film"]
        let rich = Endpoint(.get, url: url, headers: headers, body: .data(Data(#"{"password":"film"}"#.utf8)))
        #expect(bare == ResumeRecord.fingerprint(of: rich) && bare.utf8.count == 64)
        let other = try #require(URL(string: "https://files.example/film?id=6"))
        let fingerprints = [bare, ResumeRecord.fingerprint(of: Endpoint(url: other))]
        #expect(Set(fingerprints + [ResumeRecord.fingerprint(of: Endpoint(.post, url: url))]).count == 3)
    }

    @Test func aLaterRecordReplacesAnEarlierOne() throws {
        let folder = try TemporaryFolder()
        for tag in ["\"1\"", "\"2\""] {
            try record(tag).write(to: folder.file())
            #expect(ResumeRecord(at: folder.file(), for: "film")?.validator == tag)
        }
        #expect(ResumeRecord(at: folder.file(), for: "another") == nil)
    }
}
