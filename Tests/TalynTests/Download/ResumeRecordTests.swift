import Foundation
import Testing

@testable import Talyn

@Suite struct ResumeRecordTests {
    private func record(_ tag: String) throws -> ResumeRecord {
        let endpoint = Endpoint(url: try #require(URL(string: "https://files.example/film")))
        let response = Response(statusCode: 200, headers: ["ETag": tag], endpoint: endpoint)
        return try #require(ResumeRecord(response, length: 5, resource: "film", at: Date()))
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
