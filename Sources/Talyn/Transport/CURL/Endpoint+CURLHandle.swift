#if os(Linux)
extension Endpoint {
    /// Sets the request: URL, method, headers and body.
    /// - Throws: `URLError` for a request that libcurl cannot send.
    func write(into handle: CURLHandle, _ upload: CURLUpload?) throws(URLError) {
        if method == .head, upload != nil {
            throw URLError(.unsupportedURL, text: "libcurl cannot send HEAD with a body")
        }
        handle.clearHeaders()
        // libcurl would send the user info as credentials.
        let text = lazyURL.string
        guard handle.set(.url, text.userinfo.map { text.replacingCharacters(in: $0, with: "") } ?? text) else {
            throw URLError(.badURL, text: "libcurl refuses the URL")
        }
        var has = (type: false, agent: false, codings: !options.decodesContent, expectation: false)
        var isWhole = !method.rawValue.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
        for field in headers {
            if field.isTransports { continue }
            if HTTPHeaders.isSameName(field.name, "Expect") {
                // Not without a body (RFC 9110 §10.1.1).
                if upload == nil { continue }
                has.expectation = true
            }
            if HTTPHeaders.isSameName(field.name, "Content-Type") { has.type = true }
            if HTTPHeaders.isSameName(field.name, "User-Agent") { has.agent = true }
            if HTTPHeaders.isSameName(field.name, "Accept-Encoding") { has.codings = true }
            if let tags = field.tagBytes {
                isWhole = isWhole && handle.addHeader(Array("\(field.name): ".utf8) + tags)
                continue
            }
            // libcurl removes a field with a colon and no value, and sends one with a semicolon empty.
            isWhole =
                isWhole && handle.addHeader(field.isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if !has.agent { isWhole = isWhole && handle.addHeader(Self.agentField) }
        if !has.codings, let field = Self.codingsField { isWhole = isWhole && handle.addHeader(field) }
        // libcurl would add `Expect: 100-continue` for a large body, and wait for the interim response.
        if upload != nil, !has.expectation { isWhole = isWhole && handle.addHeader("Expect:") }
        try writeBody(into: handle, upload, hasType: has.type)
        handle.setHeaders()
        if !isWhole {
            throw URLError(
                .unsupportedURL, text: "a header or the method has a control character, or there is no memory")
        }
    }

    private static let agentField = "User-Agent: Talyn \(CURLLibrary.name)"
    private static let codingsField = ContentDecoder.acceptedCodings.map { "Accept-Encoding: \($0)" }

    private func writeBody(into handle: CURLHandle, _ upload: CURLUpload?, hasType: Bool) throws(URLError) {
        guard let upload else {
            switch method {
            case .get: handle.set(.httpGet, 1)
            case .head: handle.set(.noBody, 1)
            case .post, .put, .patch:
                // With "Content-Length: 0" (RFC 9110 §8.6).
                handle.set(.post, 1)
                handle.setBody(Data())
                if !hasType { handle.addHeader("Content-Type:") }
                if method != .post { handle.set(.customMethod, method.rawValue) }
            default:
                handle.set(.httpGet, 1)
                handle.set(.customMethod, method.rawValue)
            }
            return
        }
        if let data = upload.data, data.count <= CURLUpload.copiedLimit {
            handle.set(.post, 1)
            handle.setBody(data)
        } else {
            handle.set(.upload, 1)
            handle.set(.bodyLength, offset: upload.length ?? -1)
        }
        if !hasType { handle.addHeader("Content-Type: application/octet-stream") }
        handle.set(.customMethod, method.rawValue)
    }
}

extension HTTPHeaders.Field {
    /// Whether it is the transport's: the length and framing of a body.
    fileprivate var isTransports: Bool {
        HTTPHeaders.isSameName(name, "Content-Length") || HTTPHeaders.isSameName(name, "Transfer-Encoding")
    }

    /// The bytes of tags that are not ASCII, as a server has sent them: ``HTTPHeaders/init(lines:)``. Nil for a field
    /// of another name, and for characters that are not one byte.
    fileprivate var tagBytes: [UInt8]? {
        guard ["If-None-Match", "If-Match", "If-Range"].contains(where: { HTTPHeaders.isSameName($0, name) }),
            value.utf8.contains(where: { $0 >= 0x80 })
        else { return nil }
        let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == value.unicodeScalars.count ? bytes : nil
    }
}
#endif
