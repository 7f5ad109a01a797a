/// A target that names its own provider, so that a case can be called by itself.
///
/// ```swift
/// enum MyAPI: ProvidedTarget, RoutedTarget {
///     static let provider = Provider<MyAPI>(plugins: [.logger()])
///     …
/// }
/// let response = try await MyAPI.getPhotos(request).request()
/// ```
/// In tests ``withStubs(_:isolation:operation:)`` takes the place of the provider's transport.
public protocol ProvidedTarget: TargetType {
    /// The provider that carries the cases of this target; make it a `static let`.
    static var provider: Provider<Self> { get }
}

extension ProvidedTarget {
    /// As ``Provider/request(_:fileID:function:line:)``.
    public func request(
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> Response {
        try await Self.provider.request(self, fileID: fileID, function: function, line: line)
    }

    /// As ``Provider/request(_:as:fileID:function:line:)``.
    public func request<Value: Decodable & Sendable>(
        as type: Value.Type,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> Value {
        try await Self.provider.request(self, as: type, fileID: fileID, function: function, line: line)
    }

    /// As ``Provider/request(_:in:fileID:function:line:)``.
    public func request<Wrapping: Envelope>(
        in envelope: Wrapping.Type,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> Wrapping.Payload {
        try await Self.provider.request(self, in: envelope, fileID: fileID, function: function, line: line)
    }
}
