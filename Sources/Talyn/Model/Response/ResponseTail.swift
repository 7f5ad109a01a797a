/// The part of a response that is known at the end of its body.
struct ResponseTail: Sendable {
    /// The fields behind the body (RFC 9110 §6.5).
    var trailers = HTTPHeaders()
    /// Whether the body ends before its end: that of a redirect, of which only the beginning is read.
    var isCut = false
    /// The times of the transfer; nil if the transport does not measure them.
    var metrics: TransferMetrics?

    /// The tail of every response without a transfer.
    static let virtual = Locked(ResponseTail(metrics: .virtual))
}
