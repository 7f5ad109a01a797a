import Testing

@testable import APIGenerator

struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", MediaType.json), ("application/json; charset=utf-8", .json), ("Application/JSON", .json),
        ("application/problem+json", .json), ("application/vnd.github.v3+json; a=b", .json), ("*/*", .json),
        ("application/x-www-form-urlencoded", .form), ("multipart/form-data", .multipart), ("text/plain", .text),
        ("text/event-stream", .events), ("text/csv", .text), ("application/xml", .xml), ("application/atom+xml", .xml),
        ("image/svg+xml", .binary), ("image/png", .binary), ("application/octet-stream", .binary),
        ("application/pdf", .binary),
    ])
    func kindIsThatOfTheNameWithoutParameters(_ name: String, _ kind: MediaType) {
        #expect(MediaType(name) == kind)
    }
}
