import Foundation
import Talyn

/// The command line of `swift package cassette`.
struct Arguments: Equatable, Sendable {
    /// A verb.
    enum Command: String, CaseIterable, Sendable {
        case list, check, redact, drift
    }

    /// A name with its value, or with the environment variable that holds the value.
    struct Pair: Equatable, Sendable {
        let name: String
        let value: String
    }

    private(set) var command = Command.list
    /// Files and folders; empty for the current folder.
    private(set) var paths: [String] = []
    /// Whether to show ``help`` and do nothing else.
    private(set) var showsHelp = false
    /// Headers that `drift` sends.
    private(set) var sentHeaders: [Pair] = []
    /// Headers and query items that `drift` sends, with the environment variables that hold their values.
    private(set) var headersFromEnvironment: [Pair] = []
    private(set) var queryFromEnvironment: [Pair] = []
    /// The server that `drift` sends requests to instead; nil unless given.
    private(set) var baseURL: URL?

    private var given: [Option: [String]] = [:]

    /// Parses the arguments after the program's name. `-h` and `--help` win over everything, errors included.
    init(parsing arguments: [String]) throws(UsageError) {
        showsHelp = arguments.isEmpty || arguments.contains("-h") || arguments.contains("--help")
        if showsHelp { return }
        guard let command = Command(rawValue: arguments[0]) else {
            throw UsageError("unknown command '\(arguments[0].cut(to: 40))'; it is one of list, check, redact, drift.")
        }
        self.command = command
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                paths += rest
                break
            }
            if argument.hasPrefix(bytes: "-"), argument != "-" {
                try readOption(argument, &rest)
            } else {
                paths.append(argument)
            }
        }
        if command == .drift { sentHeaders = try pairs(.header, ":", "NAME: VALUE") }
        headersFromEnvironment = try pairs(.headerFromEnv, "=", "NAME=VARIABLE")
        queryFromEnvironment = try pairs(.queryFromEnv, "=", "NAME=VARIABLE")
        if let text = given[.baseURL]?.last { baseURL = try Self.url(text) }
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.cut(atBytes: "=")
        let name = String(parts?.head ?? argument[...])
        guard let option = Option(rawValue: name), option.commands.contains(command) else {
            throw UsageError("'\(command.rawValue)' has no option '\(name.cut(to: 40))'.")
        }
        var value = parts.map { String($0.tail) }
        guard option.takesValue else {
            if value != nil { throw UsageError("'\(name)' takes no value.") }
            given[option] = []
            return
        }
        if value == nil, let next = rest.first, !next.hasPrefix(bytes: "-") { value = rest.popFirst() }
        guard let value, !value.isEmpty else { throw UsageError("'\(name)' needs a value.") }
        given[option, default: []].append(value)
    }

    private func pairs(_ option: Option, _ separator: String, _ form: String) throws(UsageError) -> [Pair] {
        var pairs: [Pair] = []
        for text in values(option) {
            guard let (name, value) = text.cut(atBytes: separator), !name.isEmpty else {
                throw UsageError("'\(option.rawValue)' is written '\(option.rawValue) \"\(form)\"'.")
            }
            guard !value.trimmed.isEmpty else { throw UsageError("'\(option.rawValue)' needs a value.") }
            pairs.append(Pair(name: String(name.trimmed), value: String(value.trimmed)))
        }
        return pairs
    }

    private static func url(_ text: String) throws(UsageError) -> URL {
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.asciiLowercased), url.host?.isEmpty == false
        else { throw UsageError("'--base-url' needs http:// or https:// and a host.") }
        return url
    }

    func values(_ option: Option) -> [String] { given[option] ?? [] }
}

extension Arguments {
    /// An option, which applies to some commands.
    enum Option: String, Sendable {
        case json = "--json"
        case entries = "--entries"
        case dryRun = "--dry-run"
        case used = "--used"
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
            case .dryRun: [.redact]
            case .used: [.check]
            case .header, .name, .exceptHeader, .exceptName: Command.allCases
            case .headerFromEnv, .queryFromEnv, .host, .baseURL: [.drift]
            }
        }
    }

    /// Whether to print JSON.
    var printsJSON: Bool { given[.json] != nil }
    /// Whether `list` shows each entry.
    var showsEntries: Bool { given[.entries] != nil }
    /// Whether `redact` writes nothing.
    var isDryRun: Bool { given[.dryRun] != nil }
    /// The folder of usage logs; nil unless given.
    var usage: String? { given[.used]?.last }
    /// The hosts that `drift` may send secrets to; empty for that of the cassette's first entry.
    var hosts: [String] { values(.host).map { $0.lowercased() } }

    /// The names and forms of secrets.
    var redaction: Redaction {
        Redaction.standard.adding(headers: command == .drift ? [] : values(.header), names: values(.name))
            .excepting(headers: values(.exceptHeader), names: values(.exceptName))
    }
}

/// A command line that cannot be understood; exit code 2. The message quotes no value, which may be a secret.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { "cassette: \(message) Try 'swift package cassette --help'." }
}
