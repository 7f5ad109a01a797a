/// The reason why a document cannot be read.
package struct ReadingFault: Error, Equatable, CustomStringConvertible {
    /// The problem, without the place.
    package let reason: String
    /// The line, from 1.
    package let line: Int
    /// The column in bytes of UTF-8, from 1.
    package let column: Int

    package var description: String { "line \(line), column \(column): \(reason)" }
}
