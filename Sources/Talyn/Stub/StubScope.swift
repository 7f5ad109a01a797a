/// The transport of the current task. It overrides the transport of every provider.
package enum StubScope {
    @TaskLocal package static var transport: (any Transport)?
}

/// Runs an operation in which every provider answers from `stubs`, without injection.
///
/// For code with a static provider, in parallel tests:
/// ```swift
/// let pong = try await withStubs(stubs) { try await Status.ping.request(as: String.self) }
/// ```
/// The stubs are task-local: child tasks and `Task { }` inherit them, `Task.detached` and callbacks from other threads
/// do not.
public func withStubs<Output>(
    _ stubs: StubTransport, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Output
) async rethrows -> Output {
    try await StubScope.$transport.withValue(stubs, operation: operation, isolation: isolation)
}

extension StubTransport {
    /// The stubs of the enclosing ``withStubs(_:isolation:operation:)``; nil outside of it.
    public static var current: StubTransport? { StubScope.transport as? StubTransport }
}
