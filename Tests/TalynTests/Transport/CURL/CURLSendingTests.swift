#if os(Linux)
import Testing

@testable import Talyn

@Suite struct CURLSendingTests {
    private let goAways = CURLGoAways()

    private func connection(_ port: CInt = 1) -> CURLConnection {
        CURLConnection(local: "127.0.0.1", localPort: port, remote: "127.0.0.1", remotePort: 443)
    }

    /// Returns a sending over a connection, with lines of libcurl's log.
    private func sending(port: CInt = 1, isAttached: Bool = false, _ log: String...) -> CURLSending {
        var sending = CURLSending(over: connection(port), isAttached: isAttached)
        for line in log { Array((line + "\n").utf8).withUnsafeBufferPointer { sending.read(log: $0, goAways) } }
        return sending
    }

    @Test func aRequestInALaterStreamThanTheLastOneOfAGoAwayIsRefused() {
        let opening = "[HTTP/2] [7] OPENED stream for https://example.com/"
        #expect(sending(opening, "received GOAWAY, error=0, last_stream=5").isRefused(goAways))
    }

    @Test(arguments: ["[HTTP/2] [5] OPENED stream for https://a/", "[HTTP/2] [3] OPENED stream for https://a/"])
    func aRequestUpToTheLastStreamMayHaveBeenProcessed(opening: String) {
        #expect(!sending(opening, "received GOAWAY, error=0, last_stream=5").isRefused(goAways))
    }

    @Test func withoutAStreamOrAGoAwayNothingIsRefused() {
        #expect(!sending("received GOAWAY, error=0, last_stream=0").isRefused(goAways))
        #expect(!sending("[HTTP/2] [7] OPENED stream for https://a/").isRefused(goAways))
        #expect(!CURLSending().isRefused(goAways))
    }

    @Test func anOpenedStreamIsKnown() {
        #expect(sending("[HTTP/2] [7] OPENED stream for /").hasStream && !sending().hasStream)
    }

    @Test func aGoAwayConcernsEveryRequestOfItsConnectionAndNoOther() {
        let waiting = sending("[HTTP/2] [9] OPENED stream for https://a/")
        let elsewhere = sending(port: 2, "[HTTP/2] [9] OPENED stream for https://a/")
        _ = sending("[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways))
        #expect(!elsewhere.isRefused(goAways))
    }

    @Test func aSecondGoAwayOnlyLowersTheLastStream() {
        let waiting = sending("[HTTP/2] [9] OPENED stream for https://a/")
        _ = sending("[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=7")
        _ = sending("[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=2147483647")
        #expect(waiting.isRefused(goAways))
    }

    @Test func aTransferThatHasLostItsConnectionReadsTheFramesOfOthers() {
        for line in [
            "Connection died, retrying a fresh connect (retry count: 1)",
            "Issue another request to this URL: 'https://a'",
        ] {
            let waiting = sending("[HTTP/2] [9] OPENED stream for https://a/")
            _ = sending("[HTTP/2] [3] OPENED stream for https://a/", line, "received GOAWAY, error=0, last_stream=3")
            _ = sending(isAttached: true, line, "received GOAWAY, error=0, last_stream=3")
            #expect(!waiting.isRefused(goAways))
        }
    }

    @Test func aPortThatIsUsedAgainBelongsToANewConnection() {
        _ = sending("[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=0")
        #expect(!sending("[HTTP/2] [1] OPENED stream for https://a/").isRefused(goAways))
    }

    @Test func onlyTheLogsOwnNumbersAreRead() {
        // Header lines of HTTP/2 are in the log, and may look like anything.
        for line in [
            "[HTTP/2] [99] [x-a: b]", "[HTTP/2] [1] [x-a: [HTTP/2] [99] OPENED stream]",
            "[HTTP/2] [99] [x-a: ] OPENED stream", "[HTTP/2] [] OPENED", "[",
        ] {
            #expect(!sending(line, "received GOAWAY, error=0, last_stream=0").isRefused(goAways), "\(line)")
        }
    }

    @Test func connectionsOfAUnixSocketCannotBeToldApart() {
        let waiting = sending(port: 0, "[HTTP/2] [9] OPENED stream for https://a/")
        _ = sending(port: 0, "[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.hasStream && !waiting.isRefused(goAways))
    }

    @Test func theTableIsBounded() {
        let waiting = sending("[HTTP/2] [9] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways))
        for port in 2...1_001 {
            _ = sending(
                port: CInt(port), "[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=3"
            )
        }
        #expect(!waiting.isRefused(goAways))
    }

    @Test func aTransferWhoseLogStartsLaterTellsOfTheGoAwayOfItsConnection() {
        let waiting = sending("[HTTP/2] [9] OPENED stream for https://a/")
        let reader = sending(isAttached: true, "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways) && !reader.isRefused(goAways))
    }

    /// It reads the frames of others to find out whether they are alive.
    @Test func aTransferWithoutAStreamTellsOfNoGoAway() {
        let waiting = sending("[HTTP/2] [9] OPENED stream for https://a/")
        _ = sending("received GOAWAY, error=0, last_stream=3")
        #expect(!waiting.isRefused(goAways))
    }
}
#endif
