package import Talyn

/// The response of a HAR entry.
package struct HARResponse: Sendable, Equatable {
    /// The status code; 0 where no response came.
    package var status = 0

    /// The words behind the status.
    package var statusText = ""

    /// The version of HTTP; empty where it is not known.
    package var httpVersion = ""

    /// The cookies that the headers set.
    package var cookies: [HARField] = []

    /// The headers, with the pseudo headers of HTTP/2 where a browser writes them.
    package var headers: [HARField] = []

    /// The content type; empty where it is not known.
    package var mimeType = ""

    /// The body, out of its content coding; nil where it was not kept.
    package var body: Data?

    /// The length of the body, in bytes, before it was cut; -1 where it is not known.
    package var size = -1.0

    /// Where a redirect leads, else empty.
    package var redirectURL = ""

    /// The length of the head, in bytes; -1 where it is not known.
    package var headersSize = -1.0

    /// The length of the body as it came, in bytes; -1 where it is not known.
    package var bodySize = -1.0

    /// Why there is no response, or why it ends before its end, such as `networkConnectionLost -1005`: `_error`, where
    /// browsers have it too, in their own words.
    package var error: String?

    /// Whether the body is a part only of what came: `_truncated`.
    package var isTruncated = false

    /// What else is in its content.
    package var otherContent: [String: JSONValue] = [:]

    /// What else is in it.
    package var other: [String: JSONValue] = [:]

    /// A response; status 0 for none.
    package init(
        status: Int = 0, cookies: [HARField] = [], headers: [HARField] = [], mimeType: String = "", body: Data? = nil,
        redirectURL: String = ""
    ) {
        self.status = status
        self.cookies = cookies
        self.headers = headers
        self.mimeType = mimeType
        self.body = body
        self.redirectURL = redirectURL
        size = Double(body?.count ?? 0)
    }

    init(_ response: HARFields) throws(CassetteError) {
        var response = response
        let number = try response.number("status") ?? 0
        guard let status = Int(exactly: number), (-2...0).contains(status) || (100...999).contains(status) else {
            throw response.place.fault("status", "is not a status code")
        }
        // Some tools write -1 or -2 where no response came.
        self.status = max(status, 0)
        statusText = try response.text("statusText") ?? ""
        httpVersion = try response.text("httpVersion") ?? ""
        cookies = try response.pairs("cookies")
        headers = try response.pairs("headers", areHeaders: true)
        var content = try response.fields("content") ?? HARFields([:], response.place.inner("content"))
        size = try content.number("size") ?? -1
        mimeType = try content.text("mimeType") ?? ""
        body = try content.bytes(encoding: "encoding")
        otherContent = content.rest
        redirectURL = try response.text("redirectURL") ?? ""
        headersSize = try response.number("headersSize") ?? -1
        bodySize = try response.number("bodySize") ?? -1
        error = response.textOrRest("_error")
        isTruncated = try response.flag("_truncated")
        other = response.rest
    }

    /// The response as JSON.
    package var json: JSONValue {
        var content = otherContent
        content["size"] = JSONValue(milliseconds: size)
        content["mimeType"] = .string(mimeType)
        content.set(body, encoding: "encoding")
        var response = other
        response["status"] = .integer(Int64(status))
        response["statusText"] = .string(statusText)
        response["httpVersion"] = .string(httpVersion)
        response["cookies"] = .array(cookies.map(\.json))
        response["headers"] = .array(headers.map(\.json))
        response["content"] = .object(content)
        response["redirectURL"] = .string(redirectURL)
        response["headersSize"] = JSONValue(milliseconds: headersSize)
        response["bodySize"] = JSONValue(milliseconds: bodySize)
        if let error { response["_error"] = .string(error) }
        if isTruncated { response["_truncated"] = true }
        return .object(response)
    }
}
