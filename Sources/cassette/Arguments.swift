import Foundation
import Talyn
import TalynCassettes

/// The command line of `swift package cassette`.
struct Arguments: Sendable {
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
    let showsHelp: Bool
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
        while let argument = rest.popFirst(), argument != "--" {
            if argument.hasPrefix(bytes: "-"), argument != "-" {
                try readOption(argument, &rest)
            } else {
                paths.append(argument)
            }
        }
        paths += rest
        if command == .drift { sentHeaders = try pairs(.header, ":", "NAME: VALUE") }
        headersFromEnvironment = try pairs(.headerFromEnv, "=", "NAME=VARIABLE")
        queryFromEnvironment = try pairs(.queryFromEnv, "=", "NAME=VARIABLE")
        guard let text = values(.baseURL).last else { return }
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text), url.host?.isEmpty == false,
            ["http", "https"].contains(url.scheme?.asciiLowercased)
        else { throw UsageError("'--base-url' needs http:// or https:// and a host.") }
        baseURL = url
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.cut(atBytes: "=")
        let name = String(parts?.head ?? argument[...])
        guard let option = Option(rawValue: name), option.commands.contains(command) else {
            throw UsageError("'\(command.rawValue)' has no option '\(name.cut(to: 40))'.")
        }
        guard option.takesValue else {
            if parts != nil { throw UsageError("'\(name)' takes no value.") }
            given[option] = []
            return
        }
        let isNext = parts == nil && rest.first?.hasPrefix(bytes: "-") == false
        guard let value = isNext ? rest.popFirst() : parts.map({ String($0.tail) }), !value.isEmpty else {
            throw UsageError("'\(name)' needs a value.")
        }
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

    func values(_ option: Option) -> [String] { given[option] ?? [] }
    var printsJSON: Bool { given[.json] != nil }
    /// Whether `list` shows each entry.
    var showsEntries: Bool { given[.entries] != nil }
    /// Whether `redact` writes nothing.
    var isDryRun: Bool { given[.dryRun] != nil }
    /// The folder of usage logs; nil unless given.
    var usage: String? { values(.used).last }
    /// The hosts that `drift` may send secrets to; empty for the origin of the cassette's first entry.
    var hosts: [String] { values(.host).map(\.asciiLowercased) }

    /// The names and forms of secrets.
    var redaction: Redaction {
        Redaction.standard.adding(headers: command == .drift ? [] : values(.header), names: values(.name))
            .excepting(headers: values(.exceptHeader), names: values(.exceptName))
    }

    /// The secrets that `drift` sends. From the environment, so that none is in the history of a shell.
    /// - Throws: ``UsageError`` for a header that cannot be sent, or an environment variable that is not set.
    func secrets(_ environment: [String: String]) throws(UsageError) -> CassetteDrift.Secrets {
        func value(of pair: Pair) throws(UsageError) -> String {
            if let value = environment[pair.value], !value.isEmpty { return value }
            throw UsageError("the environment variable '\(pair.value.cut(to: 40))' is not set, or empty.")
        }
        var headers = HTTPHeaders(sentHeaders.map { HTTPHeaders.Field($0.name, $0.value) })
        for pair in headersFromEnvironment { headers.add(pair.name, try value(of: pair)) }
        for field in headers.fields {
            let isLine = !field.value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
            if !isLine || !HTTPHeaders.isToken(field.name) {
                throw UsageError("the header '\(field.name.cut(to: 40))' cannot be sent.")
            }
        }
        var query: [String: String] = [:]
        for pair in queryFromEnvironment { query[pair.name] = try value(of: pair) }
        return CassetteDrift.Secrets(headers: headers, query: query, hosts: hosts)
    }
}

/// A command line that cannot be understood; exit code 2. The message quotes no value, which may be a secret.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { "cassette: \(message) Try 'swift package cassette --help'." }
}
