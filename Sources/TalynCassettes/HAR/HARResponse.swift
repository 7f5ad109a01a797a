package import Talyn

/// The response of a HAR entry, with the names of HAR. An unknown text is empty, an unknown size is -1.
package struct HARResponse: Sendable, Equatable {
    /// The status code; 0 if there was no response.
    package var status: Int
    package var statusText = ""
    package var httpVersion = ""
    package var cookies: [HARField] = []
    /// The headers, with the pseudo-headers of HTTP/2 that some browsers write.
    package var headers: [HARField]
    package var mimeType = ""
    /// The decoded body; nil if it was not kept.
    package var body: Data?
    /// The length of the whole body, in bytes.
    package var size = -1.0
    package var redirectURL: String
    package var headersSize = -1.0
    /// The length of the encoded body, in bytes.
    package var bodySize = -1.0
    /// The failure, such as `networkConnectionLost -1005`: `_error`, which some browsers write too, with their own
    /// texts.
    package var error: String?
    /// Whether the body is only a part of the one that arrived: `_truncated`.
    package var isTruncated = false
    /// Whether the reader of a stream left it before its end, such as by `until:`; the body then is what it read:
    /// `_left`.
    package var isLeft = false
    /// Other members of the content.
    package var otherContent: [String: JSONValue] = [:]
    /// Other members.
    package var other: [String: JSONValue] = [:]

    /// A response; status 0 for a missing one.
    package init(
        status: Int = 0, headers: [HARField] = [], mimeType: String = "", body: Data? = nil, redirectURL: String = ""
    ) {
        self.status = status
        self.headers = headers
        self.mimeType = mimeType
        self.body = body
        self.redirectURL = redirectURL
        size = Double(body?.count ?? 0)
    }

    init(_ response: HARFields) throws(CassetteError) {
        var response = response
        let number = try response.number("status")
        // Some tools write -1 or -2 for a missing response.
        guard let status = Int(exactly: number), -2...0 ~= status || 100...999 ~= status else {
            throw response.place.fault("status", "is not a status code")
        }
        self.status = max(status, 0)
        statusText = try response.text("statusText") ?? ""
        httpVersion = try response.text("httpVersion") ?? ""
        cookies = try response.pairs("cookies") ?? []
        headers = try response.pairs("headers", areHeaders: true) ?? []
        if var content = try response.object("content") {
            size = try content.number("size")
            mimeType = try content.text("mimeType") ?? ""
            body = try content.bytes(encoding: "encoding")
            otherContent = content.rest
        }
        redirectURL = try response.text("redirectURL") ?? ""
        headersSize = try response.number("headersSize")
        bodySize = try response.number("bodySize")
        error = response.textOrRest("_error")
        isTruncated = try response.flag("_truncated")
        isLeft = try response.flag("_left")
        other = response.rest
    }

    var json: JSONValue {
        var content = otherContent
        content["size"] = JSONValue(size)
        content["mimeType"] = .string(mimeType)
        content.set(body, encoding: "encoding")
        var response = other
        response["status"] = .integer(Int64(status))
        response["statusText"] = .string(statusText)
        response["httpVersion"] = .string(httpVersion)
        response["cookies"] = JSONValue(cookies)
        response["headers"] = JSONValue(headers)
        response["content"] = .object(content)
        response["redirectURL"] = .string(redirectURL)
        response["headersSize"] = JSONValue(headersSize)
        response["bodySize"] = JSONValue(bodySize)
        response["_error"] = error.map(JSONValue.string) ?? other["_error"]
        if isTruncated { response["_truncated"] = true }
        if isLeft { response["_left"] = true }
        return .object(response)
    }
}
