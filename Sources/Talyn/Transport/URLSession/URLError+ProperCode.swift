extension URLError {
    /// The same error with the code that Apple platforms report.
    ///
    /// On Linux URLSession reports TLS failures, truncated bodies and broken compression as −1, an empty reply as a bad
    /// response, and garbage as an unsupported URL. Only libcurl's text distinguishes them, for which the error has our
    /// words then. An unknown text keeps its code.
    var withProperCode: URLError {
        #if canImport(FoundationNetworking)
        // Errors of Foundation's own have no text, or that of a timeout.
        guard code != .timedOut, let text = errorUserInfo[NSLocalizedDescriptionKey] as? String else { return self }
        let code = properCode(text.asciiLowercased)
        let isLibcurls = code == .unknown || !CURLText.isQuotable(text)
        let words = isLibcurls ? CURLText.words(for: text) : CURLText.known(text)
        return words.map { URLError(code, text: $0) } ?? (code == self.code ? self : URLError(code, text: text))
        #else
        return self
        #endif
    }

    #if canImport(FoundationNetworking)
    private func properCode(_ text: String) -> URLError.Code {
        guard [-1, -1002, -1005, -1011].contains(code.rawValue) else { return code }
        if let alert = TLSAlert(in: text) { return alert.code }
        if code == .networkConnectionLost { return code }
        return Self.meanings.first { $0.1.contains(where: text.contains(bytes:)) }?.0 ?? code
    }

    /// Parts of libcurl's texts in lower case; the first that occurs counts.
    private static let meanings: [(URLError.Code, [String])] = [
        (.serverCertificateHasBadDate, ["certificate has expired"]),
        (.serverCertificateNotYetValid, ["certificate is not yet valid"]),
        (
            .serverCertificateHasUnknownRoot,
            [
                "self-signed certificate in certificate chain", "self signed certificate in certificate chain",
                "unable to get local issuer certificate",
            ]
        ),
        (
            .serverCertificateUntrusted,
            [
                "no alternative certificate subject name matches", "self-signed certificate", "self signed certificate",
                "ssl certificate problem",
            ]
        ),
        // Before "tls" and "ssl", which occur in host and proxy names as well.
        (.cannotConnectToHost, ["connect tunnel failed"]),
        // "framing layer": libcurl 7, if a server refuses a request while retiring a connection without other requests.
        (
            .networkConnectionLost,
            [
                "was not closed cleanly", "framing layer", "broken pipe", "recv failure", "send failure",
                "when receiving", "ssl_read", "ssl_write",
            ]
        ),
        (.secureConnectionFailed, ["ssl", "tls"]),
        (
            .networkConnectionLost,
            ["bytes remaining", "outstanding read data remaining", "end of response with", "empty reply from server"]
        ),
        // The second one for bytes behind the data of a coding.
        (.cannotDecodeContentData, ["unencoding", "failed writing received data"]),
        (
            .cannotParseResponse,
            [
                "chunked-encod", "chunk hex-length", "invalid chunk size", "failed writing header",
                "invalid response header", "return found in header", "invalid status line", "nul byte in header",
                "header without colon",
                "invalid content-length", "unsupported response code", "unsupported http version",
                "unrecognized content encoding", "received http/0.9",
            ]
        ),
        // "out of memory": libcurl 7, for a head above 300 KB; "larger than allowed": libcurl 8.
        (.dataLengthExceedsMaximum, ["too large", "larger than allowed", "out of memory"]),
    ]
    #endif
}
