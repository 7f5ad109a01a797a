package import Talyn

/// The request of a HAR entry, with the names of HAR. An unknown text is empty, an unknown size is -1.
package struct HARRequest: Sendable, Equatable {
    package var method: String
    /// The whole URL as text: Foundation may not parse a browser's URL.
    package var url: String
    package var httpVersion = ""
    package var cookies: [HARField] = []
    /// The headers, with the pseudo-headers of HTTP/2 that some browsers write.
    package var headers: [HARField]
    /// The query's items, decoded.
    package var query: [HARField] = []
    package var postData: HARPostData?
    package var headersSize = -1.0
    package var bodySize = -1.0
    /// Other members.
    package var other: [String: JSONValue] = [:]

    /// A request.
    package init(method: String, url: String, headers: [HARField] = [], postData: HARPostData? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.postData = postData
    }

    init(_ request: HARFields) throws(CassetteError) {
        var request = request
        method = try request.required("method")
        guard HTTPHeaders.isToken(method) else { throw request.place.fault("method", "is not a method") }
        url = try request.required("url")
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
            throw request.place.fault("url", "contains a space or a control character")
        }
        httpVersion = try request.text("httpVersion") ?? ""
        cookies = try request.pairs("cookies") ?? []
        headers = try request.pairs("headers", areHeaders: true) ?? []
        query = try request.pairs("queryString") ?? []
        if let data = try request.object("postData") { postData = try HARPostData(data) }
        headersSize = try request.number("headersSize")
        bodySize = try request.number("bodySize")
        other = request.rest
    }

    var json: JSONValue {
        var request = other
        request["method"] = .string(method)
        request["url"] = .string(url)
        request["httpVersion"] = .string(httpVersion)
        request["cookies"] = JSONValue(cookies)
        request["headers"] = JSONValue(headers)
        request["queryString"] = JSONValue(query)
        request["postData"] = postData?.json
        request["headersSize"] = JSONValue(headersSize)
        request["bodySize"] = JSONValue(bodySize)
        return .object(request)
    }
}

/// The body of a request. HAR allows only text; other bytes are in base64 with `_encoding`.
package struct HARPostData: Sendable, Equatable {
    package var mimeType: String
    /// The body; nil if only ``params`` are known.
    package var body: Data?
    /// The fields of a form, decoded; nil for other bodies.
    package var params: [HARField]?
    /// Whether the body is only a part of the one that was sent: `_truncated`.
    package var isTruncated = false
    /// Other members.
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
        params = try data.pairs("params")
        body = try data.bytes(encoding: "_encoding")
        isTruncated = try data.flag("_truncated")
        other = data.rest
    }

    var json: JSONValue {
        var data = other
        data["mimeType"] = .string(mimeType)
        data["params"] = params.map { JSONValue($0) }
        data.set(body, encoding: "_encoding")
        if isTruncated { data["_truncated"] = true }
        return .object(data)
    }
}
