extension NetworkConfiguration {
    /// Applies the settings to a session's configuration.
    /// - Throws: ``Refusal`` for a setting that URLSession does not have on this platform.
    func apply(to configuration: URLSessionConfiguration) throws(Refusal) {
        try check()
        if let maxConnectionsPerHost { configuration.httpMaximumConnectionsPerHost = maxConnectionsPerHost }
        if trust != .system { throw Self.missing("trust") }
        if !pinnedPublicKeys.isEmpty { throw Self.missing("pinnedPublicKeys") }
        if clientCertificate != nil { throw Self.missing("clientCertificate") }
        if httpVersion != .automatic { throw Self.missing("httpVersion") }
        if connectTimeout != nil { throw Self.missing("connectTimeout") }
        if unixSocket != nil { throw Self.missing("unixSocket") }
        if networkInterface != nil { throw Self.missing("networkInterface") }
        #if canImport(FoundationNetworking)
        if proxy != .system { throw Self.missing("proxy") }
        if minimumTLSVersion != .tls12 { throw Self.missing("minimumTLSVersion") }
        #else
        configuration.tlsMinimumSupportedProtocolVersion = minimumTLSVersion == .tls13 ? .TLSv13 : .TLSv12
        try applyProxy(to: configuration)
        #endif
    }

    private static func missing(_ setting: String) -> Refusal {
        Refusal(setting, "URLSession does not have it on this platform")
    }

    #if !canImport(FoundationNetworking)
    private func applyProxy(to configuration: URLSessionConfiguration) throws(Refusal) {
        switch proxy {
        case .system: return
        case .direct: configuration.connectionProxyDictionary = [:]
        case .url(let text, let exceptions):
            guard let parts = URLComponents(string: text), let host = parts.host,
                parts.scheme?.asciiLowercased == "http",
                parts.user == nil
            else { throw Refusal("proxy", "URLSession takes an http URL without credentials") }
            // The keys of CFNetwork, some of which have constants on macOS only.
            let port = parts.port ?? 80
            configuration.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": host, "HTTPPort": port, "HTTPSEnable": 1, "HTTPSProxy": host,
                "HTTPSPort": port, "ExceptionsList": exceptions,
            ]
        }
    }
    #endif
}
