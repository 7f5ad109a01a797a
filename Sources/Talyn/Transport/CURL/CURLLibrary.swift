#if os(Linux)
internal import CTalynCURL

/// The libcurl of the process, which FoundationNetworking is linked to.
enum CURLLibrary {
    /// The version as 0xXXYYZZ; 0 without libcurl.
    static let version = talyn_curl_load()

    /// Whether it can be used.
    static let isAvailable = !CURLGuard.refusal.isNeeded

    /// Whether the program is in `exit`, which cleans up OpenSSL: no call would end.
    static var isEnding: Bool { talyn_curl_is_ending() != 0 }

    /// The name and version, such as `libcurl/7.88.1`; empty without libcurl.
    static let name = isAvailable ? talyn_curl_version().map { "libcurl/\(String(cString: $0))" } ?? "" : ""

    /// Takes OpenSSL's errors in this thread, and returns its words for the last one, such as "key values mismatch";
    /// nil without one.
    static func takeTLSReason() -> String? { isAvailable ? talyn_curl_tls_reason().map { String(cString: $0) } : nil }

    /// Returns libcurl's text of a code.
    static func text(of code: Int32) -> String {
        guard isAvailable, let text = talyn_curl_error_text(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

/// A precaution against a fault of some versions of libcurl. Every difference by version stands in this table.
enum CURLGuard: CaseIterable {
    /// The library is not used.
    case refusal
    /// HTTP/2 is not used.
    case onlyHTTP11
    /// A request that may not be sent twice opens a connection.
    case newConnections
    /// A handle is used for one transfer.
    case newHandles
    /// A request that libcurl sends again without a text of an error may have been processed.
    case distrustedResends
    /// Chunks are refused after `Transfer-Encoding: identity`.
    case noIdentityBesideChunks

    /// The first version over which HTTP/2 is spoken: libcurl 8.5.
    private static let http2Floor: UInt32 = 0x08_05_00

    /// The reason why HTTP/2 is not spoken; nil if it is.
    static let http2Refusal =
        onlyHTTP11.isNeeded ? "HTTP/2 needs libcurl 8.5 or later, and this process has \(CURLLibrary.name)" : nil

    /// The versions that need it, as 0xXXYYZZ: from the first one with the fault to the first one without.
    var versions: Range<UInt32> {
        switch self {
        // A kept connection that the server has closed is not noticed within a second of its last use, and fails an
        // upload (728f8d3bdc). 0 is no libcurl.
        case .refusal: 0..<0x07_49_00
        // Over HTTP/2, a body without a length is taken for complete when libcurl ends the connection for an error, a
        // head above 16 KB is never delivered (7.88), and an upload drops bytes of other streams (before 8.1).
        case .onlyHTTP11: 0x07_49_00..<Self.http2Floor
        // There is no callback before a request is sent (CURLOPT_PREREQFUNCTION, a517378de5), so that nothing keeps
        // libcurl from sending a POST again over another connection than a kept one that was lost.
        case .newConnections: 0x07_49_00..<0x07_50_00
        // If the first field line of a head begins with a blank, libcurl appends it to the last field of the handle's
        // previous transfer, which is freed memory (cd1c611b24).
        case .newHandles: 0x07_54_00..<0x08_01_00
        // Over HTTP/2, there is no text for a connection that was closed in order.
        case .distrustedResends: Self.http2Floor..<0x08_07_00
        // With `identity, chunked` the chunks are taken for the body (https://github.com/curl/curl/issues/16956).
        case .noIdentityBesideChunks: 0x08_05_00..<0x08_0E_00
        }
    }

    /// Whether the libcurl of the process needs it.
    var isNeeded: Bool { versions.contains(CURLLibrary.version) }
}

/// Options of an easy handle (curl/curl.h). The kind of value is in the thousands: numbers, pointers, 64-bit numbers.
/// Those of callbacks are in CTalynCURL.
enum CURLOption: Int32 {
    case sslVersion = 32
    case verbose = 41
    case noProgress = 43
    case noBody = 44
    case upload = 46
    case post = 47
    case freshConnect = 74
    case forbidReuse = 75
    case httpGet = 80
    case httpVersion = 84
    case noSignal = 99
    case connectTimeout = 156
    case protocols = 181
    case tcpKeepAlive = 213
    case pathAsIs = 234
    case proxySSLVersion = 250
    case suppressConnectHeaders = 265
    case quickExit = 322

    case url = 10_002
    case proxy = 10_004
    case proxyCredentials = 10_006
    case errorBuffer = 10_010
    case headers = 10_023
    case certificate = 10_025
    case keyPassword = 10_026
    case customMethod = 10_036
    case networkInterface = 10_062
    case authorities = 10_065
    case certificateType = 10_086
    case key = 10_087
    case authorityFolder = 10_097
    case copiedBody = 10_165
    case noProxy = 10_177
    case pinnedKeys = 10_230
    case unixSocket = 10_231
    case proxyAuthorities = 10_246
    case proxyAuthorityFolder = 10_247

    case bodyLength = 30_115
    case copiedBodyLength = 30_120
}

/// Facts about a transfer that has ended (curl/curl.h).
enum CURLInfo: Int32 {
    case remoteAddress = 0x10_0020

    case headerSize = 0x20_000B
    case requestSize = 0x20_000C
    case verifyResult = 0x20_000D
    case newConnections = 0x20_001A
    case remotePort = 0x20_0028
    case httpVersion = 0x20_002E

    case uploadSize = 0x60_0007
    case downloadSize = 0x60_0008
    case totalTime = 0x60_0032
    case nameLookupTime = 0x60_0033
    case connectTime = 0x60_0034
    case startTransferTime = 0x60_0036
    case tlsTime = 0x60_0038
}

/// Codes of a transfer's end that are treated in a special way; all others are in ``URLError/table``.
enum CURLCode {
    /// `CURLE_OK`.
    static let ok: Int32 = 0
    /// `CURLE_UNSUPPORTED_PROTOCOL`: a response in no version of HTTP that was asked for.
    static let unsupportedProtocol: Int32 = 1
    /// `CURLE_HTTP2`.
    static let http2: Int32 = 16
    /// `CURLE_SEND_ERROR`.
    static let sendError: Int32 = 55
    /// CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT.
    static let ofConnecting: Set<Int32> = [7, 28]
    /// CURLE_HTTP2, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR.
    static let ofLostConnections: Set<Int32> = [16, 18, 52, 55, 56]
}

/// Results of the callbacks for bytes, besides a number of bytes.
enum CURLCallback {
    /// `CURL_WRITEFUNC_PAUSE` and `CURL_READFUNC_PAUSE`.
    static let pause = 0x1000_0001
    /// `CURL_READFUNC_ABORT`.
    static let abort = 0x1000_0000
    /// `CURL_WRITEFUNC_ERROR`: as `size_t`, more than any number of bytes.
    static let failure = -1
}

/// The events of a socket that libcurl wants to know, as bits.
enum CURLPoll {
    /// `CURL_POLL_IN`.
    static let incoming: CInt = 1
    /// `CURL_POLL_OUT`.
    static let outgoing: CInt = 2
    /// `CURL_POLL_INOUT`.
    static let both: CInt = 3
    /// `CURL_POLL_REMOVE`.
    static let remove: CInt = 4
}
#endif
