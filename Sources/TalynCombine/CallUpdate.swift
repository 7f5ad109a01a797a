#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Talyn

/// An element of a call with progress: any number of reports, then the value.
public enum CallUpdate<Value: Sendable>: Sendable {
    /// The progress of the transfer.
    case progress(TransferProgress)
    /// The value of the call. It is the last element.
    case value(Value)
}

extension Provider {
    /// Returns a publisher of the progress of a call, and then of its response.
    ///
    /// ```swift
    /// github.progressPublisher(.zen)
    ///     .sink(receiveCompletion: { end($0) }) { update in
    ///         switch update {
    ///         case .progress(let progress): show(progress.fraction)
    ///         case .value(let response): show(response.data.count)
    ///         }
    ///     }
    ///     .store(in: &cancellables)
    /// ```
    /// Each element needs demand. A subscriber that is slow or requests little, or a busy queue, gets the latest report
    /// only, and always the value; a failure drops a report that waits.
    public func progressPublisher(
        _ target: Target, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> AnyPublisher<CallUpdate<Response>, Target.Failure> {
        progressPublisher(
            of: Call(target, as: Response.self), on: queue, fileID: fileID, function: function, line: line)
    }

    /// Returns a publisher of the progress of a bound call, such as a download, and then of its value.
    public func progressPublisher<Value>(
        of call: Call<Target, Value>, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> AnyPublisher<CallUpdate<Value>, Target.Failure> {
        CallPublisher(on: queue) { [self] progress in
            await result(of: call, progress: progress, fileID: fileID, function: function, line: line)
        }.eraseToAnyPublisher()
    }
}
#endif
