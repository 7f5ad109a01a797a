extension [TransportScenario.Exception] {
    #if canImport(FoundationNetworking)
    private static let incomplete = "libcurl takes incomplete data for complete ones"

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

            .skipped(
                "bytes behind a response are not the answer of the next call",
                because: "URLSession takes bytes that arrive on an idle connection as the next response"),

            // URLSession tells no delegate of a redirect that it cannot turn into a request: the body is lost.
            .differs("a redirect without a Location is an answer", because: "URLSession drops the body"),
            .differs("a malformed Location fails the call", because: "URLSession drops the body; the error is right"),

            // libcurl decodes bodies, and does not tell whether the data of a coding are complete.
            .differs("a body in gzip that ends early fails the call", because: incomplete),
            .differs("a body in gzip without its checksum fails the call", because: incomplete),
            .differs("a body in chunks whose gzip ends early fails the call", because: incomplete),
            .differs("two members of gzip are one body (RFC 1952 §2.2)", because: "libcurl reads the first one only"),
            .differs("a body in an unknown coding arrives as it is", because: "libcurl refuses unknown codings"),
            .differs(
                "a redirect is followed if its body cannot be decompressed",
                because: "URLSession tells of a redirect behind its body"),
            alwaysDecoded,
        ]
    }
    #else
    /// The exceptions of URLSession on this platform. A further scenario that it fails belongs here by its name.
    ///
    /// Pass them to ``TransportScenario/check(over:except:patience:)``: on Linux two scenarios end the process.
    public static var urlSession: [TransportScenario.Exception] { [alwaysDecoded] }
    #endif

    private static var alwaysDecoded: TransportScenario.Exception {
        .differs(
            "a body that is not to be decoded arrives byte for byte",
            because: "URLSession decodes every body, so that its transport refuses the call")
    }
}
