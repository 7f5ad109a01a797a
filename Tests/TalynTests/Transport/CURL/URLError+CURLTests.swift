#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct URLErrorCURLTests {
    @Test func everyCodeThatLibcurlKnowsHasARow() {
        let unknown = CURLLibrary.text(of: 10_000)
        let known = (1..<512).filter { CURLLibrary.text(of: Int32($0)) != unknown }
        #expect(known.contains(99))
        for code in known {
            #expect(URLError.table[Int32(code)] != nil, "\(code): \(CURLLibrary.text(of: Int32(code)))")
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
            (56, "sslv3 alert bad certificate", .clientCertificateRejected),
            (56, "tlsv13 alert certificate required", .clientCertificateRequired),
            (23, "failed writing header", .cannotParseResponse), (23, "", .cannotWriteToFile),
            (4_711, "", .unknown),
        ] as [(Int32, String, URLError.Code)])
    func aTextTellsMoreThanACode(code: Int32, text: String, expected: URLError.Code) {
        #expect(URLError.code(ofCURL: code, text: text) == expected)
    }
}
#endif
