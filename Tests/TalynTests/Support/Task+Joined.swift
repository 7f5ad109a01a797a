extension Task where Failure == any Error {
    /// The value. The task is cancelled with the one that waits for it, so that the time limit of a test ends both.
    var joined: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}
