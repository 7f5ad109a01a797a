#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Talyn

extension Provider {
    /// Returns a publisher of the elements that a response streams: lines, values, events or pages.
    ///
    /// ```swift
    /// github.publisher(of: .lines(.events, as: User.self))
    ///     .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
    ///     .store(in: &cancellables)
    /// ```
    /// A subscription starts the call and reads the first element, which waits until it is requested. The body is read
    /// on, or the next page called, only while there is demand: a slow subscriber slows the server down. The end after
    /// the last element, and a failure in the middle of the body, are found by reading on.
    public func publisher<Element>(
        of call: StreamCall<Target, Element>, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> AnyPublisher<Element, Target.Failure> {
        elements(of: call, fileID: fileID, function: function, line: line).publisher(on: queue)
    }
}

extension CallStream {
    /// Returns a publisher of the elements, each subscription of which iterates the stream. That of a `ResponseStream`
    /// can be iterated once. Elements and completions arrive on `queue`.
    public func publisher(on queue: DispatchQueue = .main) -> AnyPublisher<Element, Failure> {
        CallPublisher(self, on: queue).eraseToAnyPublisher()
    }
}
#endif
