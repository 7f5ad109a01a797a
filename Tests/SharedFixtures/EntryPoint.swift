internal import Testing

/// A function that takes text apart, for tests with a mark behind each delimiter.
package struct EntryPoint: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    /// Returns the actual and the expected result for a mark.
    package let outcome: @Sendable (_ mark: String) throws -> (String?, String?)

    package init(_ name: String, _ outcome: @escaping @Sendable (_ mark: String) throws -> (String?, String?)) {
        testDescription = name
        self.outcome = outcome
    }
}
