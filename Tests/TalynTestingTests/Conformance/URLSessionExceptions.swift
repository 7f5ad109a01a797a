import Talyn
import TalynTesting

/// What URLSession cannot live up to, and why.
enum URLSessionExceptions {
    #if canImport(FoundationNetworking)
    // swift-corelibs-foundation 6.3.1 with libcurl 7.88.1.
    static let all = traps + faults + transport

    /// `NativeProtocol.swift:240: Fatal error: Transfer completed, but there's no response.`
    private static let traps: [Scenario.Exception] = [
        .skipped(
            "trailers behind the chunks are no part of the body",
            because: "URLSession traps: it reads trailers as the beginning of another head"),
        .skipped(
            "a connection that is closed within the head is lost",
            because: "URLSession traps when a connection ends in the middle of a head"),
        .skipped(
            "a head that stops in the middle times out",
            because: "URLSession traps, mostly, when a transfer is stopped in the middle of a head"),
        .skipped(
            "a call may be cancelled in the middle of the head",
            because: "URLSession traps, mostly, when a transfer is stopped in the middle of a head"),
    ]

    private static let faults: [Scenario.Exception] = [
        .differs(
            "each Set-Cookie stands by itself",
            because: "URLSession joins them with a comma, and they cannot be taken apart again"),
        .differs(
            "two Content-Lengths that disagree fail the call (RFC 9112 §6.3)",
            because: "libcurl goes by the last one: 200 and 3 of 5 bytes"),
        .differs(
            "a redirect without a Location is an answer",
            because: "URLSession hands its head on, not its body"),
        .differs(
            "an empty Location fails the call", because: "URLSession hands the head on, not the body; the rest is right"
        ),
        .differs(
            "a malformed Location fails the call",
            because: "URLSession hands the head on, not the body; the rest is right"),
    ]

    /// What URLSessionTransport could mend.
    private static let transport: [Scenario.Exception] = [
        .differs(
            "fields keep their values whatever the case of their names",
            because: "white space behind a value is kept (RFC 9110 §5.5 has it removed)"),
        .differs(
            "chunks without an end fail the call",
            because: "\"transfer closed with outstanding read data remaining\" is not known to mean -1005"),
        .differs(
            "a chunk that is cut short fails the call",
            because: "\"transfer closed with outstanding read data remaining\" is not known to mean -1005"),
        .differs("a header of 10 MB fails the call", because: "\"Out of memory\" is not known to mean -1103"),
    ]
    #else
    static let all: [Scenario.Exception] = []
    #endif
}
