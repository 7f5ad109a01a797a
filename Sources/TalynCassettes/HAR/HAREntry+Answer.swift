internal import Talyn
internal import TalynStubs

extension HAREntry {
    /// The recorded answer as a stub; nil when the entry has neither a response nor a known failure.
    var answer: StubAnswer? {
        if fault != nil { return nil }
        let (response, content) = (response, response.content)
        let failure = response.error.flatMap(URLErrorName.code(in:))
        let isCancelled = response.error == URLErrorName.cancelled
        if response.status == 0 {
            // The caller cancels again; no answer comes before.
            return isCancelled ? .noResponse : failure.map { .failure($0) }
        }
        guard let body = content.data ?? (isKnownToBeEmpty ? Data() : nil) else { return nil }
        let isWhole = !isCancelled && failure == nil
        let type = ["", "x-unknown"].contains(content.mimeType) ? nil : content.mimeType
        let answer = StubAnswer.data(
            // One byte more than arrived: the break is inside of the body.
            isWhole ? body : body + [0], contentType: type, status: response.status,
            headers: headers(of: body, isWhole: isWhole && !content.isTruncated))
        if isWhole { return answer }
        return failure.map { answer.truncated(after: body.count, code: $0) } ?? answer.stalling(after: body.count)
    }

    /// Returns an answer at the recorded pace: that of the chunks if it is known, otherwise the whole at its end.
    func timed(_ answer: StubAnswer) -> StubAnswer {
        guard case .string(let text)? = timings["_chunks"], let pace = HARPace(text) else {
            return answer.delayed(by: Self.duration(time))
        }
        return pace.pacing(answer.delayed(by: Self.duration(timings.number("wait"))))
    }

    private static func duration(_ milliseconds: Double) -> Duration { .milliseconds(min(max(milliseconds, 0), 1e9)) }

    /// Firefox omits large bodies with a comment; other tools leave only the size.
    private var isKnownToBeEmpty: Bool {
        let isBodiless = request.method == "HEAD" || [204, 205, 304].contains(response.status)
        return isBodiless || response.content.size <= 0 && response.json[at: "content.comment"] == nil
    }

    /// The headers as over HTTP/1.1, with the length of the kept body.
    private func headers(of body: Data, isWhole: Bool) -> HTTPHeaders {
        var headers = HTTPHeaders(response.headers.filter { !$0.name.hasPrefix(bytes: ":") })
        let isCounted = headers.contains("Content-Length") && !headers.contains("Content-Encoding")
        if isWhole, isCounted, !body.isEmpty { headers["Content-Length"] = String(body.count) }
        return headers
    }
}
