/// Something of a document that the output does not have as it is declared, and what was done instead.
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
    /// The problem and what was done: `no "type" is "strin"; read as any JSON`.
    package let message: String
    package let file: String
    package let line: Int
    package let pointer: String

    /// The finding in one line, in the form of a compiler.
    package var description: String {
        "\(file):\(line): warning: \(message) (\(kind.rawValue), at \(pointer))"
    }
}

/// A document of which nothing can be made.
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
