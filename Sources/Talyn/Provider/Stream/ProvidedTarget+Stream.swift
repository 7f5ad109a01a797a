extension ProvidedTarget {
    /// Calls the case as ``Provider/stream(_:progress:fileID:function:line:)``.
    public func stream(
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Failure) -> ResponseStream<Failure> {
        try await Self.provider.stream(self, progress: progress, fileID: fileID, function: function, line: line)
    }

    /// Calls the case as ``Provider/lines(_:fileID:function:line:)``.
    public func lines(
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<String, Failure> {
        Self.provider.lines(self, fileID: fileID, function: function, line: line)
    }

    /// Calls the case as ``Provider/lines(_:as:fileID:function:line:)``.
    public func lines<Value: Decodable & Sendable>(
        as type: Value.Type,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<Value, Failure> {
        Self.provider.lines(self, as: type, fileID: fileID, function: function, line: line)
    }

    /// Calls the case as ``Provider/events(_:reconnection:until:fileID:function:line:)``.
    public func events(
        reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false },
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<ServerSentEvent, Failure> {
        Self.provider.events(
            self, reconnection: reconnection, until: isLast, fileID: fileID, function: function, line: line)
    }

    /// Calls the case as ``Provider/events(_:as:reconnection:until:fileID:function:line:)``.
    public func events<Value: Decodable & Sendable>(
        as type: Value.Type, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false },
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<Value, Failure> {
        Self.provider.events(
            self, as: type, reconnection: reconnection, until: isLast, fileID: fileID, function: function, line: line)
    }
}
