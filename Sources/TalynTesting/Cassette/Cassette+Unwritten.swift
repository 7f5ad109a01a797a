internal import Talyn

extension Cassette {
    /// Ends the cassette as ``finish()`` does; what was recorded is not written unless `writes` says so, which is an error
    /// when there is something.
    package func finish(writes: Bool) throws(CassetteError) {
        let hasRecorded = state.withLock { state in
            state.exchanges.contains { exchange in if case .recorded = exchange { true } else { false } }
        }
        if !writes, hasRecorded { throw .unwritable(file: file.path, reason: "the test that recorded it has issues") }
        try finish()
    }
}
