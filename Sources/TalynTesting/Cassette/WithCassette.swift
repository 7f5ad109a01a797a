internal import Talyn

/// Runs an operation in which every provider uses a cassette, without any of them being injected; then finishes it.
///
/// Task-local: it reaches child tasks and `Task { }`, not `Task.detached`, nor callbacks from elsewhere. What the operation
/// throws is thrown, and then nothing is written. An expectation that fails throws nothing, and this cannot see it: what was
/// recorded is written all the same. The trait `.cassette(_:)` of TalynTestSupport writes nothing then.
/// - Throws: what the operation throws; else what ``Cassette/finish()`` does.
public func withCassette<Output>(
    _ cassette: Cassette, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Output
) async throws -> Output {
    let output: Output
    do {
        output = try await StubScope.$transport.withValue(cassette, operation: operation, isolation: isolation)
    } catch {
        // The error says enough.
        cassette.state.withLock { $0.finished = $0.exchanges.count }
        throw error
    }
    try cassette.finish()
    return output
}
