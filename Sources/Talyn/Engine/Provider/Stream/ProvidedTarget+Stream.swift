extension ProvidedTarget {
    /// Calls the case as ``Provider/stream(_:progress:fileID:function:line:)``.
    public func stream(
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> ResponseStream<Failure> {
        try await Self.provider.stream(self, progress: progress, fileID: fileID, function: function, line: line)
    }
}
