#if os(Linux)
extension URLError {
    /// Makes the error of a transfer's end.
    init(curl code: Int32, _ handle: CURLHandle, isMultiplexed: Bool = false) {
        let detail = handle.failureText
        let text = CURLText.isQuotable(detail) ? detail : CURLLibrary.text(of: code)
        let meaning = Self.code(
            ofCURL: code, verifyResult: handle.number(.verifyResult),
            text: (detail.isEmpty ? text : detail).asciiLowercased, isMultiplexed: isMultiplexed)
        // CURLE_HTTP2, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM.
        let isHTTP2 = meaning == .cannotParseResponse && [16, 52, 55, 92].contains(code)
        let words = isHTTP2 ? CURLText.http2 : CURLText.words(for: text)
        // CURLE_SSL_CERTPROBLEM, or of its key: libcurl's text has the reason, or OpenSSL still has it.
        let reason =
            [43, 58].contains(code) && meaning == .clientCertificateRejected
            ? CURLText.reason(in: detail) ?? CURLLibrary.takeTLSReason() : nil
        self.init(meaning, text: reason.map { "\(words): \($0)" } ?? words)
    }

    /// Returns the error code for one of libcurl's, which the result of OpenSSL's verification and libcurl's text in
    /// lower case make more precise. `isMultiplexed` is true for a request over HTTP/2.
    static func code(
        ofCURL code: Int32, verifyResult: Int = 0, text: String = "", isMultiplexed: Bool = false
    ) -> URLError.Code {
        if isProxyRefusal(code, text) { return .userAuthenticationRequired }
        // CURLE_PEER_FAILED_VERIFICATION.
        if code == 60 { return verification(verifyResult) }
        // CURLE_GOT_NOTHING: over HTTP/2 a lost connection has another code.
        if code == 52, isMultiplexed { return .cannotParseResponse }
        if let alert = TLSAlert(in: text) { return alert.code }
        // In its order: the first part that occurs counts.
        for (codes, parts, meaning) in meanings where codes.contains(code) {
            if parts.contains(where: text.contains(bytes:)) { return meaning }
        }
        return Self.code(inTable: code) ?? .unknown
    }

    /// Codes of libcurl, with parts of a text in lower case that is more precise.
    private static let meanings: [(codes: [Int32], parts: [String], meaning: URLError.Code)] = [
        // CURLE_FAILED_INIT: a connection that was lost before the request was sent (7.87 and 7.88).
        ([2], ["no filter connected"], .networkConnectionLost),
        // CURLE_UNSUPPORTED_PROTOCOL: an invalid status line, or one of another version.
        ([1], ["http/0.9", "unsupported http", "unsupported response code"], .cannotParseResponse),
        // CURLE_BAD_FUNCTION_ARGUMENT: newer versions have it instead of CURLE_SSL_CERTPROBLEM for the key.
        ([43], ["private key"], .clientCertificateRejected),
        // CURLE_RECV_ERROR: heads above the limits of libcurl, the last one over HTTP/2.
        ([56], ["too large response headers", "out of memory", "user callback function"], .dataLengthExceedsMaximum),
        // CURLE_WRITE_ERROR, CURLE_RECV_ERROR: used for faults in the syntax of a message too.
        ([23, 56], ["chunk", "header"], .cannotParseResponse),
        ([23, 56], ["connect tunnel", "from proxy after connect"], .cannotConnectToHost),
        // Errors of nghttp2, and the codes of RFC 9113 §7 with which it ends streams: PROTOCOL_ERROR,
        // FLOW_CONTROL_ERROR, FRAME_SIZE_ERROR and COMPRESSION_ERROR.
        (
            [16, 55, 56, 92],
            [
                "nghttp2", "invalid frame", "invalid http header field was received", "(err 1)", "(err 3)", "(err 6)",
                "(err 9)",
            ], .cannotParseResponse
        ),
    ]

    /// Returns whether a proxy refuses the credentials of a tunnel: by 407, or by tinyproxy's 401 for wrong ones.
    ///
    /// CURLE_RECV_ERROR, in newer versions CURLE_COULDNT_CONNECT; versions before 7.87 have the second text.
    private static func isProxyRefusal(_ code: Int32, _ text: String) -> Bool {
        guard code == 7 || code == 56 else { return false }
        return ["407", "401"].contains { status in
            text.contains(bytes: "connect tunnel failed, response \(status)")
                || text.contains(bytes: "http code \(status) from proxy after connect")
        }
    }

    /// Whether a new connection of TLS may have failed because its server speaks only HTTP/2, and therefore answers in
    /// HTTP/2, or closes the connection: CURLE_UNSUPPORTED_PROTOCOL, CURLE_GOT_NOTHING, CURLE_RECV_ERROR.
    static func mayWantHTTP2(_ code: Int32) -> Bool { [1, 52, 56].contains(code) }

    /// Returns the row of a code of libcurl; nil without one. A test fails if the library knows a code without a row.
    static func code(inTable code: Int32) -> URLError.Code? { table.first { $0.1.contains(code) }?.0 }

    /// Every code of libcurl 8.
    private static let table: [(URLError.Code, [Int32])] = [
        (.unsupportedURL, [1]),
        (.badURL, [3]),
        (.cannotFindHost, [5, 6]),
        // COULDNT_CONNECT, INTERFACE_FAILED, NO_CONNECTION_AVAILABLE, QUIC_CONNECT_ERROR, PROXY
        (.cannotConnectToHost, [7, 45, 89, 96, 97]),
        // WEIRD_SERVER_REPLY; BAD_FUNCTION_ARGUMENT: the name of a field; BAD_CONTENT_ENCODING: of a transfer
        (.cannotParseResponse, [8, 43, 61]),
        // HTTP2, PARTIAL_FILE, UPLOAD_FAILED, GOT_NOTHING, SEND_ERROR, RECV_ERROR, SEND_FAIL_REWIND,
        // SSL_SHUTDOWN_FAILED, AGAIN, HTTP2_STREAM, HTTP3
        (.networkConnectionLost, [16, 18, 25, 52, 55, 56, 65, 80, 81, 92, 95]),
        (.cannotWriteToFile, [23]),
        (.cannotOpenFile, [37]),
        (.requestBodyStreamExhausted, [26]),
        // OUT_OF_MEMORY: libcurl 7, for a head above its limit; FILESIZE_EXCEEDED; TOO_LARGE
        (.dataLengthExceedsMaximum, [27, 63, 100]),
        (.timedOut, [28]),
        (.cancelled, [42]),
        (.httpTooManyRedirects, [47]),
        // SSL_CONNECT_ERROR, engines, CIPHER, USE_SSL_FAILED, CACERT_BADFILE, CRL_BADFILE, ECH_REQUIRED
        (.secureConnectionFailed, [35, 53, 54, 59, 64, 66, 77, 82, 101]),
        (.clientCertificateRejected, [58]),
        (.clientCertificateRequired, [98]),
        // PEER_FAILED_VERIFICATION, ISSUER_ERROR, PINNEDPUBKEYNOTMATCH, INVALIDCERTSTATUS
        (.serverCertificateUntrusted, [60, 83, 90, 91]),
        // LOGIN_DENIED: user info in the URL; AUTH_ERROR
        (.userAuthenticationRequired, [67, 94]),
        // Of other protocols than HTTP, which are off.
        (
            .badServerResponse,
            [9, 10, 11, 12, 13, 14, 15, 17, 19, 21, 22, 30, 31, 33, 36, 38, 39, 68, 69, 70, 71, 72, 73, 74, 78]
        ),
        (.badServerResponse, [79, 84, 85, 86, 87, 88]),
        // Faults of the program, and numbers that are no longer used.
        (.unknown, [2, 4, 20, 24, 29, 32, 34, 40, 41, 44, 46, 48, 49, 50, 51, 57, 62, 75, 76, 93, 99]),
    ]

    /// Returns the code for the result of a verification: X509_V_ERR in openssl/x509_vfy.h; 0 if the certificate is
    /// valid for another host.
    private static func verification(_ result: Int) -> URLError.Code {
        switch result {
        case 9: .serverCertificateNotYetValid
        case 10: .serverCertificateHasBadDate
        // A self-signed authority, an authority that is not known, and a chain without its authority.
        case 19, 20, 21: .serverCertificateHasUnknownRoot
        default: .serverCertificateUntrusted
        }
    }
}
#endif
