/// A target that names its own provider, so that a case can be called by itself.
///
/// ```swift
/// enum Status: ProvidedTarget, RoutedTarget {
///     case ping
///     static let provider = Provider<Status>()
///     var baseURL: URL { URL(string: "https://status.example")! }
///     var route: Route { .get("ping") }
/// }
/// let pong = try await Status.ping.request(as: String.self)
/// ```
/// Other kinds of calls are its provider's, such as `Status.provider.download(.report, to: file)`, or
/// `Status.provider.call(Call(.ping, in: ResponseDTO<String>.self))`. In tests `withStubs(_:)` takes the place of the
/// provider's transport.
public protocol ProvidedTarget: TargetType {
    /// The provider that carries the cases of this target; make it a `static let`.
    static var provider: Provider<Self> { get }
}

extension ProvidedTarget {
    /// Calls the case as ``Provider/request(_:progress:fileID:function:line:)``.
    @discardableResult
    public func request(
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> Response {
        try await Self.provider.request(self, progress: progress, fileID: fileID, function: function, line: line)
    }

    /// Calls the case as ``Provider/request(_:as:atKeyPath:progress:fileID:function:line:)``.
    public func request<Value: Decodable & Sendable>(
        as type: Value.Type, atKeyPath keyPath: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> Value {
        try await Self.provider.request(
            self, as: type, atKeyPath: keyPath, progress: progress, fileID: fileID, function: function, line: line)
    }
}
