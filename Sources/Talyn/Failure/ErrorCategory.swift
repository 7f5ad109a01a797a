/// The kind of a failure, the same over every transport and stub.
///
/// Open: new categories may come, so switch with a `default`.
public struct ErrorCategory: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name, as logs and metrics write it.
    public let rawValue: String

    /// A category by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The device has no network, or may not use it.
    public static let offline = ErrorCategory(rawValue: "offline")
    /// A connection that stood was lost.
    public static let connectionLost = ErrorCategory(rawValue: "connectionLost")
    /// Nothing came in time.
    public static let timeout = ErrorCategory(rawValue: "timeout")
    /// The host's name could not be resolved.
    public static let dns = ErrorCategory(rawValue: "dns")
    /// The host is known and takes no connection.
    public static let connect = ErrorCategory(rawValue: "connect")
    /// TLS: the handshake or a certificate.
    public static let tls = ErrorCategory(rawValue: "tls")
    /// The Swift task was cancelled, and nothing else.
    public static let cancelled = ErrorCategory(rawValue: "cancelled")
    /// Redirects that cannot be followed.
    public static let redirect = ErrorCategory(rawValue: "redirect")
    /// The server's answer is not HTTP, is cut short, or cannot be decompressed.
    public static let badResponse = ErrorCategory(rawValue: "badResponse")
    /// The server wants credentials that it did not get.
    public static let authentication = ErrorCategory(rawValue: "authentication")
    /// A file on this device could not be read or written.
    public static let file = ErrorCategory(rawValue: "file")
    /// The transport ended the transfer for a reason of its own, without the task being cancelled.
    public static let aborted = ErrorCategory(rawValue: "aborted")
    /// The status code is not one of those that count as an answer.
    public static let status = ErrorCategory(rawValue: "status")
    /// The status is fine and the body says no, or is of a type that was not asked for.
    public static let rejected = ErrorCategory(rawValue: "rejected")
    /// There is no body where one is needed.
    public static let empty = ErrorCategory(rawValue: "empty")
    /// The body is not what was asked for.
    public static let decoding = ErrorCategory(rawValue: "decoding")
    /// The request could not be built; nothing was sent.
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
