#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct URLErrorCURLTests {
    @Test func everyCodeThatLibcurlKnowsHasARow() {
        let unknown = CURLLibrary.text(of: 10_000)
        let known = (1..<512).filter { CURLLibrary.text(of: Int32($0)) != unknown }
        #expect(known.contains(95))
        for code in known {
            #expect(URLError.code(inTable: Int32(code)) != nil, "\(code): \(CURLLibrary.text(of: Int32(code)))")
        }
    }

    @Test(
        arguments: [
            (0, .serverCertificateUntrusted), (9, .serverCertificateNotYetValid), (10, .serverCertificateHasBadDate),
            (18, .serverCertificateUntrusted), (19, .serverCertificateHasUnknownRoot),
            (20, .serverCertificateHasUnknownRoot), (21, .serverCertificateHasUnknownRoot),
            (23, .serverCertificateUntrusted),
        ] as [(Int, URLError.Code)])
    func aRefusedCertificateHasItsReason(result: Int, code: URLError.Code) {
        #expect(URLError.code(ofCURL: 60, verifyResult: result) == code)
    }

    @Test(
        arguments: [
            (1, "received http/0.9 when not allowed", .cannotParseResponse),
            (1, "protocol \"ftp\" disabled", .unsupportedURL),
            (56, "illegal or missing hexadecimal sequence in chunked-encoding", .cannotParseResponse),
            (56, "recv failure: connection reset by peer", .networkConnectionLost),
            (56, "connect tunnel failed, response 407", .userAuthenticationRequired),
            (56, "connect tunnel failed, response 401", .userAuthenticationRequired),
            (7, "connect tunnel failed, response 407", .userAuthenticationRequired),
            (7, "failed to connect to 127.0.0.1 port 9", .cannotConnectToHost),
            (56, "received http code 407 from proxy after connect", .userAuthenticationRequired),
            (56, "connect tunnel failed, response 403", .cannotConnectToHost),
            (56, "received http code 401 from proxy after connect", .userAuthenticationRequired),
            (56, "received http code 403 from proxy after connect", .cannotConnectToHost),
            (55, "connect tunnel failed, response 407", .networkConnectionLost),
            (1, "unsupported http version (1.2) in response", .cannotParseResponse),
            (1, "unsupported http/1 subversion in response", .cannotParseResponse),
            (1, "unsupported response code in http response", .cannotParseResponse),
            (16, "openssl ssl_read: tlsv13 alert certificate required, errno 0", .clientCertificateRequired),
            (55, "ssl_write() error: tlsv13 alert certificate required", .clientCertificateRequired),
            (27, "out of memory", .dataLengthExceedsMaximum), (100, "too large", .dataLengthExceedsMaximum),
            (56, "too large response headers: 307346 > 307200", .dataLengthExceedsMaximum),
            (56, "out of memory in chunked-encoding", .dataLengthExceedsMaximum),
            (
                56,
                "h2_process_pending_input: nghttp2_session_mem_recv() returned -902:the user callback function failed",
                .dataLengthExceedsMaximum
            ),
            (56, "nghttp2_session_mem_recv() returned -505:protocol error", .cannotParseResponse),
            (16, "nghttp2 shuts down connection with error 1: protocol_error", .cannotParseResponse),
            (92, "http/2 stream 1 was not closed cleanly: protocol_error (err 1)", .cannotParseResponse),
            (92, "http/2 stream 1 was not closed cleanly: compression_error (err 9)", .cannotParseResponse),
            (92, "http/2 stream 1 was not closed cleanly: internal_error (err 2)", .networkConnectionLost),
            (92, "http/2 stream 1 was not closed cleanly: http_1_1_required (err 13)", .networkConnectionLost),
            (
                92, "invalid http header field was received: frame type: 1, stream: 3, name: [x-a], value: [1]",
                .cannotParseResponse
            ),
            (16, "error in the http2 framing layer", .networkConnectionLost),
            (43, "", .cannotParseResponse), (61, "", .cannotParseResponse),
            (52, "empty reply from server", .networkConnectionLost),
            (35, "openssl ssl_connect: tlsv1 alert protocol version", .secureConnectionFailed),
            (56, "openssl ssl_read: unexpected eof while reading, errno 0", .networkConnectionLost),
            (23, "failed writing header", .cannotParseResponse), (23, "", .cannotWriteToFile),
            (2, "send: no filter connected", .networkConnectionLost), (2, "no memory", .unknown),
            (55, "send: no filter connected", .networkConnectionLost), (43, "", .cannotParseResponse),
            (4_711, "", .unknown),
        ] as [(Int32, String, URLError.Code)])
    func aTextTellsMoreThanACode(code: Int32, text: String, expected: URLError.Code) {
        #expect(URLError.code(ofCURL: code, text: text) == expected)
    }

    /// RFC 8446 §6.2, in the words of OpenSSL before 3.2, since then, and of GnuTLS.
    @Test(
        arguments: [
            ("sslv3 alert bad certificate", .clientCertificateRejected),
            ("sslv3 alert unsupported certificate", .clientCertificateRejected),
            ("sslv3 alert certificate revoked", .clientCertificateRejected),
            ("sslv3 alert certificate expired", .clientCertificateRejected),
            ("sslv3 alert certificate unknown", .clientCertificateRejected),
            ("tlsv1 alert unknown ca", .clientCertificateRejected),
            ("tlsv1 alert access denied", .clientCertificateRejected),
            ("ssl/tls alert certificate expired", .clientCertificateRejected),
            ("tlsv13 alert certificate required", .clientCertificateRequired),
            ("sslv3 alert illegal parameter", .clientCertificateRejected),
            ("reason(1045)", .clientCertificateRejected),
            ("ssl/tls alert handshake failure", .secureConnectionFailed),
            ("tlsv1 alert internal error", .secureConnectionFailed),
            ("reason(1115)", .secureConnectionFailed), ("tlsv1 alert of tomorrow", .secureConnectionFailed),
        ] as [(String, URLError.Code)], [16, 35, 55, 56, 92] as [Int32])
    func anAlertIsAFailureOfTLSInWhateverFunctionItIsRead(alert: (text: String, code: URLError.Code), code: Int32) {
        let text = "openssl ssl_read: error:0a000412:ssl routines::\(alert.text), errno 0"
        #expect(URLError.code(ofCURL: code, text: text) == alert.code)
        #expect(
            URLError.code(ofCURL: code, text: "gnutls recv error (-12): a tls fatal alert has been received.")
                == .secureConnectionFailed)
        #if canImport(FoundationNetworking)
        for old in [URLError.Code.unknown, .networkConnectionLost] {
            #expect(URLError(old, text: text).withProperCode.code == alert.code)
        }
        #endif
    }

    @Test func anEndWithoutAByteOverHTTP2IsAMalformedResponse() {
        #expect(URLError.code(ofCURL: 52, text: "empty reply from server", isMultiplexed: true) == .cannotParseResponse)
    }

    @Test(
        arguments: [
            (1, "Received HTTP/0.9 when not allowed"), (23, "Failed writing received data"), (27, ""),
            (65, "seek callback returned error 1"), (43, ""), (52, ""), (8, "Header without colon"),
            (8, "Nul byte in header"), (56, "Malformed encoding found in chunked-encoding"),
            (52, "Empty reply from server"),
            (
                92,
                "Invalid HTTP header field was received: frame type: 1, stream: 3, name: [Set-Cookie], value: [hunter2]"
            ),
            (92, "HTTP/2 stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)"),
        ] as [(Int32, String)])
    func theTextTellsOfTheResponseAndNotOfLibcurlsFunctions(code: Int32, text: String) throws {
        try #require(CURLLibrary.isAvailable)
        let handle = try #require(CURLHandle())
        handle.reset()
        for (index, byte) in text.utf8CString.enumerated() { handle.text[index] = byte }
        let error = URLError(curl: code, handle)
        #expect(!error.localizedDescription.isEmpty && error.localizedDescription != text)
        #expect(error.localizedDescription != CURLLibrary.text(of: code))
    }

    /// nghttp2 quotes it, also of a field that it ignores.
    @Test func theValueOfAFieldIsInNoText() throws {
        try #require(CURLLibrary.isAvailable)
        let handle = try #require(CURLHandle())
        handle.reset()
        let text = "Ignoring received invalid HTTP header field: frame type: 1, stream: 1, name: [a], value: [hunter2]"
        for (index, byte) in text.utf8CString.enumerated() { handle.text[index] = byte }
        for code in [16, 55, 56, 92] as [Int32] {
            #expect(!URLError(curl: code, handle).localizedDescription.contains("hunter2"))
        }
    }
}
#endif
