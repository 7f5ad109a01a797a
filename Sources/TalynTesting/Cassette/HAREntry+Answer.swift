internal import Talyn

extension HAREntry {
    /// The stub that does what was recorded; nil when the entry does not say what that was.
    var answer: StubAnswer? {
        let failure = response.error.flatMap(URLErrorName.code(in:))
        let isCancelled = response.error == URLErrorName.cancelled
        if response.status == 0 {
            // Whoever cancels waits for that, and nothing comes before.
            return isCancelled ? .noResponse : failure.map { .failure($0) }
        }
        guard let body = response.body ?? (isKnownToBeEmpty ? Data() : nil) else { return nil }
        let isWhole = !isCancelled && failure == nil
        let type = response.mimeType.isEmpty || response.mimeType == "x-unknown" ? nil : response.mimeType
        let answer = StubAnswer.data(
            // One byte more than came, since a break is in the middle.
            isWhole ? body : body + [0], contentType: type, status: response.status,
            headers: headers(of: body, isWhole: isWhole && !response.isTruncated))
        if isWhole { return answer }
        return failure.map { answer.truncated(after: body.count, code: $0) } ?? answer.stalling(after: body.count)
    }

    /// Firefox leaves bodies out above a size, with a comment; others with a size alone.
    private var isKnownToBeEmpty: Bool {
        let isBodiless = request.method == "HEAD" || [204, 205, 304].contains(response.status)
        return isBodiless || response.size <= 0 && response.otherContent["comment"] == nil
    }

    /// The headers as over HTTP/1.1, and with the length of the body as it is here.
    private func headers(of body: Data, isWhole: Bool) -> HTTPHeaders {
        var headers = HTTPHeaders(response.headers.filter { !$0.name.hasPrefix(bytes: ":") })
        let isCounted = headers.contains("Content-Length") && !headers.contains("Content-Encoding")
        if isWhole, isCounted, !body.isEmpty { headers["Content-Length"] = String(body.count) }
        return headers
    }
}
