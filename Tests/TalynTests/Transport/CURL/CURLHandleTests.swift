#if os(Linux)
import CTalynCURL
import Foundation
import Testing

@testable import Talyn

extension CURLHandle {
    /// Sets libcurl's description of a failure.
    func setFailure(_ failure: String) {
        for (index, byte) in (Array(failure.utf8) + [0]).enumerated() { text[index] = CChar(bitPattern: byte) }
    }

    /// Makes a handle whose transfer has failed without a connection, with libcurl's code.
    static func failed(_ url: String = "ftp://127.0.0.1/", proxy: String = "") throws -> (CURLHandle, code: Int32) {
        let handle = try #require(CURLHandle())
        handle.reset()
        handle.set(.protocols, 3)
        handle.set(.url, url)
        handle.set(.proxy, proxy)
        return (handle, try handle.fail())
    }

    /// Lets a transfer fail that needs no connection for that. Returns libcurl's code.
    func fail() throws -> Int32 {
        let multi = try #require(talyn_curl_multi_init())
        defer { talyn_curl_multi_cleanup(multi) }
        try #require(talyn_curl_multi_add(multi, pointer) == 0)
        defer { talyn_curl_multi_remove(multi, pointer) }
        var code: Int32 = 0
        while talyn_curl_multi_ended(multi, &code) == nil, !Task.isCancelled { talyn_curl_multi_act(multi, -1, 0) }
        return code
    }
}

@Suite(.timeLimit(.minutes(5))) struct CURLHandleTests {
    @Test func aTransferBeginsWithoutTheTextOfAnEarlierFailure() throws {
        let (handle, code) = try CURLHandle.failed()
        #expect(code == 1 && handle.failureText.contains("ftp"))
        handle.setHeaders()
        #expect(handle.failureText.isEmpty)
    }

    @Test func withoutAConnectionThereIsNoRemoteAddress() throws {
        #expect(try #require(CURLHandle()).remoteAddress == nil)
        #expect(try CURLHandle.failed().0.remoteAddress == nil)
    }

    @Test func aFailureIsToldInOurWordsWithoutCredentials() throws {
        let (handle, code) = try CURLHandle.failed()
        let error = URLError(curl: code, handle)
        #expect(
            error.code == .unsupportedURL && error.localizedDescription == CURLText.words(for: "Unsupported protocol"))
        // A scheme that is none, and a port that is none.
        for proxy in ["canary://127.0.0.1", "user:canary@127.0.0.1:canary"] {
            let (handle, code) = try CURLHandle.failed("http://127.0.0.1/", proxy: proxy)
            let error = URLError(curl: code, handle)
            #expect(code != 0 && !error.localizedDescription.contains("canary"), "\(proxy)")
            #expect(error.localizedDescription == CURLText.words(for: CURLLibrary.text(of: code)))
        }
        let fresh = try #require(CURLHandle())
        fresh.setHeaders()
        let timeout = URLError(curl: 28, fresh)
        #expect(timeout.code == .timedOut && timeout.localizedDescription.contains("time for connections"))
    }

    @Test func aLineWithAControlCharacterIsNoHeader() throws {
        let handle = try #require(CURLHandle())
        #expect(["A: b", "A: \u{E9}\tb", "A;", "A:"].allSatisfy { handle.addHeader($0) })
        #expect(!["A: b\r\nC: d", "A: b\nC", "A: \u{0}", "A: \u{1F}", "A: \u{7F}"].contains { handle.addHeader($0) })
        handle.setHeaders()
    }
}
#endif
