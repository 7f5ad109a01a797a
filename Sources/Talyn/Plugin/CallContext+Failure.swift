extension CallContext {
    /// The pipeline's error for what a plugin threw, or without a plugin what the transport or a step threw.
    ///
    /// Every error of a call passes here before a plugin or the caller receives it: here it gets its endpoint, its place in
    /// the call and the timeline so far. An endpoint and an attempt that it has already stay.
    func failure(_ error: any Error, of plugin: (any Plugin)? = nil, at endpoint: Endpoint? = nil) -> RequestError {
        RequestError(thrown: error, by: plugin?.name, in: id).at(endpoint ?? resolved, self)
    }

    /// The error that the call ends with. It is cancelled when the task was cancelled, and only then.
    func ending(_ error: RequestError) -> RequestError {
        if Task.isCancelled { return failure(error.becoming(.cancelled)) }
        guard case .cancelled = error.kind else { return failure(error) }
        let text = "a plugin or transport gave up, and the task was not cancelled"
        return failure(error.becoming(.transport(URLError(.cancelled, text: text))))
    }
}
