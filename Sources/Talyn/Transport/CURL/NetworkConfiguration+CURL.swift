#if os(Linux)
extension NetworkConfiguration {
    /// The connections to one host over libcurl.
    var connectionsPerHost: Int { min(maxConnectionsPerHost ?? 64, 65_536) }

    /// Checks the settings for libcurl, of which some builds lack features.
    func checkForCURL() throws(Refusal) {
        try check()
        guard let handle = CURLHandle() else { return }
        func require(_ isKnown: Bool, _ setting: String) throws(Refusal) {
            if !isKnown { throw Refusal(setting, "the libcurl of this process does not have it") }
        }
        if case .authorities(let file) = trust { try require(handle.set(.authorities, file), "trust") }
        if !pinnedPublicKeys.isEmpty { try require(handle.set(.pinnedKeys, "sha256//"), "pinnedPublicKeys") }
        if let clientCertificate { try require(handle.set(.certificate, clientCertificate.file), "clientCertificate") }
        try require(handle.set(.sslVersion, curlTLSVersion), "minimumTLSVersion")
        if httpVersion != .automatic { try require(handle.set(.httpVersion, curlHTTPVersion), "httpVersion") }
        if httpVersion == .http2WithPriorKnowledge, let reason = CURLGuard.http2Refusal {
            throw Refusal("httpVersion", reason)
        }
        if let unixSocket { try require(handle.set(.unixSocket, unixSocket), "unixSocket") }
        if let networkInterface { try require(handle.set(.networkInterface, networkInterface), "networkInterface") }
    }

    /// Whether a call to an origin, as ``CURLExchange/origin``, may use HTTP/2.
    func mayUseHTTP2(_ origin: String) -> Bool {
        switch httpVersion {
        case .automatic: origin.hasPrefix(bytes: "https:") && !CURLGuard.onlyHTTP11.isNeeded
        case .http11: false
        case .http2WithPriorKnowledge: true
        }
    }

    /// `CURL_HTTP_VERSION_2TLS`, `_1_1` or `_2_PRIOR_KNOWLEDGE`.
    private var curlHTTPVersion: Int {
        switch httpVersion {
        case .automatic: CURLGuard.onlyHTTP11.isNeeded ? 2 : 4
        case .http11: 2
        case .http2WithPriorKnowledge: 5
        }
    }

    /// `CURL_SSLVERSION_TLSv1_2` or `_TLSv1_3`.
    private var curlTLSVersion: Int { minimumTLSVersion == .tls13 ? 7 : 6 }

    /// Sets what does not depend on the request.
    func apply(to handle: CURLHandle, _ exchange: CURLExchange) {
        // Signals would interrupt other threads of the program.
        handle.set(.noSignal, 1)
        // http and https, as bits: by name only since libcurl 7.85.
        handle.set(.protocols, 3)
        handle.set(.pathAsIs, 1)
        handle.set(.suppressConnectHeaders, 1)
        handle.set(.tcpKeepAlive, 1)
        handle.set(.httpVersion, curlHTTPVersion)
        handle.set(.sslVersion, curlTLSVersion)
        handle.set(.proxySSLVersion, curlTLSVersion)
        if let connectTimeout {
            // At most a day, in milliseconds.
            let seconds = min(connectTimeout, .seconds(86_400)).seconds
            handle.set(.connectTimeout, max(1, Int(seconds * 1_000)))
        }
        if let unixSocket { handle.set(.unixSocket, unixSocket) }
        if let networkInterface { handle.set(.networkInterface, "if!\(networkInterface)") }
        applyProxy(to: handle)
        applyTrust(to: handle, exchange)
    }

    private func applyProxy(to handle: CURLHandle) {
        switch proxy {
        case .system: break
        case .direct: handle.set(.proxy, "")
        case .url(let text, let exceptions):
            let userinfo = text.userinfo
            handle.set(.proxy, userinfo.map { text.replacingCharacters(in: $0, with: "") } ?? text)
            handle.set(.noProxy, exceptions.map { $0.ipv6Address ?? $0 }.joined(separator: ","))
            // Percent-encoded, as libcurl takes it.
            if let userinfo { handle.set(.proxyCredentials, String(text[userinfo].dropLast())) }
        }
    }

    /// Returns whether libcurl's text about a connection that could not be opened means a proxy.
    func isOfProxy(_ text: String, to url: URL) -> Bool {
        guard let place = CURLText.place(in: text), let origin = Origin(url), mayUseProxy else { return false }
        // libcurl leaves out the dot of an absolute name.
        let host = origin.host.ipv6Address ?? String(origin.host.trimming(bytes: "."))
        return !place.asciiLowercased.isSame(bytes: "\(host) port \(origin.port)")
    }

    /// Whether some requests may go through a proxy. libcurl writes some hosts in another form than their URL, such as
    /// 127.0.0.1 for 127.1, so that its text alone is no proof.
    private var mayUseProxy: Bool {
        switch proxy {
        case .direct: return false
        case .url: return true
        case .system:
            return ProcessInfo.processInfo.environment.contains { name, value in
                !value.isEmpty && ["http_proxy", "https_proxy", "all_proxy"].contains(name.asciiLowercased)
            }
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
        if !pinnedPublicKeys.isEmpty {
            // Without a host nothing is sent.
            let pins = pins(of: Origin(exchange.endpoint.url)?.host ?? "").map { "sha256//\($0.dropFirst(7))" }
            if !pins.isEmpty { handle.set(.pinnedKeys, pins.joined(separator: ";")) }
        }
        guard let certificate = clientCertificate else { return }
        if certificate.isArchive { handle.set(.certificateType, "P12") }
        handle.set(.certificate, certificate.file)
        if let key = certificate.keyFile { handle.set(.key, key) }
        if let password = certificate.password { handle.set(.keyPassword, password) }
    }
}
#endif
