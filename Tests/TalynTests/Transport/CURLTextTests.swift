import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
/// Texts of libcurl 7.76 to 8.21, of error buffers and of codes.
@Suite struct CURLTextTests {
    @Test(
        arguments: [
            ("Empty reply from server", "without a response"),
            ("Server returned nothing (no headers, no data)", "without a response"),
            ("Header without colon", "no colon"), ("Invalid response header", "no colon"),
            ("Nul byte in header", "no field may have"), ("Carriage return found in header", "no field may have"),
            ("Malformed encoding found in chunked-encoding", "valid chunks"),
            ("Illegal or missing hexadecimal sequence in chunked-encoding", "valid chunks"),
            ("Too long hexadecimal number in chunked-encoding", "valid chunks"),
            ("chunk hex-length char not a hex digit: 0x6e", "valid chunks"),
            ("chunk hex-length longer than 16", "valid chunks"), ("invalid chunk size: 'ffffffffff'", "valid chunks"),
            ("Failed reading the chunked-encoded stream", "valid chunks"),
            ("Invalid Content-Length: value", "invalid Content-Length"),
            ("Unsupported Content-Length value", "invalid Content-Length"),
            ("Multiple Location headers", "several"), ("Too many response headers, 5000 is max", "more fields"),
            ("Too large response headers: 307346 > 307200", "300 KiB"),
            ("A value or data field grew larger than allowed", "300 KiB"), ("Out of memory", "300 KiB"),
            ("Received HTTP/0.9 when not allowed", "status line"),
            ("Unsupported HTTP version (1.2) in response", "status line"),
            ("Unsupported HTTP/1 subversion in response", "status line"),
            ("Unsupported response code in HTTP response", "status line"), ("Invalid status line", "status line"),
            ("Weird server reply", "status line"),
            ("Unrecognized or bad HTTP Content or Transfer-Encoding", "transfer coding"),
            ("Unsolicited Transfer-Encoding (gzip) found", "transfer coding"),
            ("Error while processing content unencoding: incorrect header check", "cannot be decoded"),
            ("Unrecognized content encoding type. libcurl understands deflate, gzip content encodings.", "coding"),
            ("transfer closed with 5 bytes remaining to read", "end of the response's body"),
            ("end of response with 5 bytes missing", "end of the response's body"),
            ("transfer closed with outstanding read data remaining", "end of the response's body"),
            ("Transferred a partial file", "end of the response's body"),
            ("Recv failure: Connection reset by peer", "before the response was complete"),
            ("Failure when receiving data from the peer", "before the response was complete"),
            (
                "OpenSSL SSL_read: OpenSSL/3.0.19: error:0A000126:SSL routines::unexpected eof while reading, errno 0",
                "lost"
            ),
            ("Send failure: Broken pipe", "request was sent"), ("Failed sending data to the peer", "request was sent"),
            ("Connection died, tried 5 times before giving up", "request was sent"),
            ("send: no filter connected", "request was sent"),
            ("Send failed since rewinding of the data stream failed", "cannot be read again"),
            ("necessary data rewind wasn't possible", "cannot be read again"),
            ("HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", "ended with INTERNAL_ERROR"),
            ("HTTP/2 stream 1 reset by server (error 0x8 CANCEL)", "HTTP/2 stream was ended"),
            ("Error in the HTTP2 framing layer", "HTTP/2 connection"),
            ("Stream error in the HTTP/2 framing layer", "HTTP/2 connection"),
            ("nghttp2 shuts down connection with error 1: PROTOCOL_ERROR", "not valid HTTP/2"),
            (
                "Failed to connect to 127.0.0.1 port 9 after 0 ms: Couldn't connect to server",
                "to 127.0.0.1 port 9 could"
            ),
            ("Failed to connect to ::1 port 9: Connection refused", "to ::1 port 9 could be opened: it was refused"),
            (
                "Failed to connect to ::1:9 after 0 ms: Could not connect to server", "connection to ::1 port 9 could"
            ),
            (
                "Failed to connect to 127.0.0.1:9 over proxy 127.0.0.1 after 0 ms: Could not connect to server",
                "no connection to the proxy"
            ),
            ("Could not connect to server", "no connection to the server"),
            ("Could not resolve host: nobody.invalid", "name of the host"),
            ("Couldn't resolve host name", "name of the host"), ("Could not resolve hostname", "name of the host"),
            ("Could not resolve proxy: nobody.invalid", "name of the proxy"),
            ("Couldn't resolve proxy name", "name of the proxy"),
            ("CONNECT tunnel failed, response 403", "tunnel with 403"),
            ("Received HTTP code 407 from proxy after CONNECT", "tunnel with 407"),
            ("Proxy CONNECT aborted", "no tunnel"), ("proxy handshake error", "no tunnel"),
            ("Connection timed out after 5001 milliseconds", "time for connections"),
            ("Connection timeout after 5001 ms", "time for connections"),
            ("Timeout was reached", "time for connections"),
            ("Recv failure: Connection timed out", "before the response was complete"),
            ("Couldn't bind to interface 'eth7'", "network interface"),
            ("Failed binding local connection end", "network interface"),
            ("SSL certificate problem: certificate has expired", "has expired"),
            ("SSL certificate problem: certificate is not yet valid", "not valid yet"),
            ("SSL certificate problem: self-signed certificate", "self-signed"),
            ("SSL certificate problem: self-signed certificate in certificate chain", "authority"),
            ("SSL certificate problem: unable to get local issuer certificate", "authority"),
            ("SSL: no alternative certificate subject name matches target host name 'a.b'", "another host"),
            ("SSL: public key does not match pinned public key", "pinned"),
            ("SSL peer certificate or SSH remote key was not OK", "not valid"),
            (
                "could not load PEM client certificate, OpenSSL error error:02001002, (no key found)",
                "client certificate"
            ),
            ("unable to set private key file: '/a/key.pem' type PEM", "client certificate"),
            ("Problem with the local SSL certificate", "client certificate"),
            ("SSL Client Certificate required", "requires a client certificate"),
            ("error setting certificate verify locations:  CAfile: /a CApath: none", "authorities"),
            ("Problem with the SSL CA cert (path? access rights?)", "authorities"),
            ("TLS connect error: error:0A00010B:SSL routines::wrong version number", "speak TLS"),
            ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to localhost:443", "TLS was set up"),
            ("SSL connect error", "TLS"),
            ("OpenSSL SSL_read: error:0A000418:SSL routines::tlsv1 alert unknown ca, errno 0", "TLS alert 48"),
            ("URL rejected: Bad hostname", "URL"), ("URL using bad/illegal format or missing URL", "URL"),
            ("Protocol \"ftp\" disabled", "neither http nor https"), ("Unsupported protocol", "neither http nor https"),
            ("Failed to open/read local data from file/application", "request's body"),
            ("Failed writing received data to disk/application", "response's body cannot be taken"),
            ("Operation was aborted by an application callback", "ended"),
        ] as [(String, String)])
    func aTextOfLibcurlHasOurWords(text: String, words: String) {
        let ours = CURLText.words(for: text)
        #expect(ours.contains(words) && !ours.contains("libcurl: \""), "\(ours)")
    }

    @Test(
        arguments: [
            ("Could not resolve host: seek.socks.invalid", "name of the host"),
            ("Could not resolve host: proxy-connect", "name of the host"),
            ("Could not resolve: socks-interface (Domain name not found)", "name of the host"),
            ("Could not resolve proxy: socks.invalid", "name of the proxy"),
            ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to seek.bind.invalid:443", "TLS was set up"),
            ("SSL: certificate subject name 'resolve.invalid' does not match target host name 'seek'", "another host"),
            ("SSL: no alternative certificate subject name matches target host name 'socks.invalid'", "another host"),
            ("unable to set private key file: '/socks/has expired.pem' type PEM", "client certificate"),
        ])
    func theNameOfAHostOrFileDoesNotDecide(text: String, words: String) {
        #expect(CURLText.words(for: text).contains(words), "\(CURLText.words(for: text))")
    }

    @Test func anUnknownTextIsQuotedAsLibcurls() {
        #expect(CURLText.known("The moon is full") == nil)
        #expect(CURLText.words(for: "The moon is full") == "libcurl: \"The moon is full\"")
    }

    @Test func errorsOfURLSessionHaveTheSameWordsAndKeepOthers() {
        let lost = URLError(.unknown, text: "Empty reply from server").withProperCode
        #expect(lost.code == .networkConnectionLost && lost.localizedDescription == CURLText.words(for: "empty reply"))
        let unresolved = URLError(.cannotFindHost, text: "Could not resolve host: a.invalid").withProperCode
        #expect(unresolved.code == .cannotFindHost && unresolved.localizedDescription.contains("cannot be resolved"))
        #expect(URLError(.unknown, text: "Full moon").withProperCode.localizedDescription == "libcurl: \"Full moon\"")
        #expect(URLError(.timedOut, text: "too late").withProperCode.localizedDescription == "too late")
        #expect(URLError(.unknown).withProperCode.localizedDescription == URLError(.unknown).localizedDescription)
    }
}
#endif
