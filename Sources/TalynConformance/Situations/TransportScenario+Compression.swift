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
        .init(
            "a body in gzip that ends early fails the call",
            .raw(gzip(zipped.dropLast(12)), .send(zipped.dropLast(12)), stub: .failure(.cannotDecodeContentData)),
            .failure(.badResponse, .cannotDecodeContentData)),
        .init(
            "a body in gzip without its checksum fails the call",
            .raw(gzip(zipped.dropLast(8)), .send(zipped.dropLast(8)), stub: .failure(.cannotDecodeContentData)),
            .failure(.badResponse, .cannotDecodeContentData)),
        .init(
            "a body in chunks whose gzip ends early fails the call",
            .raw(
                .send("HTTP/1.1 200 Y\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n12\r\n"),
                .send(zipped.prefix(18)), .send("\r\n0\r\n\r\n"), stub: .failure(.cannotDecodeContentData)),
            .failure(.badResponse, .cannotDecodeContentData)),
        .init(
            "two members of gzip are one body (RFC 1952 §2.2)",
            .raw(gzip(zipped + zipped), .send(zipped + zipped), stub: .text("hello gziphello gzip")),
            .response(200, "hello gziphello gzip")),
        .init(
            "bytes behind a body in gzip fail the call",
            .raw(gzip(zipped + broken), .send(zipped + broken), stub: .failure(.cannotDecodeContentData)),
            .failure(.badResponse, .cannotDecodeContentData)),
        .init(
            "a body in deflate is decompressed",
            .raw(coded("deflate", zlib), .send(zlib), stub: unzipped), .response(200, "hello gzip")),
        .init(
            "a body in deflate without zlib's frame is decompressed",
            .raw(coded("deflate", deflated), .send(deflated), stub: unzipped), .response(200, "hello gzip")),
        .init(
            "codings are undone in their order",
            .raw(coded("gzip, GZIP", twice), .send(twice), stub: unzipped), .response(200, "hello gzip")),
        .init(
            "a body in an unknown coding arrives as it is",
            .raw(coded("aws-chunked", broken), .send(broken), stub: .data(broken)),
            .response(200, "this is no gzip at all")),
        .init(
            "a refusal keeps its status if its body cannot be decompressed",
            .raw(gzip(broken, status: 404), .send(broken), .close, stub: .status(404)), .refused(404)),
        .init(
            "a redirect is followed if its body cannot be decompressed",
            [
                ScenarioRule(
                    "home/a",
                    .raw(
                        .send(
                            "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Encoding: gzip\r\nContent-Length: 22\r\n\r\n"
                        ),
                        .send(broken), stub: .status(302, headers: ["Location": "/b"]))),
                ScenarioRule("home/b", .response(200, "there")),
            ],
            [ScenarioCall(.response(200, "there", from: "home/b"), [.status(302), .status(200, at: "home/b")])]),
        .init(
            "a body that is not to be decoded arrives byte for byte",
            .raw(gzip(broken), .send(broken), stub: .data(broken)), .response(200, "this is no gzip at all")
        ) { $0.decodesContent = false },
    ]

    private static let unzipped = StubAnswer.text("hello gzip", headers: ["Content-Encoding": "gzip"])

    /// "hello gzip" in gzip.
    private static let zipped = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV0ivyiwAABlq0t8KAAAA") ?? Data()
    private static let zlib = Data(base64Encoded: "eJzLSM3JyVdIr8osAAAVgQPv") ?? Data()
    private static let deflated = Data(base64Encoded: "y0jNyclXSK/KLAAA") ?? Data()
    /// ``zipped`` in gzip.
    private static let twice =
        Data(base64Encoded: "H4sIAAAAAAACA5Pv5mAAASbm0x5nT54M91h/SoeBQTLr0n0uoCgAqzEltx4AAAA=") ?? Data()
    private static let broken = Data("this is no gzip at all".utf8)
    private static let damaged = zipped.prefix(12) + Data([0xFF, 0xFF, 0xFF, 0xFF]) + zipped.dropFirst(16)

    private static func coded(_ codings: String, _ body: Data) -> ServerStep {
        .send("HTTP/1.1 200 Y\r\nContent-Encoding: \(codings)\r\nContent-Length: \(body.count)\r\n\r\n")
    }

    private static func gzip(_ body: Data, status: Int = 200) -> ServerStep {
        .send("HTTP/1.1 \(status) Y\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
    }
}
