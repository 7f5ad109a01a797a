extension CallContext {
    /// Returns the pipeline's error for one thrown by a plugin, or without a plugin by the transport or a step.
    ///
    /// Every error of a call passes here before a plugin or the caller receives it. It gets the timeline so far, and an
    /// endpoint and attempt unless it has them.
    @inline(never)
    func failure(_ error: any Error, of plugin: (any Plugin)? = nil, at endpoint: Endpoint? = nil) -> RequestError {
        RequestError(thrown: error, by: plugin?.name, in: id).at(endpoint ?? resolved, self)
    }

    /// Returns the error that the call ends with. It is cancelled if and only if the task was cancelled.
    func ending(_ error: RequestError) -> RequestError {
        if Task.isCancelled { return failure(error.becoming(.cancelled)) }
        guard case .cancelled = error.kind else { return failure(error) }
        let text = "a plugin or transport gave up, and the task was not cancelled"
        return failure(error.becoming(.transport(URLError(.cancelled, text: text))))
    }
}
