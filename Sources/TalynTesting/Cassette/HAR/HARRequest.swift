package import Talyn

/// The request of a HAR entry.
package struct HARRequest: Sendable, Equatable {
    /// The method.
    package var method: String

    /// The whole URL as text: Foundation may not parse a browser's URL.
    package var url: String

    /// The version of HTTP; empty if unknown.
    package var httpVersion = ""

    /// The cookies that the headers send.
    package var cookies: [HARField] = []

    /// The headers, with the pseudo-headers of HTTP/2 that some browsers write.
    package var headers: [HARField] = []

    /// The query's items, decoded.
    package var query: [HARField] = []

    /// The body; nil when there is none.
    package var postData: HARPostData?

    /// The length of the head, in bytes; -1 if unknown.
    package var headersSize = -1.0

    /// The length of the body, in bytes; -1 if unknown.
    package var bodySize = -1.0

    /// Other fields.
    package var other: [String: JSONValue] = [:]

    /// A request.
    package init(
        method: String, url: String, cookies: [HARField] = [], headers: [HARField] = [], query: [HARField] = [],
        postData: HARPostData? = nil
    ) {
        self.method = method
        self.url = url
        self.cookies = cookies
        self.headers = headers
        self.query = query
        self.postData = postData
    }

    init(_ request: HARFields) throws(CassetteError) {
        var request = request
        method = try request.required("method")
        guard HTTPHeaders.isToken(method) else { throw request.place.fault("method", "is not a method") }
        url = try request.required("url")
        guard !url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            throw request.place.fault("url", "contains a space or a control character")
        }
        httpVersion = try request.text("httpVersion") ?? ""
        cookies = try request.pairs("cookies")
        headers = try request.pairs("headers", areHeaders: true)
        query = try request.pairs("queryString")
        postData = try request.fields("postData").map { fields throws(CassetteError) in try HARPostData(fields) }
        headersSize = try request.number("headersSize") ?? -1
        bodySize = try request.number("bodySize") ?? -1
        other = request.rest
    }

    /// The request as JSON.
    package var json: JSONValue {
        var request = other
        request["method"] = .string(method)
        request["url"] = .string(url)
        request["httpVersion"] = .string(httpVersion)
        request["cookies"] = .array(cookies.map(\.json))
        request["headers"] = .array(headers.map(\.json))
        request["queryString"] = .array(query.map(\.json))
        request["postData"] = postData?.json
        request["headersSize"] = JSONValue(milliseconds: headersSize)
        request["bodySize"] = JSONValue(milliseconds: bodySize)
        return .object(request)
    }
}

/// The body of a request.
///
/// HAR allows only text. Other bytes are in base64 with `_encoding`, as with `encoding` in responses.
package struct HARPostData: Sendable, Equatable {
    /// The content type; empty if unknown.
    package var mimeType: String

    /// The body; nil if only ``params`` are known.
    package var body: Data?

    /// The fields of a form, decoded; nil for other bodies.
    package var params: [HARField]?

    /// Whether the body is only a part of the one that was sent: `_truncated`.
    package var isTruncated = false

    /// Other fields.
    package var other: [String: JSONValue] = [:]

    /// A body.
    package init(mimeType: String, body: Data, params: [HARField]? = nil) {
        self.mimeType = mimeType
        self.body = body
        self.params = params
    }

    init(_ data: HARFields) throws(CassetteError) {
        var data = data
        mimeType = try data.text("mimeType") ?? ""
        params = try data.optionalPairs("params")
        body = try data.bytes(encoding: "_encoding")
        isTruncated = try data.flag("_truncated")
        other = data.rest
    }

    /// The body as JSON.
    package var json: JSONValue {
        var data = other
        data["mimeType"] = .string(mimeType)
        data["params"] = params.map { .array($0.map(\.json)) }
        data.set(body, encoding: "_encoding")
        if isTruncated { data["_truncated"] = true }
        return .object(data)
    }
}
