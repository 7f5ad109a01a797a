internal import Talyn

extension StubAnswer {
    /// Returns the same answer, which serves ranges as a file server does (RFC 9110 §14), for tests of downloads that
    /// resume.
    ///
    /// A GET with a `Range` of one range of bytes gets status 206 with that part of the body and its `Content-Range`,
    /// or 416 if the body has no such bytes. With an `If-Range` of another validator, and with any other range, it gets
    /// the whole body. Without an `ETag` among its headers the answer gets a strong one, made of its bytes. Only
    /// answers with status 200 serve ranges.
    /// ```swift
    /// stubs.on(Films.film(7), .sequence([.data(bytes).truncated(after: 4), .data(bytes)]).servingRanges())
    /// ```
    public func servingRanges() -> StubAnswer { changed { $0.servesRanges = true } }

    /// Returns the answer to a request, which may ask for a range.
    func ranged(for endpoint: Endpoint) -> StubAnswer {
        guard parts.servesRanges, case .response(200, var headers, let body) = content else { return self }
        let tag = headers["ETag"] ?? Self.tag(of: body)
        headers["ETag"] = tag
        headers["Accept-Ranges"] = "bytes"
        let condition = endpoint.headers["If-Range"]
        let holds = condition.map { [tag, headers["Last-Modified"]].contains($0) } ?? true
        guard endpoint.method == .get, holds,
            let asked = ContentRange.requested(by: endpoint.headers["Range"], of: body.count)
        else {
            return changed { $0.content = .response(status: 200, headers: headers, body: body) }
        }
        guard !asked.isEmpty else {
            headers["Content-Range"] = "bytes */\(body.count)"
            return changed { $0.content = .response(status: 416, headers: headers, body: Data()) }
        }
        headers["Content-Range"] = "bytes \(asked.lowerBound)-\(asked.upperBound - 1)/\(body.count)"
        let part = Data(body.dropFirst(asked.lowerBound).prefix(asked.count))
        return changed { $0.content = .response(status: 206, headers: headers, body: part) }
    }

    /// FNV-1a. Swift's own hash differs in each process.
    private static func tag(of body: Data) -> String {
        "\"\(body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }.hexDigits)\""
    }
}
