#if os(Linux)
/// The HTTP/2 connections that their servers are closing, and the last stream that each server will process. Requests
/// in later streams were not processed, so that they may be sent again (GOAWAY, RFC 9113 §6.8).
///
/// libcurl tells the numbers of streams in its log only, from 7.88 on. Without them no request counts as refused.
final class CURLGoAways {
    /// A connection, as its two ends. A port may be used again, by a connection whose streams begin anew.
    struct Connection: Hashable {
        let local: String
        let localPort: CInt
        let remote: String
        let remotePort: CInt
    }

    /// The number of connections above which all are forgotten.
    private static let limit = 1_000

    private var lastStreams: [Connection: Int] = [:]

    /// Records a GOAWAY frame. A second one may only lower the number.
    fileprivate func close(_ connection: Connection, after stream: Int) {
        if lastStreams.count >= Self.limit { lastStreams = [:] }
        lastStreams[connection] = min(stream, lastStreams[connection] ?? stream)
    }

    fileprivate func didOpen(_ connection: Connection) { lastStreams[connection] = nil }

    fileprivate func lastStream(of connection: Connection) -> Int? { lastStreams[connection] }
}

/// The latest sending of a request: its connection, and over HTTP/2 its stream.
struct CURLAttempt {
    private var connection: CURLGoAways.Connection?
    private var stream: Int?
    /// Whether the transfer still belongs to the connection. One without reads the frames of others, to find out
    /// whether they are alive.
    private var isAttached = false

    /// Whether it was sent in a stream of HTTP/2.
    var hasStream: Bool { stream != nil }

    /// Begins another sending.
    mutating func begin(over connection: CURLGoAways.Connection) {
        self = CURLAttempt()
        self.connection = connection
    }

    /// Returns whether the server has not processed the request, and will not.
    func isRefused(_ goAways: CURLGoAways) -> Bool {
        guard let connection, let stream, let last = goAways.lastStream(of: connection) else { return false }
        return stream > last
    }

    /// Reads a line of libcurl's log about the transfer. Lines may contain secrets: only numbers are kept.
    mutating func read(log line: UnsafeBufferPointer<UInt8>, _ goAways: CURLGoAways) {
        // One comparison for most lines.
        guard let first = line.first, "U[rCI".utf8.contains(first), let connection else { return }
        let line = String(decoding: line, as: UTF8.self)
        // libcurl 8.3 and later write the second form.
        if let number = line.number(behind: "Using Stream ID: ")
            ?? (line.contains(bytes: "] OPENED stream") ? line.number(behind: "[HTTP/2] [") : nil)
        {
            (stream, isAttached) = (number, true)
            if number == 1 { goAways.didOpen(connection) }
        } else if line.hasPrefix(bytes: "received GOAWAY,") || line.hasPrefix(bytes: "recveived GOAWAY,") {
            guard isAttached, let last = line.number(behind: "last_stream=") else { return }
            goAways.close(connection, after: last)
        } else if line.hasPrefix(bytes: "Connection died, retrying") || line.hasPrefix(bytes: "Issue another request") {
            isAttached = false
        }
    }
}

extension String {
    /// Returns the decimal number behind a text; nil without both.
    fileprivate func number(behind text: String) -> Int? {
        guard let start = range(ofBytes: text)?.upperBound else { return nil }
        return Int(String(decoding: utf8[start...].prefix { $0.isDigit }, as: UTF8.self))
    }
}
#endif
