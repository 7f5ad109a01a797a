import Testing

@testable import Talyn

struct TransferMetricsTests {
    @Test func theTextTellsWhatWasMeasured() {
        let metrics = TransferMetrics(
            nameLookup: .milliseconds(1), connect: .milliseconds(2), tls: .milliseconds(3),
            firstByte: .milliseconds(9), total: .milliseconds(12), bytesSent: 140, bytesReceived: 1200,
            httpVersion: "1.1", remoteAddress: "127.0.0.1:80")
        #expect(
            metrics.description
                == "HTTP/1.1 to 127.0.0.1:80: lookup 1 ms, connect 2 ms, TLS 3 ms, first byte 9 ms,"
                + " 140 bytes sent, 1200 received")
    }

    @Test func aReusedConnectionIsToldFirst() {
        let metrics = TransferMetrics(firstByte: .milliseconds(9), bytesReceived: 5, isConnectionReused: true)
        #expect(metrics.description == "connection: reused, first byte 9 ms, 0 bytes sent, 5 received")
    }

    @Test func missingMetricsAreZeroOrNil() {
        let metrics = TransferMetrics()
        #expect(metrics.total == .zero && metrics.bytesSent == 0 && metrics.bytesReceived == 0)
        #expect(!metrics.isConnectionReused && metrics.httpVersion == nil && metrics.remoteAddress == nil)
        #expect(metrics.description == "no network")
    }
}
