extension URLError {
    /// The same error with the code that Apple platforms report.
    ///
    /// On Linux URLSession reports TLS failures, truncated bodies and broken compression as −1, an empty reply as a bad
    /// response, and garbage as an unsupported URL. Only libcurl's text distinguishes them. An unknown text keeps its
    /// code.
    var withProperCode: URLError {
        #if canImport(FoundationNetworking)
        guard [-1, -1002, -1011].contains(code.rawValue) else { return self }
        let text = localizedDescription.asciiLowercased
        for (piece, code) in Self.meanings where text.contains(bytes: piece.asciiLowercased) {
            return URLError(code, text: localizedDescription)
        }
        #endif
        return self
    }

    #if canImport(FoundationNetworking)
    private static let meanings: [(String, URLError.Code)] = [
        ("certificate has expired", .serverCertificateHasBadDate),
        ("certificate is not yet valid", .serverCertificateNotYetValid),
        ("no alternative certificate subject name matches", .serverCertificateUntrusted),
        ("self-signed certificate in certificate chain", .serverCertificateHasUnknownRoot),
        ("self signed certificate in certificate chain", .serverCertificateHasUnknownRoot),
        ("self-signed certificate", .serverCertificateUntrusted),
        ("self signed certificate", .serverCertificateUntrusted),
        ("unable to get local issuer certificate", .serverCertificateHasUnknownRoot),
        ("SSL certificate problem", .serverCertificateUntrusted),
        ("alert bad certificate", .clientCertificateRejected),
        ("alert certificate required", .clientCertificateRequired),
        // Before "TLS" and "SSL", which occur in host and proxy names as well.
        ("CONNECT tunnel failed", .cannotConnectToHost),
        ("was not closed cleanly", .networkConnectionLost),
        // libcurl 7's text if a server refuses a request while retiring a connection without other requests.
        ("framing layer", .networkConnectionLost),
        ("Broken pipe", .networkConnectionLost),
        ("SSL", .secureConnectionFailed),
        ("TLS", .secureConnectionFailed),
        ("bytes remaining", .networkConnectionLost),
        ("outstanding read data remaining", .networkConnectionLost),
        ("end of response with", .networkConnectionLost),
        ("Error while processing content unencoding", .cannotDecodeContentData),
        ("unencoding", .cannotDecodeContentData),
        ("chunked-encod", .cannotParseResponse),
        ("Failed writing header", .cannotParseResponse),
        ("Nul byte in header", .cannotParseResponse),
        ("Header without colon", .cannotParseResponse),
        ("Invalid Content-Length", .cannotParseResponse),
        ("Unsupported response code", .cannotParseResponse),
        ("Unsupported HTTP version", .cannotParseResponse),
        ("Unrecognized content encoding", .cannotParseResponse),
        ("Received HTTP/0.9", .cannotParseResponse),
        ("Empty reply from server", .networkConnectionLost),
        ("too large", .dataLengthExceedsMaximum),
        // libcurl 7's text for a head above 300 KB.
        ("Out of memory", .dataLengthExceedsMaximum),
    ]
    #endif
}
