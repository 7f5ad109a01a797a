/// The transport of the current task, which takes the place of every provider's own.
package enum StubScope {
    @TaskLocal package static var transport: (any Transport)?
}

/// Runs an operation in which every provider answers from `stubs`, without any of them being injected.
///
/// For code with a static provider, in parallel tests:
/// ```swift
/// let pong = try await withStubs(stubs) { try await Status.ping.request(as: String.self) }
/// ```
/// Task-local: it reaches child tasks and `Task { }`, not `Task.detached`, nor callbacks from elsewhere.
public func withStubs<Output>(
    _ stubs: StubTransport, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Output
) async rethrows -> Output {
    try await StubScope.$transport.withValue(stubs, operation: operation, isolation: isolation)
}

extension StubTransport {
    /// The stubs of ``withStubs(_:isolation:operation:)``, for code within it; nil outside.
    public static var current: StubTransport? { StubScope.transport as? StubTransport }
}
