/// A case bound to the type of its value. Declare it beside the enum, one line per endpoint:
/// ```swift
/// extension Call where Target == GitHub, Value == User {
///     static func user(_ login: String) -> Self { Self(.user(login)) }
/// }
/// let user = try await github.call(.user("octocat"))          // a User
/// ```
/// `Value` is any Decodable type, `String` (text), `Data` (bytes), `Void`, an Optional (nil if the body is empty),
/// ``Response``, or ``DownloadedFile``. A call that is made once needs no declaration:
/// `github.start(of: Call(.zen, as: String.self)) { … }`.
public struct Call<Target: TargetType, Value: Sendable>: Sendable {
    /// The case.
    public let target: Target

    /// Makes the value from the response.
    let decode: @Sendable (Response) throws(RequestError) -> Value

    /// The place of the value in the body, in words; nil for the whole body.
    package private(set) var place: String?

    /// Makes the treatment of the body; nil to take the body whole.
    let bodyHandler: (@Sendable () -> any BodyHandler)?

    /// Makes a call of any kind.
    init(
        _ target: Target, decode: @escaping @Sendable (Response) throws(RequestError) -> Value,
        bodyHandler: (@Sendable () -> any BodyHandler)?
    ) {
        self.target = target
        self.decode = decode
        self.bodyHandler = bodyHandler
    }

    /// Makes a call with a decodable value. `keyPath` is its place in the body, `"data.user"` or `"items.0"`, as in
    /// ``Response/decode(_:atKeyPath:using:)``; default: nil, the whole body.
    public init(
        _ target: Target, as type: Value.Type = Value.self, atKeyPath keyPath: String? = nil
    ) where Value: Decodable {
        self.target = target
        place = keyPath.map { _ in "at a key path of the body" }
        bodyHandler = nil
        decode = { response throws(RequestError) in try response.decode(Value.self, atKeyPath: keyPath) }
    }

    /// Makes a call whose closure turns the response into the value, whose type may depend on the status code.
    ///
    /// ```swift
    /// extension Call where Target == Orders, Value == Placed {
    ///     static func place(_ order: Order) -> Self {
    ///         Self(.place(order)) { response in
    ///             switch response.statusCode {
    ///             case 202: .queued(try response.decode(Ticket.self))
    ///             default: .placed(try response.decode(Receipt.self))
    ///             }
    ///         }
    ///     }
    /// }
    /// ```
    /// `decode` runs once a call, off the main actor, after validation and plugins. A ``RequestError`` that it throws
    /// fails the call unchanged, any other error as ``RequestError/Kind-swift.enum/decoding(_:)`` with the response.
    public init(_ target: Target, decode: @escaping @Sendable (Response) throws -> Value) {
        self.init(
            target,
            decode: { response throws(RequestError) in
                do { return try decode(response) } catch {
                    throw (error as? RequestError) ?? response.decodingError(error)
                }
            }, bodyHandler: nil)
    }

    /// Makes a call without a value.
    public init(_ target: Target, as type: Void.Type = Void.self) where Value == Void {
        self.target = target
        bodyHandler = nil
        decode = { _ throws(RequestError) in () }
    }

    /// Makes a call whose value is the response.
    public init(_ target: Target, as type: Response.Type = Response.self) where Value == Response {
        self.target = target
        bodyHandler = nil
        decode = { response throws(RequestError) in response }
    }

    /// Makes a call whose value is that of another call together with the response: its status code, headers and final
    /// URL.
    ///
    /// ```swift
    /// let (mona, head) = try await github.call(.withResponse(.user("octocat")))  // a User, and its Response
    /// ```
    public static func withResponse<Inner>(
        _ call: Call<Target, Inner>
    ) -> Call where Value == (value: Inner, response: Response) {
        Call(
            call.target, decode: { response throws(RequestError) in (try call.decode(response), response) },
            bodyHandler: call.bodyHandler)
    }

    /// Makes a call whose value is the payload of an envelope, such as `{"code": 200, "data": …}`.
    ///
    /// A rejection by the envelope fails the call as ``RequestError/Kind-swift.enum/rejected(_:)``. An Optional payload
    /// is nil without a body, and one of `Void` needs none where none can be, as in a 204.
    public init<Wrapping: Envelope>(_ target: Target, in envelope: Wrapping.Type) where Wrapping.Payload == Value {
        self.target = target
        place = "in an envelope"
        bodyHandler = nil
        decode = { response throws(RequestError) in try response.open(envelope) }
    }
}

extension Call: RedactedStringConvertible {
    /// The operation and value type; never values.
    public var description: String { "Call(\(target.operation) → \(Value.self))" }

    /// A mirror that shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": target.operation], displayStyle: .struct) }
}
