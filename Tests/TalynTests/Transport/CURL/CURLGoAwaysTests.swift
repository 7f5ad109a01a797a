#if os(Linux)
import Testing

@testable import Talyn

@Suite struct CURLGoAwaysTests {
    private let goAways = CURLGoAways()

    private func connection(_ port: CInt = 1) -> CURLGoAways.Connection {
        CURLGoAways.Connection(local: "127.0.0.1", localPort: port, remote: "127.0.0.1", remotePort: 443)
    }

    /// Returns a sending over a connection, with lines of libcurl's log.
    private func attempt(port: CInt = 1, _ log: String...) -> CURLAttempt {
        var attempt = CURLAttempt()
        attempt.begin(over: connection(port))
        for line in log { read(line, &attempt) }
        return attempt
    }

    private func read(_ line: String, _ attempt: inout CURLAttempt) {
        Array((line + "\n").utf8).withUnsafeBufferPointer { attempt.read(log: $0, goAways) }
    }

    @Test(
        "A request in a later stream than the last one of a GOAWAY is refused, in the words of every libcurl",
        arguments: [
            ("Using Stream ID: 7 (easy handle 0x5581)", "recveived GOAWAY, error=0, last_stream=5"),
            ("Using Stream ID: 7 (easy handle 0x5581)", "received GOAWAY, error=0, last_stream=5"),
            ("[HTTP/2] [7] OPENED stream for https://example.com/", "received GOAWAY, error=0, last_stream=5"),
        ])
    func aLaterStreamIsRefused(opening: String, closing: String) {
        #expect(attempt(opening, closing).isRefused(goAways))
    }

    @Test(arguments: ["Using Stream ID: 5", "Using Stream ID: 3"])
    func aRequestUpToTheLastStreamMayHaveBeenProcessed(opening: String) {
        #expect(!attempt(opening, "received GOAWAY, error=0, last_stream=5").isRefused(goAways))
    }

    @Test func withoutAStreamOrAGoAwayNothingIsRefused() {
        #expect(!attempt("received GOAWAY, error=0, last_stream=0").isRefused(goAways))
        #expect(!attempt("Using Stream ID: 7").isRefused(goAways))
        #expect(!CURLAttempt().isRefused(goAways))
    }

    @Test func aGoAwayConcernsEveryRequestOfItsConnectionAndNoOther() {
        let waiting = attempt("Using Stream ID: 9")
        let elsewhere = attempt(port: 2, "Using Stream ID: 9")
        _ = attempt("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways))
        #expect(!elsewhere.isRefused(goAways))
    }

    @Test func aSecondGoAwayOnlyLowersTheLastStream() {
        let waiting = attempt("Using Stream ID: 9")
        _ = attempt("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=7")
        _ = attempt("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=2147483647")
        #expect(waiting.isRefused(goAways))
    }

    @Test func aTransferThatHasLostItsConnectionReadsTheFramesOfOthers() {
        for line in [
            "Connection died, retrying a fresh connect (retry count: 1)",
            "Issue another request to this URL: 'https://a'",
        ] {
            let waiting = attempt("Using Stream ID: 9")
            _ = attempt("Using Stream ID: 3", line, "received GOAWAY, error=0, last_stream=3")
            #expect(!waiting.isRefused(goAways))
        }
    }

    @Test func aPortThatIsUsedAgainBelongsToANewConnection() {
        _ = attempt("Using Stream ID: 3", "received GOAWAY, error=0, last_stream=0")
        #expect(!attempt("Using Stream ID: 1").isRefused(goAways))
    }

    @Test func onlyTheLogsOwnNumbersAreRead() {
        // Header lines of HTTP/2 are in the log, and may look like anything.
        for line in ["h2h3 [x-a: Using Stream ID: 99]", "[HTTP/2] [99] [x-a: b]", "Using Stream ID: ", "U", "["] {
            #expect(!attempt(line, "received GOAWAY, error=0, last_stream=0").isRefused(goAways), "\(line)")
        }
    }

    @Test func theTableIsBounded() {
        let waiting = attempt("Using Stream ID: 9", "received GOAWAY, error=0, last_stream=3")
        #expect(waiting.isRefused(goAways))
        for port in 2...1_001 {
            _ = attempt(port: CInt(port), "Using Stream ID: 3", "received GOAWAY, error=0, last_stream=3")
        }
        #expect(!waiting.isRefused(goAways))
    }
}
#endif
