/// A body that wraps its payload and may report a failure despite a successful status code.
///
/// Servers differ in the format, so an app declares its own envelope once:
/// ```swift
/// struct ResponseDTO<Payload: Decodable & Sendable>: Envelope {
///     let isSuccess: Bool
///     let code: String
///     let message: String
///     let data: Payload?
///
///     var payload: Payload? { data }
///     var rejection: Rejection? { isSuccess ? nil : Rejection(code: code, message: message) }
/// }
/// let nickname = try await members.call(Call(.nickname(7), in: ResponseDTO<String>.self))  // a String
/// ```
/// An envelope without data on success has `typealias Payload = Void` and `var payload: Void? { () }`. To reject a
/// response before plugins process it, so that retries and logs treat it as a failure, add the envelope to the target's
/// validation: ``Validation/accepting(_:)``.
public protocol Envelope: Decodable, Sendable {
    /// The type of the payload.
    associatedtype Payload: Sendable

    /// The payload. Nil fails the call as ``RequestError/Kind-swift.enum/empty``, unless the payload is an Optional.
    var payload: Payload? { get }

    /// The rejection; nil on success. It takes precedence over the payload. If the payload has another shape on
    /// failure, decode it on success only, in an `init(from:)`.
    var rejection: Rejection? { get }
}

/// A refusal inside a body whose status is accepted.
public struct Rejection: Error, Sendable, Hashable {
    /// The server's code, also a number as text; nil if there is none.
    public let code: String?
    /// The server's message; nil if there is none. No description contains it, because it may contain secrets.
    public let message: String?

    /// Makes a rejection.
    public init(code: String? = nil, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Makes a rejection with a number as its code.
    public init(code: Int, message: String? = nil) {
        self.init(code: String(code), message: message)
    }
}

extension Rejection: RedactedStringConvertible {
    /// A fixed text with the code when that looks like one, without the message.
    public var description: String {
        guard let code, code.utf8.count <= 32, PercentEncoding.AllowedBytes.visible.contains(allOf: code) else {
            return "the server rejected the request"
        }
        return "the server rejected the request, code \(code)"
    }
}
