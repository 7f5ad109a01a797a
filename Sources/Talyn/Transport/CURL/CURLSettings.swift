#if os(Linux)
extension NetworkConfiguration {
    /// The connections to one host over libcurl.
    var connectionsPerHost: Int { maxConnectionsPerHost ?? 64 }

    /// Checks the settings for libcurl.
    func checkForCURL() throws(Refusal) {
        try check()
        if case .authorities(let file) = trust, !Self.isKnown({ $0.set(.authorities, file) }) {
            throw Refusal("trust", "libcurl's TLS library takes no file of authorities")
        }
        if !pinnedPublicKeys.isEmpty, !Self.isKnown({ $0.set(.pinnedKeys, "sha256//") }) {
            throw Refusal("pinnedPublicKeys", "libcurl's TLS library pins no keys")
        }
    }

    private static func isKnown(_ set: (CURLHandle) -> Bool) -> Bool { CURLHandle().map(set) ?? true }

    /// Sets what does not depend on the request.
    func apply(to handle: CURLHandle, _ exchange: CURLExchange) {
        // Signals would interrupt other threads of the program.
        handle.set(.noSignal, 1)
        // http and https, as bits: by name only since libcurl 7.85.
        handle.set(.protocols, 3)
        handle.set(.pathAsIs, 1)
        handle.set(.suppressConnectHeaders, 1)
        handle.set(.tcpKeepAlive, 1)
        // Waits for a connection that may carry several streams rather than opening another one.
        handle.set(.pipeWait, 1)
        handle.set(.bufferSize, 1 << 15)
        handle.set(.uploadBufferSize, 1 << 16)
        // All codings that libcurl has.
        handle.set(.acceptEncoding, "")
        // CURL_HTTP_VERSION_2TLS, _1_1, _2_PRIOR_KNOWLEDGE.
        switch httpVersion {
        case .automatic: handle.set(.httpVersion, 4)
        case .http11: handle.set(.httpVersion, 2)
        case .http2WithPriorKnowledge: handle.set(.httpVersion, 5)
        }
        // CURL_SSLVERSION_TLSv1_2, _TLSv1_3.
        handle.set(.sslVersion, minimumTLSVersion == .tls13 ? 7 : 6)
        if let connectTimeout {
            handle.set(.connectTimeout, max(1, Int(clamping: Int64(connectTimeout.seconds * 1_000))))
        }
        if let unixSocket { handle.set(.unixSocket, unixSocket) }
        if let networkInterface { handle.set(.networkInterface, "if!\(networkInterface)") }
        applyProxy(to: handle)
        applyTrust(to: handle, exchange)
    }

    private func applyProxy(to handle: CURLHandle) {
        switch proxy {
        case .system: break
        case .none: handle.set(.proxy, "")
        case .url(let text, let exceptions):
            let userinfo = text.userinfo
            handle.set(.proxy, userinfo.map { text.replacingCharacters(in: $0, with: "") } ?? text)
            handle.set(.noProxy, exceptions.joined(separator: ","))
            guard let parts = URLComponents(string: text), userinfo != nil else { return }
            handle.set(.proxyUser, parts.user ?? "")
            handle.set(.proxyPassword, parts.password ?? "")
        }
    }

    private func applyTrust(to handle: CURLHandle, _ exchange: CURLExchange) {
        if case .authorities(let file) = trust {
            // Without the folder of the system's authorities, which libcurl would read as well.
            handle.set(.authorities, file)
            handle.set(.authorityFolder, pointer: nil)
            handle.set(.proxyAuthorities, file)
            handle.set(.proxyAuthorityFolder, pointer: nil)
        }
        if !pinnedPublicKeys.isEmpty, let host = Origin(exchange.endpoint.url)?.host {
            let pins = pins(of: host).map { "sha256//\($0.dropFirst(7))" }
            if !pins.isEmpty { handle.set(.pinnedKeys, pins.joined(separator: ";")) }
        }
        guard let certificate = clientCertificate else { return }
        let file = certificate.file.asciiLowercased
        if file.hasSuffix(bytes: ".p12") || file.hasSuffix(bytes: ".pfx") { handle.set(.certificateType, "P12") }
        handle.set(.certificate, certificate.file)
        if let key = certificate.keyFile { handle.set(.key, key) }
        if let password = certificate.password { handle.set(.keyPassword, password) }
    }
}

extension Endpoint {
    /// Sets the request: URL, method, headers and body.
    /// - Throws: `URLError` for a request that libcurl cannot send.
    func write(into handle: CURLHandle, _ upload: CURLUpload?) throws(URLError) {
        // libcurl would send the user info as credentials.
        let text = lazyURL.written
        guard handle.set(.url, text.userinfo.map { text.replacingCharacters(in: $0, with: "") } ?? text) else {
            throw URLError(.badURL, text: "libcurl refuses the URL")
        }
        var has = (type: false, agent: false, expect: false)
        for field in headers {
            // The length and framing of a body are the transport's.
            if HTTPHeaders.isSameName(field.name, "Content-Length")
                || HTTPHeaders.isSameName(field.name, "Transfer-Encoding")
            {
                continue
            }
            if HTTPHeaders.isSameName(field.name, "Content-Type") { has.type = true }
            if HTTPHeaders.isSameName(field.name, "User-Agent") { has.agent = true }
            if HTTPHeaders.isSameName(field.name, "Expect") { has.expect = true }
            // libcurl removes a field with a colon and no value, and sends one with a semicolon empty.
            handle.addHeader(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if !has.agent { handle.addHeader("User-Agent: Talyn \(CURLLibrary.name)") }
        if !has.expect { handle.addHeader("Expect:") }
        try writeBody(into: handle, upload, hasType: has.type)
        handle.setHeaders()
    }

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
        if method == .head { throw URLError(.unsupportedURL, text: "libcurl cannot send HEAD with a body") }
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
#endif
