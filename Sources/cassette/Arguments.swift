import Talyn
import TalynCassettes

/// The command line of `swift package cassette`.
struct Arguments: Sendable {
    enum Command: String, CaseIterable, Sendable {
        case list, check, redact
    }

    /// The options, each with the commands that it applies to. All but `--dry-run` take a value.
    private static let options: [String: [Command]] = [
        "--dry-run": [.redact], "--used": [.check],
        "--header": Command.allCases, "--except-header": Command.allCases,
        "--name": Command.allCases, "--except-name": Command.allCases,
    ]

    private(set) var command = Command.list
    /// Files and folders; empty for the current folder.
    private(set) var paths: [String] = []
    /// Whether to show ``help`` and do nothing else.
    let showsHelp: Bool
    private var given: [String: [String]] = [:]

    /// Parses the arguments after the program's name. `-h` and `--help` win over everything, errors included.
    init(parsing arguments: [String]) throws(UsageError) {
        showsHelp = arguments.isEmpty || arguments.contains("-h") || arguments.contains("--help")
        if showsHelp { return }
        guard let command = Command(rawValue: arguments[0]) else {
            throw UsageError("unknown command '\(arguments[0].cut(to: 40))'; it is one of list, check, redact.")
        }
        self.command = command
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst(), argument != "--" {
            if argument.hasPrefix(bytes: "-"), argument != "-" {
                try readOption(argument, &rest)
            } else {
                paths.append(argument)
            }
        }
        paths += rest
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.cut(atBytes: "=")
        let name = String(parts?.head ?? argument[...])
        guard Self.options[name]?.contains(command) ?? false else {
            throw UsageError("'\(command.rawValue)' has no option '\(name.cut(to: 40))'.")
        }
        if name == "--dry-run" {
            if parts != nil { throw UsageError("'\(name)' takes no value.") }
            given[name] = []
            return
        }
        let isNext = parts == nil && rest.first?.hasPrefix(bytes: "-") == false
        guard let value = isNext ? rest.popFirst() : parts.map({ String($0.tail) }), !value.isEmpty else {
            throw UsageError("'\(name)' needs a value.")
        }
        given[name, default: []].append(value)
    }
}

extension Arguments {
    func values(_ option: String) -> [String] { given[option] ?? [] }
    /// Whether `redact` writes nothing.
    var isDryRun: Bool { given["--dry-run"] != nil }
    /// The folder of usage logs; nil unless given.
    var usage: String? { values("--used").last }

    /// The names and forms of secrets.
    var redaction: Redaction {
        Redaction.standard.adding(headers: values("--header"), names: values("--name"))
            .excepting(headers: values("--except-header"), names: values("--except-name"))
    }
}

/// A command line that cannot be understood; exit code 2. The message quotes no value, which may be a secret.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { "cassette: \(message) Try 'swift package cassette --help'." }
}
