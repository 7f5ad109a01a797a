internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Content codings (RFC 9110 §8.4.1), which a transport decodes.
    static let compression: [TransportScenario] = [
        .init(
            "a body in gzip is decompressed", .raw(gzip(zipped), .send(zipped), stub: unzipped),
            .response(200, "hello gzip")),
        .init(
            "a refused body in gzip is decompressed",
            .raw(gzip(zipped, status: 404), .send(zipped), stub: .text("hello gzip", status: 404)),
            .refused(404, "hello gzip")),
        .init(
            "a body that says gzip and is not fails the call",
            .raw(gzip(broken), .send(broken), .close, stub: .failure(.cannotDecodeContentData)),
            .failure(.badResponse, .cannotDecodeContentData)),
        .init(
            "a body in gzip with a broken middle fails the call",
            .raw(gzip(damaged), .send(damaged), .close, stub: .failure(.cannotDecodeContentData)),
            .failure(.badResponse, .cannotDecodeContentData)),
        .init(
            "an empty body that says gzip is empty",
            .raw(gzip(Data()), stub: .status(200, headers: ["Content-Encoding": "gzip"])), .response(200)),
    ]

    private static let unzipped = StubAnswer.text("hello gzip", headers: ["Content-Encoding": "gzip"])

    /// "hello gzip" in gzip.
    private static let zipped = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV0ivyiwAABlq0t8KAAAA") ?? Data()
    private static let broken = Data("this is no gzip at all".utf8)
    private static let damaged = zipped.prefix(12) + Data([0xFF, 0xFF, 0xFF, 0xFF]) + zipped.dropFirst(16)

    private static func gzip(_ body: Data, status: Int = 200) -> ServerStep {
        .send("HTTP/1.1 \(status) Y\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
    }
}
