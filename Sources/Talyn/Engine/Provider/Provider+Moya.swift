extension Provider {
    /// Not available: calls are async.
    @available(
        *, unavailable,
        message:
            "write 'try await provider.request(target)'; outside of async code 'provider.start(target) { result in … }'"
    )
    @discardableResult
    public func request(
        _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ((TransferProgress) -> Void)? = nil,
        completion: @escaping (Result<Response, Target.Failure>) -> Void
    ) -> Task<Void, Never> {
        Task {}
    }
}
