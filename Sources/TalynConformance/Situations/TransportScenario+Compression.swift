internal import Talyn
internal import TalynTesting

extension TransportScenario {
    /// Content codings (RFC 9110 §8.4.1), which a transport decodes.
    static let compression: [TransportScenario] = [
        coded("a body in gzip is decompressed", "gzip", zipped, unzipped, .response(200, "hello gzip")),
        coded(
            "a refused body in gzip is decompressed", status: 404, "gzip", zipped, .text("hello gzip", status: 404),
            .refused(404, "hello gzip")),
        coded("a body that says gzip and is not fails the call", "gzip", broken, closing: true),
        coded("a body in gzip with a broken middle fails the call", "gzip", damaged, closing: true),
        coded(
            "an empty body that says gzip is empty", "gzip", Data(),
            .status(200, headers: ["Content-Encoding": "gzip"]), .response(200)),
        coded("a body in gzip that ends early fails the call", "gzip", zipped.dropLast(12)),
        coded("a body in gzip without its checksum fails the call", "gzip", zipped.dropLast(8)),
        .init(
            "a body in chunks whose gzip ends early fails the call",
            .raw(
                .send("HTTP/1.1 200 Y\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n12\r\n"),
                .send(zipped.prefix(18)), .send("\r\n0\r\n\r\n"), stub: undecodable),
            isUndecodable),
        coded(
            "two members of gzip are one body (RFC 1952 §2.2)", "gzip", zipped + zipped,
            .text("hello gziphello gzip"), .response(200, "hello gziphello gzip")),
        coded("bytes behind a body in gzip fail the call", "gzip", zipped + broken),
        coded("a body in deflate is decompressed", "deflate", zlib, unzipped, .response(200, "hello gzip")),
        coded(
            "a body in deflate without zlib's frame is decompressed", "deflate", deflated, unzipped,
            .response(200, "hello gzip")),
        coded("codings are undone in their order", "gzip, GZIP", twice, unzipped, .response(200, "hello gzip")),
        coded(
            "a body in an unknown coding arrives as it is", "aws-chunked", broken, .data(broken),
            .response(200, "this is no gzip at all")),
        coded(
            "a refusal keeps its status if its body cannot be decompressed", status: 404, "gzip", broken, .status(404),
            .refused(404), closing: true),
        .init(
            "a redirect is followed if its body cannot be decompressed",
            [
                "home/a": [
                    .raw(
                        .send(head(302, "gzip", 22, "Location: /b\r\n")), .send(broken),
                        stub: .status(302, headers: ["Location": "/b"]))
                ],
                "home/b": [.response(200, "there")],
            ],
            [ScenarioCall(.response(200, "there", from: "home/b"), [.status(302), .status(200, at: "home/b")])]),
        coded(
            "a body that is not to be decoded arrives byte for byte", "gzip", broken, .data(broken),
            .response(200, "this is no gzip at all")
        ) { $0.decodesContent = false },
    ]

    /// One call with a body in a coding. By default it fails the call.
    private static func coded(
        _ name: String, status: Int = 200, _ codings: String, _ body: Data, _ stub: StubAnswer = undecodable,
        _ end: ScenarioEnd = isUndecodable, closing: Bool = false,
        _ change: (inout ScenarioCall) -> Void = { _ in }
    ) -> TransportScenario {
        let steps: [ServerStep] = [.send(head(status, codings, body.count)), .send(body)] + (closing ? [.close] : [])
        return TransportScenario(name, .raw(steps, stub: stub), end, change)
    }

    private static func head(_ status: Int, _ codings: String, _ length: Int, _ field: String = "") -> String {
        "HTTP/1.1 \(status) Y\r\n\(field)Content-Encoding: \(codings)\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static let undecodable = StubAnswer.failure(.cannotDecodeContentData)
    private static let isUndecodable = ScenarioEnd.failure(.badResponse, .cannotDecodeContentData)
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
}
