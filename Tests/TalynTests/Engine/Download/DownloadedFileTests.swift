import Foundation
import Testing

@testable import Talyn

@Suite struct DownloadedFileTests {
    @Test func itsTextsShowNoPathAndNoHeader() throws {
        let url = URL(fileURLWithPath: "/tmp/canary.mp4", isDirectory: false)
        let endpoint = Endpoint(.get, url: try #require(URL(string: "https://files.example/canary?token=canary")))
        let response = Response(statusCode: 200, headers: ["ETag": "\"canary\""], body: .file(url), endpoint: endpoint)
        let file = DownloadedFile(url: url, response: response, size: 5)
        var dumped = ""
        dump(file, to: &dumped)
        #expect("\(file)".hasPrefix("200, a file of 5 bytes, "))
        #expect(!"\(file)\(dumped)\(String(reflecting: file))".contains("canary.mp4"))
        #expect(file == DownloadedFile(url: url, response: response, size: 5))
    }

    @Test func aResponseWithoutAFileIsNone() throws {
        let response = Response(statusCode: 200, body: .data(Data()), endpoint: Endpoint(url: FileAPI.host))
        #expect(throws: RequestError.self) { try DownloadedFile(response) }
    }
}
