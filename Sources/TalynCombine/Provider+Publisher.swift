//
// Compiles to nothing where Combine is missing. Tests/Fronts compiles the same files with OpenCombine: a flag says so,
// because `canImport(OpenCombine)` depends on the order of the build where nothing declares the dependency.

#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Talyn

// The ways to make a call, each as a publisher. `publisher(_:)` states the rules that all of them keep.
extension Provider {
    /// Returns a publisher of the response of a case: one response, or the target's failure.
    ///
    /// ```swift
    /// github.publisher(.zen)
    ///     .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.statusCode) })
    ///     .store(in: &cancellables)
    /// ```
    /// Nothing is sent before a subscription. Each subscription is a call of its own, which starts with it, whatever
    /// the demand; `share()` makes it one for all. A value waits until it is requested, a failure does not. Cancelling
    /// the subscription cancels the transfer. Nothing arrives after a cancellation on the queue, such as by code of the
    /// main actor; after one on another thread, only what is being delivered at that moment. Releasing the provider
    /// cancels nothing.
    ///
    /// Values and completions arrive on `queue`, by default the main queue, one at a time, and never within
    /// `subscribe`, `request` or `cancel`. Decoding is done before, on a thread of the pool.
    public func publisher(
        _ target: Target, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> AnyPublisher<Response, Target.Failure> {
        publisher(
            of: Call(target, as: Response.self), on: queue, fileID: fileID, function: function, line: line)
    }

    /// Returns a publisher of the value of a bound call: decoded, the payload of an envelope, nothing, or a download.
    ///
    /// ```swift
    /// github.publisher(of: Call(.user("octocat"), as: User.self))
    ///     .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
    ///     .store(in: &cancellables)
    /// ```
    public func publisher<Value>(
        of call: Call<Target, Value>, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> AnyPublisher<Value, Target.Failure> {
        CallPublisher(on: queue) { [self] in
            await result(of: call, fileID: fileID, function: function, line: line)
        }.eraseToAnyPublisher()
    }
}
#endif
