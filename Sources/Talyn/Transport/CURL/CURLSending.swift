#if os(Linux)
/// One sending of a request: its connection, and its stream over HTTP/2, as libcurl's log reports them.
///
/// libcurl's own resending does not replace the log's GOAWAYs while HTTP/2 is spoken over libcurl 8.5. `.ci/long-load
/// --posts N`, with 50,000 to 200,000 POSTs beside reloads of nginx 1.22, counted POSTs lost per thousand: with the log
/// none, by the curl command none over 8.5.0 and 0.015 over 8.21.0. Without the GOAWAYs, but with `CURLOPT_PIPEWAIT`:
///
/// - 8.21.0 lost 0.015, and 0.18 without that option.
/// - 8.5.0 lost 55. Without ``CURLGuard/distrustedResends`` it lost 0.02, but with `--kills` 2 of 30,000 POSTs were
///   processed twice. The curl command had 21 of them processed twice.
struct CURLSending {
    private(set) var connection: CURLConnection?
    /// The number of the stream; nil before it is opened, and for a number that is none.
    private var stream: Int?
    /// Whether the transfer is attached to the connection. One that is not may log frames of other connections, because
    /// libcurl reads from idle ones to find out whether they are alive.
    private var isAttached = false

    /// Whether it went over HTTP/2.
    private(set) var hasStream = false
    /// Whether its head was sent, according to the log.
    var hasHead = false
    /// Whether libcurl has taken the last byte of the request's body.
    var hasTakenAll = false

    /// Whether the error buffer already held a text; libcurl keeps the first one.
    private var hasOldText = false
    /// Whether the error buffer had a text when the connection was lost. From 8.19 on libcurl clears it with the next
    /// connection.
    private var hadTextAtLoss = false

    init() {}

    /// Begins a sending. `isAttached` is true without a log, because no line then reports the stream; the log may
    /// start later.
    ///
    /// The transfer may then be detached without a line about it, and log the GOAWAY of a connection that is not its
    /// own any more. That resends no request that may not be sent twice:
    ///
    /// - while the log is off, only idempotent requests are on the connection;
    /// - once the connection is lost, libcurl puts no request on it.
    init(over connection: CURLConnection, isAttached: Bool = false, hasOldText: Bool = false) {
        self.connection = connection
        self.isAttached = isAttached
        self.hasOldText = hasOldText
    }

    /// Records that the connection was lost, with libcurl's text of a failure.
    mutating func lose(_ text: String) {
        if !text.isEmpty { hadTextAtLoss = true }
    }

    /// Returns whether the server may have processed a request that libcurl would send again. Over HTTP/2 the error
    /// buffer has a text for a lost connection, and none for a stream that the server refused by RST_STREAM (RFC 9113
    /// §8.7). Over HTTP/1.1 it may as soon as bytes were sent, which only the log reports.
    func mayBeProcessed(_ text: String, _ goAways: CURLGoAways, isLogged: Bool) -> Bool {
        guard hasStream else { return hasHead || connection != nil && !isLogged }
        let isLost = hadTextAtLoss || !text.isEmpty || CURLGuard.distrustedResends.isNeeded
        return isLost && !isRefused(goAways)
    }

    /// Returns whether libcurl failed with a code and a text because a server was closing connections, after `sent`
    /// bytes of the request's body:
    ///
    /// - CURLE_HTTP2 without a text;
    /// - CURLE_SEND_ERROR before the body, or after five lost connections, which before 8.17 libcurl counts over the
    ///   life of a handle; from 8.20 on also for a stream whose connection was reset before the response.
    func isGivenUp(_ code: Int32, _ text: String, sent: Int64, isMultiplexed: Bool) -> Bool {
        switch code {
        case CURLCode.http2: text.isEmpty || hasOldText
        case CURLCode.sendError:
            sent == 0 || hasOldText || text.hasPrefix(bytes: "Connection died, tried")
                || isMultiplexed && text.hasPrefix(bytes: "Recv failure")
        default: false
        }
    }

    /// Returns whether the server has declared by a GOAWAY that it does not process the request.
    ///
    /// The connections of a Unix socket have no ports to distinguish them by: false over one.
    func isRefused(_ goAways: CURLGoAways) -> Bool {
        guard let connection, connection.localPort > 0, let stream, let last = goAways.lastStream(of: connection) else {
            return false
        }
        return stream > last
    }

    /// Reads a line of libcurl's log about the transfer. Lines may contain secrets: only numbers are kept.
    mutating func read(log line: UnsafeBufferPointer<UInt8>, _ goAways: CURLGoAways) {
        // One comparison for most lines.
        guard let first = line.first, "[rCI".utf8.contains(first), let connection else { return }
        if let (stream, rest) = line.number(behind: "[HTTP/2] ["), rest.hasPrefix(bytes: "] OPENED stream") {
            // Later lines of this form have the fields of the request.
            open(stream, connection, goAways)
        } else if let (_, rest) = line.number(behind: "received GOAWAY, error=") {
            let rest = UnsafeBufferPointer(rebasing: rest)
            guard isAttached, let last = rest.number(behind: ", last_stream=")?.number else { return }
            goAways.close(connection, after: last)
        } else if line.hasPrefix(bytes: "Connection died, retrying") || line.hasPrefix(bytes: "Issue another request") {
            isAttached = false
        }
    }

    private mutating func open(_ stream: Int?, _ connection: CURLConnection, _ goAways: CURLGoAways) {
        (self.stream, hasStream, isAttached) = (stream, true, true)
        if stream == 1 { goAways.didOpen(connection) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the decimal number behind a prefix, nil without digits, and the bytes behind it; nil without the prefix.
    fileprivate func number(behind prefix: String) -> (number: Int?, rest: Slice<Self>)? {
        guard hasPrefix(bytes: prefix) else { return nil }
        let digits = dropFirst(prefix.utf8.count).prefix { $0.isDigit }
        return (Int(String(decoding: digits, as: UTF8.self)), self[digits.endIndex...])
    }
}

/// A connection, as its two ends. A port may be used again, by a connection whose streams begin anew.
struct CURLConnection: Equatable {
    let local: String
    let localPort: CInt
    let remote: String
    let remotePort: CInt
}

/// The HTTP/2 connections that their servers are closing, and the last stream that each server will process. Requests
/// in later streams were not processed, so that they may be sent again (GOAWAY, RFC 9113 §6.8).
///
/// Only libcurl's log has them.
final class CURLGoAways {
    /// The number of connections above which all are forgotten.
    private static let limit = 1_000

    private var closing: [(connection: CURLConnection, lastStream: Int)] = []

    /// Records a GOAWAY frame. A second one may only lower the number.
    func close(_ connection: CURLConnection, after stream: Int) {
        if closing.count >= Self.limit { closing = [] }
        let stream = min(stream, lastStream(of: connection) ?? stream)
        didOpen(connection)
        closing.append((connection, stream))
    }

    func didOpen(_ connection: CURLConnection) { closing.removeAll { $0.connection == connection } }

    func lastStream(of connection: CURLConnection) -> Int? {
        closing.first { $0.connection == connection }?.lastStream
    }
}
#endif
