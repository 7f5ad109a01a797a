#if !canImport(FoundationNetworking)
extension TransferMetrics {
    /// Reads the times and sizes of a task; nil if it did not reach the network.
    init?(_ metrics: URLSessionTaskMetrics) {
        // The last transaction is the exchange: redirects are not followed by the session.
        guard let exchange = metrics.transactionMetrics.last else { return nil }
        func time(_ start: Date?, _ end: Date?) -> Duration? {
            guard let start, let end else { return nil }
            return .seconds(max(0, end.timeIntervalSince(start)))
        }
        let isReused = exchange.isReusedConnection
        self.init(
            nameLookup: isReused ? nil : time(exchange.domainLookupStartDate, exchange.domainLookupEndDate),
            // The connection's end date includes TLS.
            connect: isReused
                ? nil : time(exchange.connectStartDate, exchange.secureConnectionStartDate ?? exchange.connectEndDate),
            tls: isReused ? nil : time(exchange.secureConnectionStartDate, exchange.secureConnectionEndDate),
            firstByte: time(exchange.fetchStartDate, exchange.responseStartDate),
            total: time(exchange.fetchStartDate, exchange.responseEndDate) ?? .zero,
            bytesSent: exchange.countOfRequestHeaderBytesSent + exchange.countOfRequestBodyBytesSent,
            bytesReceived: exchange.countOfResponseHeaderBytesReceived + exchange.countOfResponseBodyBytesReceived,
            isConnectionReused: isReused, httpVersion: exchange.networkProtocolName.flatMap(Self.version(named:)),
            remoteAddress: exchange.remoteAddress.map { address in
                exchange.remotePort.map { "\(address):\($0)" } ?? address
            })
    }

    /// Returns the version of HTTP of an ALPN protocol ID (RFC 7301 §6); nil for another protocol.
    private static func version(named name: String) -> String? {
        switch name {
        case "http/1.0": "1.0"
        case "http/1.1": "1.1"
        case "h2", "h2c": "2"
        case "h3": "3"
        default: nil
        }
    }
}
#endif
