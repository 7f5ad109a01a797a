#if os(Linux)
extension TransferMetrics {
    /// Reads the times and sizes of a transfer that has ended.
    init(_ handle: CURLHandle) {
        let microseconds = { (fact: CURLInfo) in Duration.microseconds(handle.offset(fact)) }
        let isReused = handle.number(.newConnections) == 0
        let (lookup, connect) = (microseconds(.nameLookupTime), microseconds(.connectTime))
        let (tls, firstByte) = (microseconds(.tlsTime), microseconds(.startTransferTime))
        self.init(
            nameLookup: isReused || lookup == .zero ? nil : lookup,
            connect: isReused || connect == .zero ? nil : connect - lookup,
            tls: isReused || tls == .zero ? nil : tls - connect, firstByte: firstByte == .zero ? nil : firstByte,
            total: microseconds(.totalTime),
            bytesSent: handle.offset(.uploadSize) + Int64(handle.number(.requestSize)),
            bytesReceived: handle.offset(.downloadSize) + Int64(handle.number(.headerSize)),
            isConnectionReused: isReused, httpVersion: Self.version(handle.number(.httpVersion)),
            remoteAddress: handle.remoteAddress)
    }

    /// Returns the name of a `CURL_HTTP_VERSION`.
    private static func version(_ number: Int) -> String? {
        switch number {
        case 1: "1.0"
        case 2: "1.1"
        case 3: "2"
        case 30: "3"
        default: nil
        }
    }
}
#endif
