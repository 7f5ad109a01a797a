/// The transport of a task, which replaces every provider's own: stubs or a cassette of a test.
///
/// It is task-local, so a callback from another thread is outside of it. A front that makes calls there, such as a
/// publisher, captures the override when it is made, and starts the task of each call in ``run(_:)``.
public struct TransportOverride: Sendable {
    /// Nil for the transports of the providers.
    @TaskLocal package static var current: (any TransportReplacement)?

    /// The number of the test's transport; nil without one. Only calls with this number get what was kept for later
    /// calls, such as a cached response: parallel tests of one provider share nothing.
    package static var number: UInt64? { current?.number }

    private let captured: (any TransportReplacement)?

    /// Captures the override of the current task.
    public init() { captured = Self.current }

    /// Runs an operation in the captured override, or in the caller's if there was none. A `Task { }` that the
    /// operation starts inherits it.
    public func run<Output>(_ operation: () throws -> Output) rethrows -> Output {
        guard let captured else { return try operation() }
        return try Self.$current.withValue(captured, operation: operation)
    }
}

/// A transport that replaces the transports of the providers.
package protocol TransportReplacement: Sendable {
    /// A number that no other replacement has, in this process or another.
    var number: UInt64 { get }

    /// Returns the transport to send by, for a provider with `own`.
    func replacing(_ own: any Transport) -> any Transport
}
