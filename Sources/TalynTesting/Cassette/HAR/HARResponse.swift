package import Talyn

/// The response of a HAR entry.
package struct HARResponse: Sendable, Equatable {
    /// The status code; 0 if there was no response.
    package var status = 0

    /// The reason phrase.
    package var statusText = ""

    /// The version of HTTP; empty if unknown.
    package var httpVersion = ""

    /// The cookies that the headers set.
    package var cookies: [HARField] = []

    /// The headers, with the pseudo-headers of HTTP/2 that some browsers write.
    package var headers: [HARField] = []

    /// The content type; empty if unknown.
    package var mimeType = ""

    /// The decoded body; nil if it was not kept.
    package var body: Data?

    /// The length of the whole body, in bytes; -1 if unknown.
    package var size = -1.0

    /// The target of a redirect; empty if there is none.
    package var redirectURL = ""

    /// The length of the head, in bytes; -1 if unknown.
    package var headersSize = -1.0

    /// The length of the encoded body, in bytes; -1 if unknown.
    package var bodySize = -1.0

    /// The failure, such as `networkConnectionLost -1005`: `_error`, which some browsers write too, with their own texts.
    package var error: String?

    /// Whether the body is only a part of the one that arrived: `_truncated`.
    package var isTruncated = false

    /// Other fields of the content.
    package var otherContent: [String: JSONValue] = [:]

    /// Other fields.
    package var other: [String: JSONValue] = [:]

    /// A response; status 0 for a missing one.
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
        // Some tools write -1 or -2 for a missing response.
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
