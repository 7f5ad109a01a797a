/// The options of a command line: `--name value`, or `--name` alone.
public struct Arguments: Sendable {
    private let words: [String]

    public init(_ words: [String] = Array(CommandLine.arguments.dropFirst())) { self.words = words }

    /// Returns whether an option is present.
    public func has(_ name: String) -> Bool { words.contains("--\(name)") }

    /// Returns the word after an option; nil without the option.
    public func text(_ name: String) -> String? {
        guard let index = words.firstIndex(of: "--\(name)"), index + 1 < words.count else { return nil }
        return words[index + 1]
    }

    /// Returns the number after an option; nil without the option.
    public func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
