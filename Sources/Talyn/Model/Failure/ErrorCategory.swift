/// The kind of a failure, the same over every transport and stub.
///
/// New categories may be added, so switch with a `default`.
public struct ErrorCategory: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in logs and metrics.
    public let rawValue: String

    /// Makes a category by name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
    /// The device has no network, or may not use it.
    public static let offline = ErrorCategory(rawValue: "offline")
    /// An established connection was lost.
    public static let connectionLost = ErrorCategory(rawValue: "connectionLost")
    /// A timeout or the deadline was exceeded.
    public static let timeout = ErrorCategory(rawValue: "timeout")
    /// The host name could not be resolved.
    public static let dns = ErrorCategory(rawValue: "dns")
    /// The host refused the connection.
    public static let connect = ErrorCategory(rawValue: "connect")
    /// The TLS handshake or a certificate failed.
    public static let tls = ErrorCategory(rawValue: "tls")
    /// The Swift task was cancelled.
    public static let cancelled = ErrorCategory(rawValue: "cancelled")
    /// A redirect could not be followed.
    public static let redirect = ErrorCategory(rawValue: "redirect")
    /// The response is not HTTP, or cannot be decompressed. One that is cut short is a ``connectionLost``.
    public static let badResponse = ErrorCategory(rawValue: "badResponse")
    /// The server requires credentials.
    public static let authentication = ErrorCategory(rawValue: "authentication")
    /// A file on this device could not be read or written.
    public static let file = ErrorCategory(rawValue: "file")
    /// The transport cancelled the transfer without cancellation of the task.
    public static let aborted = ErrorCategory(rawValue: "aborted")
    /// The status code was not accepted.
    public static let status = ErrorCategory(rawValue: "status")
    /// The status code was accepted, but the body reports a failure or has an unexpected content type.
    public static let rejected = ErrorCategory(rawValue: "rejected")
    /// A required body is missing.
    public static let empty = ErrorCategory(rawValue: "empty")
    /// The body does not decode as the requested type.
    public static let decoding = ErrorCategory(rawValue: "decoding")
    /// The request could not be made; nothing was sent.
    public static let invalidRequest = ErrorCategory(rawValue: "invalidRequest")
    /// A plugin threw an error of its own.
    public static let plugin = ErrorCategory(rawValue: "plugin")
    /// A stub transport has no answer for the request.
    public static let unstubbed = ErrorCategory(rawValue: "unstubbed")
    /// A body is larger than its limit.
    public static let tooLarge = ErrorCategory(rawValue: "tooLarge")
    /// Anything else.
    public static let other = ErrorCategory(rawValue: "other")
}
