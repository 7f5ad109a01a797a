/// A difference between a document and the output, and what was done instead.
package struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The loss.
    package enum Kind: String, Sendable, CaseIterable {
        /// The document is wrong: a reference to nothing, a value of a wrong type.
        case fault
        /// The output has less than the document: a union without a rule, a style of a parameter.
        case approximated
        /// The output does not have it at all: a callback, a cookie.
        case refused
    }

    package let kind: Kind
    /// The problem and what was done: `"strin" is no type; it is left out`.
    package let message: String
    package let file: String
    package let line: Int
    package let pointer: String

    /// The finding in one line, in the form of a compiler.
    package var description: String {
        "\(file):\(line): warning: \(message) (\(kind.rawValue), at \(pointer))"
    }
}

/// A document that cannot be generated.
package struct GenerationFault: Error, CustomStringConvertible {
    /// The fault in one line, in the form of a compiler.
    package let description: String

    init(_ message: String, file: String, line: Int, pointer: String = "#") {
        description = "\(file):\(line): error: \(message) (at \(pointer))"
    }

    init(_ message: String, at place: Located) {
        self.init(message, file: place.file, line: place.node.line, pointer: place.pointer)
    }
}
