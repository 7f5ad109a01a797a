extension Result {
    /// What a throwing function would have thrown; nil for a success.
    var thrown: Failure? { if case .failure(let error) = self { error } else { nil } }
}
