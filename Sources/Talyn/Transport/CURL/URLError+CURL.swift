#if os(Linux)
extension URLError {
    /// Makes the error of a transfer's end.
    init(curl code: Int32, _ handle: CURLHandle) {
        let detail = handle.failureText
        // libcurl quotes the URL of a proxy, with its credentials.
        let hidesDetail = detail.isEmpty || detail.contains(bytes: "://") || detail.contains(bytes: "@")
        let text = hidesDetail ? CURLLibrary.text(of: code) : detail
        self.init(
            Self.code(ofCURL: code, verifyResult: handle.number(.verifyResult), text: text.asciiLowercased), text: text)
    }

    /// Returns the error code for one of libcurl's, with the result of OpenSSL's verification and libcurl's text in
    /// lower case where they tell more.
    static func code(ofCURL code: Int32, verifyResult: Int = 0, text: String = "") -> URLError.Code {
        if isProxyRefusal(code, text) { return .userAuthenticationRequired }
        switch code {
        // CURLE_PEER_FAILED_VERIFICATION.
        case 60: return verification(verifyResult)
        // CURLE_UNSUPPORTED_PROTOCOL: also a status line that is none.
        case 1 where text.contains(bytes: "http/0.9"): return .cannotParseResponse
        // CURLE_WRITE_ERROR, CURLE_RECV_ERROR: used for faults in the syntax of a message too.
        case 23, 56:
            if text.contains(bytes: "chunk") || text.contains(bytes: "header") { return .cannotParseResponse }
            if text.contains(bytes: "connect tunnel") || text.contains(bytes: "from proxy after connect") {
                return .cannotConnectToHost
            }
            if text.contains(bytes: "alert certificate required") { return .clientCertificateRequired }
            if text.contains(bytes: "alert bad certificate") { return .clientCertificateRejected }
        default: break
        }
        return table[code] ?? .unknown
    }

    /// Returns whether a proxy refuses the credentials of a tunnel: by 407, or by tinyproxy's 401 for wrong ones.
    ///
    /// CURLE_RECV_ERROR, in newer versions CURLE_COULDNT_CONNECT; the second text is that of versions before 7.87.
    private static func isProxyRefusal(_ code: Int32, _ text: String) -> Bool {
        guard code == 7 || code == 56 else { return false }
        return ["407", "401"].contains { status in
            text.contains(bytes: "connect tunnel failed, response \(status)")
                || text.contains(bytes: "http code \(status) from proxy after connect")
        }
    }

    /// The rows of every code of libcurl 8, by number. A test fails if the library knows a code without a row.
    static let table: [Int32: URLError.Code] = {
        let rows: [(URLError.Code, [Int32])] = [
            (.unsupportedURL, [1]),
            (.badURL, [3]),
            (.cannotFindHost, [5, 6]),
            // COULDNT_CONNECT, INTERFACE_FAILED, NO_CONNECTION_AVAILABLE, QUIC_CONNECT_ERROR, PROXY
            (.cannotConnectToHost, [7, 45, 89, 96, 97]),
            // WEIRD_SERVER_REPLY
            (.cannotParseResponse, [8]),
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
            (.cannotDecodeContentData, [61]),
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
            (.unknown, [2, 4, 20, 24, 29, 32, 34, 40, 41, 43, 44, 46, 48, 49, 50, 51, 57, 62, 75, 76, 93, 99]),
        ]
        return Dictionary(uniqueKeysWithValues: rows.flatMap { code, numbers in numbers.map { ($0, code) } })
    }()

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
