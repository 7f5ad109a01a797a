/// A body that wraps its payload and may say no although the status is fine.
///
/// Servers differ in the shape, so a target's module declares its own, once:
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
/// let nickname = try await members.request(.nickname(7), in: ResponseDTO<String>.self)  // a String
/// ```
/// An envelope whose success carries no data has `typealias Payload = Void` and `var payload: Void? { () }`.
/// To refuse before plugins see the result, so that retrying and logging count it as a failure, put the envelope into the
/// target's validation: ``Validation/accepting(_:)``.
public protocol Envelope: Decodable, Sendable {
    /// The type of the payload.
    associatedtype Payload: Sendable

    /// The payload; nil when there is none, which fails the call as ``RequestError/Kind-swift.enum/empty`` unless the
    /// payload is an Optional.
    var payload: Payload? { get }

    /// The refusal; nil when the body says yes. It counts before the payload, also when that is of another shape and the
    /// envelope decodes without it: a body of at most 1 MiB that does not decode is decoded again without the part at fault,
    /// a few times at most.
    var rejection: Rejection? { get }
}

/// A refusal inside a body whose status is accepted.
public struct Rejection: Error, Sendable, Hashable {
    /// The server's code, a number as text; nil when it gave none.
    public let code: String?

    /// The server's words; nil when it gave none. Not part of any description, since a body may hold anything.
    public let message: String?

    /// A rejection.
    public init(code: String? = nil, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// A rejection with a number for a code.
    public init(code: Int, message: String? = nil) {
        self.init(code: String(code), message: message)
    }
}

extension Rejection: RedactedStringConvertible {
    /// A fixed text with the code when that looks like one, without the message.
    public var description: String {
        guard let code, code.utf8.count <= 32, code.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "the server said no"
        }
        return "the server said no, code \(code)"
    }
}
