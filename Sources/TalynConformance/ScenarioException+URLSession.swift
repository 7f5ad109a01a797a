extension [TransportScenario.Exception] {
    #if canImport(FoundationNetworking)
    /// The exceptions of URLSession in swift-corelibs-foundation 6.3.1 with libcurl 7.88.1.
    ///
    /// Pass them to ``TransportScenario/check(over:except:patience:)``: two of the scenarios end the process.
    public static var urlSession: [TransportScenario.Exception] {
        [
            // NativeProtocol.swift:240: Fatal error: Transfer completed, but there's no response.
            .skipped(
                "trailers behind the chunks are no part of the body",
                because: "URLSession traps: it reads trailers as the beginning of another head"),
            .skipped(
                "a connection that is closed within the head is lost",
                because: "URLSession traps when a server closes a connection in the middle of a head"),

            // URLSession tells no delegate of a redirect that it cannot turn into a request: the body is lost.
            .differs("a redirect without a Location is an answer", because: "URLSession drops the body"),
            .differs("a malformed Location fails the call", because: "URLSession drops the body; the error is right"),
        ]
    }
    #else
    /// The exceptions of URLSession: none is known on this platform. A scenario that it fails belongs here by its name.
    ///
    /// Pass them to ``TransportScenario/check(over:except:patience:)``: on Linux two scenarios end the process.
    public static var urlSession: [TransportScenario.Exception] { [] }
    #endif
}
