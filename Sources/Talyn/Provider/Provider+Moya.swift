extension Provider {
    /// Not available: calls are async.
    @available(
        *, unavailable,
        message:
            "write 'try await provider.request(target)', or 'await provider.result(target)' for a Result; outside of async code in a Task { }"
    )
    @discardableResult
    public func request(
        _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ((TransferProgress) -> Void)? = nil,
        completion: @escaping (Result<Response, Target.Failure>) -> Void
    ) -> Task<Void, Never> {
        Task {}
    }
}
