#if os(Linux)
/// The HTTP/2 connections that their servers are closing, and the last stream that each server will process. Requests
/// in later streams were not processed, so that they may be sent again (GOAWAY, RFC 9113 §6.8).
///
/// libcurl tells them in its log only, from 7.88 on. Without them no request counts as refused.
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
    func close(_ connection: Connection, after stream: Int) {
        if lastStreams.count >= Self.limit { lastStreams = [:] }
        lastStreams[connection] = min(stream, lastStreams[connection] ?? stream)
    }

    func didOpen(_ connection: Connection) { lastStreams[connection] = nil }

    func lastStream(of connection: Connection) -> Int? { lastStreams[connection] }
}
#endif
