/// A case bound to the type of its answer. Callers need not repeat the type and cannot mistake it.
///
/// Declare it beside the enum, one line for each endpoint:
/// ```swift
/// extension Call where Target == GitHub, Value == User {
///     static func user(_ login: String) -> Self { Self(.user(login)) }
/// }
/// let user = try await github.call(.user("octocat"))          // a User
/// ```
/// `Value` may be anything Decodable, `String` (text), `Data` (bytes), `Void`, or an Optional (nil when the body is empty).
public struct Call<Target: TargetType, Value: Sendable>: Sendable {
    /// The case.
    public let target: Target

    /// Makes the value from the response.
    let decode: @Sendable (Response) throws(RequestError) -> Value

    /// A case that answers with a decodable value.
    public init(_ target: Target) where Value: Decodable {
        self.target = target
        decode = { response throws(RequestError) in try response.decode(Value.self) }
    }

    /// A case whose answer has no value.
    public init(_ target: Target) where Value == Void {
        self.target = target
        decode = { _ throws(RequestError) in () }
    }

    /// A case whose answer is the payload of an envelope, such as `{"code": 200, "data": …}`.
    ///
    /// An envelope that says no fails the call as ``RequestError/Kind-swift.enum/rejected(_:)``.
    public init<Wrapping: Envelope>(_ target: Target, in envelope: Wrapping.Type) where Wrapping.Payload == Value {
        self.target = target
        decode = { response throws(RequestError) in try response.open(envelope) }
    }
}

extension Call: RedactedStringConvertible {
    /// Operation and value type; values are never shown.
    public var description: String { "Call(\(target.operation) → \(Value.self))" }

    /// Shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": target.operation], displayStyle: .struct) }
}
