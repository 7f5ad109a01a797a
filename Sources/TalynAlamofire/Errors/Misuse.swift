/// The error of a call for which Moya crashes.
package struct Misuse: LocalizedError, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
    package var errorDescription: String? { description }
}
