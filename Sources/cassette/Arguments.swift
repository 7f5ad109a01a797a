import Foundation
import Talyn

/// What the command line asks for.
struct Arguments: Equatable, Sendable {
    /// What to do.
    enum Command: String, CaseIterable, Sendable {
        case list, check, redact, drift
    }

    /// A name with what stands for it: a header and its value, a query item and an environment variable.
    struct Pair: Equatable, Sendable {
        let name: String
        let value: String
    }

    /// What to do.
    var command = Command.list
    /// Files and folders; none for the whole package.
    var paths: [String] = []
    /// Whether to print JSON.
    var printsJSON = false
    /// Whether `list` shows each entry.
    var showsEntries = false
    /// Whether `redact` only says what it would do.
    var isDry = false
    /// The folder of usage logs; nil unless given.
    var usage: String?
    /// More headers and names that are secrets, and some that are none.
    var headers: [String] = []
    var names: [String] = []
    var exceptedHeaders: [String] = []
    var exceptedNames: [String] = []
    /// Secrets for `drift`: headers with their values, headers and query items with environment variables.
    var givenHeaders: [Pair] = []
    var headersFromEnvironment: [Pair] = []
    var queryFromEnvironment: [Pair] = []
    /// The hosts that secrets may go to; none for the cassette's own.
    var hosts: [String] = []
    /// Where `drift` sends requests instead; nil unless given.
    var baseURL: URL?
    /// Whether to show ``help`` and do nothing else.
    var showsHelp = false

    /// Reads the arguments after the program's name. `-h` and `--help` win over everything, mistakes included.
    init(parsing arguments: [String]) throws(UsageError) {
        if arguments.isEmpty || arguments.contains("-h") || arguments.contains("--help") {
            showsHelp = true
            return
        }
        guard let command = Command(rawValue: arguments[0]) else { throw .unknownCommand(arguments[0]) }
        self.command = command
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                paths += rest
                break
            }
            guard argument.hasPrefix(bytes: "-"), argument != "-" else {
                paths.append(argument)
                continue
            }
            try readOption(argument, &rest)
        }
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.cut(atBytes: "=")
        let name = String(parts?.head ?? argument[...])
        guard let option = Option(rawValue: name), option.commands.contains(command) else {
            throw .unknownOption(name, command.rawValue)
        }
        guard option.takesValue else {
            guard parts == nil else { throw .unexpectedValue(name) }
            return set(option)
        }
        var value = parts.map { String($0.tail) }
        if value == nil, let next = rest.first, !next.hasPrefix(bytes: "-") { value = rest.popFirst() }
        guard let value, !value.isEmpty else { throw .missingValue(name) }
        try set(option, value)
    }

    private mutating func set(_ option: Option) {
        switch option {
        case .json: printsJSON = true
        case .entries: showsEntries = true
        default: isDry = true
        }
    }

    private mutating func set(_ option: Option, _ value: String) throws(UsageError) {
        switch option {
        case .used: usage = value
        case .header where command == .drift: givenHeaders.append(try Self.pair(value, ":", option))
        case .header: headers.append(value)
        case .name: names.append(value)
        case .exceptHeader: exceptedHeaders.append(value)
        case .exceptName: exceptedNames.append(value)
        case .headerFromEnv: headersFromEnvironment.append(try Self.pair(value, "=", option))
        case .queryFromEnv: queryFromEnvironment.append(try Self.pair(value, "=", option))
        case .host: hosts.append(value.lowercased())
        case .baseURL: baseURL = try Self.url(value)
        case .json, .entries, .dryRun: break
        }
    }

    private static func pair(_ text: String, _ separator: String, _ option: Option) throws(UsageError) -> Pair {
        guard let (name, value) = text.cut(atBytes: separator), !name.isEmpty else {
            throw .invalidPair(option.rawValue, separator == ":" ? "NAME: VALUE" : "NAME=VARIABLE")
        }
        guard !value.trimmed.isEmpty else { throw .missingValue(option.rawValue) }
        return Pair(name: String(name.trimmed), value: String(value.trimmed))
    }

    private static func url(_ text: String) throws(UsageError) -> URL {
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.asciiLowercased), url.host?.isEmpty == false
        else { throw .invalidBaseURL }
        return url
    }
}

extension Arguments {
    /// The options, each for some commands.
    enum Option: String, CaseIterable {
        case json = "--json"
        case entries = "--entries"
        case used = "--used"
        case dryRun = "--dry-run"
        case header = "--header"
        case name = "--name"
        case exceptHeader = "--except-header"
        case exceptName = "--except-name"
        case headerFromEnv = "--header-from-env"
        case queryFromEnv = "--query-from-env"
        case host = "--host"
        case baseURL = "--base-url"

        var takesValue: Bool { ![.json, .entries, .dryRun].contains(self) }

        var commands: [Command] {
            switch self {
            case .json: [.list, .check, .drift]
            case .entries: [.list]
            case .used: [.check]
            case .dryRun: [.redact]
            case .header: [.list, .check, .redact, .drift]
            case .name, .exceptHeader, .exceptName: [.list, .check, .redact, .drift]
            case .headerFromEnv, .queryFromEnv, .host, .baseURL: [.drift]
            }
        }
    }
}
