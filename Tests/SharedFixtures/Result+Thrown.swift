extension Result {
    /// The error; nil for a success.
    package var thrown: Failure? { if case .failure(let error) = self { error } else { nil } }
}
