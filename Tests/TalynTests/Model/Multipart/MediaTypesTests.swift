import Testing

@testable import Talyn

struct MediaTypesTests {
    @Test(arguments: [
        ("me.png", "image/png"), ("ME.JPEG", "image/jpeg"), ("a.b.pdf", "application/pdf"), (".zip", "application/zip"),
        ("a", "application/octet-stream"), ("", "application/octet-stream"), ("png", "application/octet-stream"),
        ("a.", "application/octet-stream"), ("a.png ", "application/octet-stream"),
        ("a.pn\u{212A}", "application/octet-stream"),
        ("a.png\u{301}", "application/octet-stream"), ("a.heic", "image/heic"), ("a.mov", "video/quicktime"),
        ("a.csv", "text/csv"), ("a.json", "application/json"),
    ])
    func theTypeIsThatOfTheLastExtension(name: String, type: String) {
        #expect(MediaTypes.type(ofFileNamed: name) == type)
    }
}
