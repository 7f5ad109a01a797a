import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes

struct CassetteFormsTests {
    private enum API: RoutedTarget {
        case upload(String)
        var baseURL: URL { URL(string: "http://a.example")! }
        var route: Route {
            switch self {
            case .upload(let caption):
                .post("upload").multipart {
                    Part("caption", caption)
                    Part("password", "CANARY-secret")
                    Part("s", stream: BodyStream { { nil } })
                }
            }
        }
    }

    @Test func aFormIsRecordedWithoutSecretsAndReplayedWhateverItsBoundary() async throws {
        let file = try CassetteFile()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("stored"))
        let recording = Cassette(at: file.url, mode: .all, over: stubs)
        _ = try await Provider<API>(transport: recording).request(.upload("me"))
        try recording.finish()
        let text = try String(contentsOf: file.url, encoding: .utf8)
        #expect(text.contains("caption") && !text.contains("CANARY"))

        let replaying = Cassette(at: file.url, mode: .replay)
        #expect(try await Provider<API>(transport: replaying).request(.upload("me"), as: String.self) == "stored")
        try replaying.finish()
        let other = await Provider<API>(transport: Cassette(at: file.url, mode: .replay)).result(.upload("you"))
        #expect(throws: (any Error).self) { try other.get() }
    }
}
