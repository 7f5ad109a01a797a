extension Transfer {
    /// Starts a bound call, whose failure ``value`` throws.
    public init<Target: TargetType>(
        of call: Call<Target, Value>, by provider: Provider<Target>, fileID: StaticString = #fileID,
        function: StaticString = #function, line: UInt = #line
    ) where Failure == Target.Failure {
        self.init { progress throws(Target.Failure) in
            try await provider.call(call, progress: progress, fileID: fileID, function: function, line: line)
        }
    }
}
