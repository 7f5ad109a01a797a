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

    @Test(
        "A request in a later stream than the last one of a GOAWAY is refused, in the words of libcurl 7.88 and later",
        arguments: [
            ("Using Stream ID: 7 (easy handle 0x5581)", "recveived GOAWAY, error=0, last_stream=5"),
            ("Using Stream ID: 7 (easy handle 0x5581)", "received GOAWAY, error=0, last_stream=5"),
            ("[HTTP/2] [7] OPENED stream for https://example.com/", "received GOAWAY, error=0, last_stream=5"),
        ])
    func aLaterStreamIsRefused(opening: String, closing: String) {
        #expect(sending(opening, closing).isRefused(goAways))
    }

    @Test(arguments: ["Using Stream ID: 5", "Using Stream ID: 3"])
    func aRequestUpToTheLastStreamMayHaveBeenProcessed(opening: String) {
        #expect(!sending(opening, "received GOAWAY, error=0, last_stream=5").isRefused(goAways))
    }

    @Test func withoutAStreamOrAGoAwayNothingIsRefused() {
        #expect(!sending("received GOAWAY, error=0, last_stream=0").isRefused(goAways))
        #expect(!sending("Using Stream ID: 7").isRefused(goAways))
        #expect(!CURLSending().isRefused(goAways))
    }

    @Test(arguments: ["Using Stream ID: b (easy handle 0x1)", "Using Stream ID: 7", "[HTTP/2] [7] OPENED stream for /"])
    func aStreamIsKnownAlsoWithoutItsNumber(line: String) {
        #expect(sending(line).hasStream)
        #expect(!sending().hasStream)
        #expect(!sending(line).isRefused(goAways))
    }

    @Test func aGoAwayConcernsEveryRequestOfItsConnectionAndNoOther() {
        let waiting = sending("Using Stream ID: 9")
        let elsewhere = sending(port: 2, "Using Stream ID: 9")
        _ = sending("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways))
        #expect(!elsewhere.isRefused(goAways))
    }

    @Test func aSecondGoAwayOnlyLowersTheLastStream() {
        let waiting = sending("Using Stream ID: 9")
        _ = sending("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=7")
        _ = sending("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=2147483647")
        #expect(waiting.isRefused(goAways))
    }

    @Test func aTransferThatHasLostItsConnectionReadsTheFramesOfOthers() {
        for line in [
            "Connection died, retrying a fresh connect (retry count: 1)",
            "Issue another request to this URL: 'https://a'",
        ] {
            let waiting = sending("Using Stream ID: 9")
            _ = sending("Using Stream ID: 3", line, "received GOAWAY, error=0, last_stream=3")
            _ = sending(isAttached: true, line, "received GOAWAY, error=0, last_stream=3")
            #expect(!waiting.isRefused(goAways))
        }
    }

    @Test func aPortThatIsUsedAgainBelongsToANewConnection() {
        _ = sending("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=0")
        #expect(!sending("Using Stream ID: 1").isRefused(goAways))
    }

    @Test func onlyTheLogsOwnNumbersAreRead() {
        // Header lines of HTTP/2 are in the log, and may look like anything.
        for line in [
            "h2h3 [x-a: Using Stream ID: 99]", "[HTTP/2] [99] [x-a: b]",
            "[HTTP/2] [1] [x-a: Using Stream ID: 99]", "[HTTP/2] [99] [x-a: ] OPENED stream", "Using Stream ID: ", "U",
            "[",
        ] {
            #expect(!sending(line, "received GOAWAY, error=0, last_stream=0").isRefused(goAways), "\(line)")
        }
    }

    @Test func connectionsOfAUnixSocketCannotBeToldApart() {
        let waiting = sending(port: 0, "Using Stream ID: 9")
        _ = sending(port: 0, "Using Stream ID: 3", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.hasStream && !waiting.isRefused(goAways))
    }

    @Test func theTableIsBounded() {
        let waiting = sending("Using Stream ID: 9", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways))
        for port in 2...1_001 {
            _ = sending(port: CInt(port), "Using Stream ID: 3", "received GOAWAY, error=0, last_stream=3")
        }
        #expect(!waiting.isRefused(goAways))
    }

    @Test func aTransferWhoseLogStartsLaterTellsOfTheGoAwayOfItsConnection() {
        let waiting = sending("Using Stream ID: 9")
        let reader = sending(isAttached: true, "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways) && !reader.isRefused(goAways))
    }

    /// It reads the frames of others to find out whether they are alive.
    @Test func aTransferWithoutAStreamTellsOfNoGoAway() {
        let waiting = sending("Using Stream ID: 9")
        _ = sending("received GOAWAY, error=0, last_stream=3")
        #expect(!waiting.isRefused(goAways))
    }
}
#endif
