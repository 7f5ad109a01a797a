import APIGenerator

/// The command line of `swift package generate-api`.
struct Arguments: Sendable {
    /// The document.
    private(set) var file = ""
    /// The target in whose folder the files are written.
    private(set) var target: String?
    /// The folder of the files; nil for `Sources/<target>/Generated`.
    private(set) var output: String?
    private(set) var options = Generator.Options()
    /// Whether to write nothing, and to fail if the files are out of date.
    private(set) var checks = false
    /// Whether to show ``help`` and do nothing else.
    let showsHelp: Bool

    /// Parses the arguments after the program's name. `-h` and `--help` win over everything, errors included.
    init(parsing arguments: [String]) throws(UsageError) {
        showsHelp = arguments.isEmpty || arguments.contains("-h") || arguments.contains("--help")
        if showsHelp { return }
        var rest = arguments[...]
        var files: [String] = []
        while let argument = rest.popFirst() {
            if argument == "--" {
                files += rest
                break
            }
            if argument.utf8.first == UInt8(ascii: "-"), argument != "-" {
                try readOption(argument, &rest)
            } else {
                files.append(argument)
            }
        }
        guard files.count == 1 else {
            throw UsageError(files.isEmpty ? "the document is missing" : "one document is expected, not \(files.count)")
        }
        file = files[0]
        if target == nil, output == nil { throw UsageError("--target or --output is missing") }
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let mark = argument.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = mark.map { String(argument[..<$0]) } ?? argument
        switch name {
        case "--check", "--no-samples":
            if mark != nil { throw UsageError("'\(name)' takes no value") }
            if name == "--check" { checks = true } else { options.writesSamples = false }
            return
        case "--target", "--name", "--output", "--tag", "--operation": break
        default: throw UsageError("there is no option '\(name)'")
        }
        let value = mark.map { String(argument[argument.utf8.index(after: $0)...]) } ?? rest.popFirst()
        guard let value, !value.isEmpty else { throw UsageError("the value of '\(name)' is missing") }
        switch name {
        case "--target": target = value
        case "--output": output = value
        case "--tag": options.tags.append(value)
        case "--operation": options.operations.append(value)
        default:
            guard Generator.isTypeName(value) else { throw UsageError("'\(value)' is no name for an enum") }
            options.name = value
        }
    }

    static let help = """
        USAGE: swift package --allow-writing-to-package-directory generate-api FILE --target TARGET [OPTIONS]

        Writes an enum of endpoints with its models and calls out of an OpenAPI document (3.0 or 3.1, JSON or YAML).

        FILE               the document; files that it names must lie below its folder
        --target TARGET    writes to the folder Generated of this target
        --output FOLDER    writes to this folder instead
        --name NAME        the name of the enum; default: the title of the document
        --tag TAG          only the operations of this tag; may be repeated
        --operation ID     only this operation; may be repeated, also beside --tag
        --no-samples       leaves out the samples, which need the product TalynStubs
        --check            writes nothing; fails if the files are out of date

        The exit code is 0, 1 for a document that cannot be read or files that are out of date, and 2 for a command line
        that is not understood. What the output does not have as the document declares it is a warning each.
        """
}

/// A command line that is not understood.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) { description = "generate-api: \(problem). See --help." }
}
