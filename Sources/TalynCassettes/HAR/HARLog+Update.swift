internal import Talyn

// A recording is stable: an entry is replaced only if more than its times differs.
extension HARLog {
    /// Returns the document with entries appended.
    func adding(_ new: [HAREntry]) -> HARLog {
        var log = self
        log.entries += new
        return log
    }

    /// Returns the document with these entries, keeping each old one that is equivalent.
    ///
    /// Concurrent requests are recorded in another order each time. That alone changes nothing, unless entries that
    /// could answer the same request were exchanged.
    func replacing(with new: [HAREntry]) -> HARLog {
        var left = Array(entries.indices)
        let kept = new.map { entry -> Int? in
            guard let index = left.firstIndex(where: { entry.isEquivalent(to: entries[$0]) }) else { return nil }
            return left.remove(at: index)
        }
        if left.isEmpty, !kept.contains(nil), hasSameOrder(kept.compactMap { $0 }) { return self }
        var log = self
        log.entries = zip(new, kept).map { entry, index in index.map { entries[$0] } ?? entry }
        return log
    }

    private func hasSameOrder(_ order: [Int]) -> Bool {
        var last: [String: Int] = [:]
        for index in order {
            // Without body and query, which a matching may ignore.
            let request = entries[index].request
            let key = "\(request.method) \(request.url.prefix(beforeBytes: "?"))"
            if let before = last[key], before > index { return false }
            last[key] = index
        }
        return true
    }
}

extension HAREntry {
    /// Whether it is the same exchange except for times, and for headers that differ each time.
    func isEquivalent(to other: HAREntry) -> Bool {
        operation == other.operation && template == other.template && request.isEquivalent(to: other.request)
            && response.isEquivalent(to: other.response)
            // A recording that knows the pace of a stream replaces one that does not.
            && (timings["_chunks"] == nil || other.timings["_chunks"] != nil)
    }
}

extension HARRequest {
    fileprivate func isEquivalent(to other: HARRequest) -> Bool {
        guard method == other.method, url == other.url, postData?.isTruncated == other.postData?.isTruncated,
            HTTPHeaders(headers).lasting == HTTPHeaders(other.headers).lasting
        else { return false }
        let none = RecordedBody(mimeType: "", data: nil)
        let (new, old) = (postData ?? none, other.postData ?? none)
        if new.data == old.data { return true }
        // In both directions: a placeholder in only one of them is a difference.
        return new.difference(from: old) == nil && old.difference(from: new) == nil
    }
}

extension HARResponse {
    fileprivate func isEquivalent(to other: HARResponse) -> Bool {
        let (content, old) = (content, other.content)
        guard status == other.status, error == other.error, content.isTruncated == old.isTruncated,
            isLeft == other.isLeft, redirectURL == other.redirectURL,
            HTTPHeaders(headers).lasting == HTTPHeaders(other.headers).lasting
        else { return false }
        if content.data == old.data { return true }
        guard let body = content.data, let old = old.data else { return false }
        if content.isTruncated || error != nil {
            // How much of a truncated body arrived varies between runs.
            return body.starts(with: old) || old.starts(with: body)
        }
        // As text with sorted keys: comparing values would recurse as deep as the document.
        guard let value = try? JSONValue(parsing: body), let before = try? JSONValue(parsing: old) else { return false }
        return value.jsonText == before.jsonText
    }
}

extension HTTPHeaders {
    /// The fields without those for the time, the server's load and the identity of the request.
    fileprivate var lasting: HTTPHeaders {
        HTTPHeaders(
            fields.compactMap { field in
                let name = field.name.asciiLowercased
                if Self.passing.contains(name) || name.contains(bytes: "ratelimit") { return nil }
                if name == "set-cookie" {
                    let parts = field.value.split(atBytes: ";")
                    let lasting = parts.filter { !$0.trimmed.hasPrefix(bytes: "expires=", ignoringCase: true) }
                    return Field(field.name, lasting.joined(separator: ";"))
                }
                guard name == "content-type" else { return field }
                return Field(field.name, String(field.value.prefix(beforeBytes: "boundary=")))
            })
    }

    private static let passing: Set<String> = [
        "age", "alt-svc", "cf-cache-status", "cf-ray", "content-length", "date", "expires", "nel", "report-to",
        "request-id", "server-timing", "traceparent", "tracestate", "via", "x-amz-cf-id", "x-amz-cf-pop",
        "x-amz-id-2", "x-amz-request-id", "x-amzn-requestid", "x-amzn-trace-id", "x-b3-spanid", "x-b3-traceid",
        "x-cache", "x-cache-hits", "x-correlation-id", "x-fastly-request-id", "x-github-request-id", "x-request-id",
        "x-response-time", "x-runtime", "x-served-by", "x-timer", "x-trace-id",
    ]
}
