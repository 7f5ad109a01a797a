import Foundation
import Talyn
import TalynStubs
import Testing

// The article on uploads, as a test that runs.

private enum Photos: RoutedTarget {
    case avatar(id: Int, png: Data)
    var baseURL: URL { URL(string: "https://photos.example")! }
    var route: Route {
        switch self {
        case .avatar(let id, let png):
            .post("users/\(id)/avatar").multipart {
                Part("caption", "me")
                Part("file", data: png, fileName: "me.png")
            }
        }
    }
}

@Suite struct UploadingTests {
    @Test func anAvatarIsSentWithItsCaption() async throws {
        let png = Data([0x89, 0x50])
        let stubs = StubTransport()
        stubs.on(Photos.avatar(id: 1, png: png), .status(204))
        try await Provider<Photos>(transport: stubs).request(.avatar(id: 1, png: png))
        #expect(stubs.calls[0].form?["caption"]?.text == "me")
        #expect(stubs.calls[0].form?["file"]?.contentType == "image/png")
    }
}
