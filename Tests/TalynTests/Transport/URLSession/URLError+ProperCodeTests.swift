import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
@Suite struct URLErrorProperCodeTests {
    @Test(arguments: [
        ("HTTP/2 stream 5 was not closed cleanly: REFUSED_STREAM (err 7)", URLError.Code.networkConnectionLost),
        ("HTTP/2 stream 0 was not closed cleanly before end of the underlying stream", .networkConnectionLost),
        ("Error in the HTTP2 framing layer", .networkConnectionLost),
        ("Stream error in the HTTP/2 framing layer", .networkConnectionLost),
        ("Send failure: Broken pipe", .networkConnectionLost),
        ("OpenSSL SSL_write: Broken pipe, errno 32", .networkConnectionLost),
        ("Recv failure: Connection reset by peer", .networkConnectionLost),
        ("Send failure: Connection reset by peer", .networkConnectionLost),
        ("Failure when receiving data from the peer", .networkConnectionLost),
        ("OpenSSL SSL_read: Connection reset by peer, errno 104", .networkConnectionLost),
        ("OpenSSL SSL_connect: Connection reset by peer in connection to a.example:443", .secureConnectionFailed),
        ("CONNECT tunnel failed, response 407", .cannotConnectToHost),
        ("Something that nobody knows", .unknown),
    ])
    func aTextOfLibcurlHasItsCode(text: String, code: URLError.Code) {
        #expect(URLError(.unknown, text: text).withProperCode.code == code)
    }

    @Test(arguments: [
        "Unsupported proxy syntax in 'http://user:CANARY@proxy'", "user:CANARY@proxy is no host",
        "Invalid field, value: [CANARY]",
    ])
    func aTextThatMayHoldASecretIsNotShown(text: String) {
        for code in [URLError.Code.unknown, .cannotConnectToHost, .badServerResponse] {
            let error = URLError(code, text: text).withProperCode
            #expect(error.code == code && !error.localizedDescription.contains("CANARY"))
            #expect(!"\(error)".contains("CANARY") && !"\(error.errorUserInfo)".contains("CANARY"))
        }
        #expect(!CURLText.words(for: text).contains("CANARY"))
    }

    @Test func aCodeThatSaysMoreStays() {
        #expect(URLError(.timedOut, text: "Broken pipe").withProperCode.code == .timedOut)
    }
}
#endif
