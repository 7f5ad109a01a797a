import Foundation

/// What the command line asks for.
struct Arguments: Equatable, Sendable {
    /// How several tags select photos, as Flickr's `tagmode` spells it.
    enum TagMode: String, CaseIterable, Sendable {
        case any, all
    }

    /// A failure to answer with, as `--fail` spells it.
    enum Failure: String, CaseIterable, Sendable {
        case offline, lost, timeout, cancelled
        case unauthorized = "401"
        case serverError = "500"
        case html, empty
        case badData = "baddata"
    }

    /// Whether to ask Flickr itself.
    var isLive = false
    /// The server to ask instead of Flickr; nil unless given.
    var baseURL: URL?
    /// The tags to look for, at least one.
    var tags = ["landscape", "portrait"]
    /// Whether one tag is enough.
    var tagMode = TagMode.any
    /// Whether to print JSON instead of a table.
    var printsJSON = false
    /// The failure to answer with; nil unless given.
    var failure: Failure?
    /// Whether to show ``help`` and do nothing else; the other properties then have their defaults.
    var showsHelp = false

    /// What nothing on the command line asks for.
    init() {}

    /// Reads the arguments after the program's name. `-h` and `--help` win over everything, mistakes included.
    init(parsing arguments: [String]) throws(UsageError) {
        if arguments.contains("-h") || arguments.contains("--help") {
            showsHelp = true
            return
        }
        let given = try Self.values(in: arguments)
        isLive = given[.live] != nil
        printsJSON = given[.json] != nil
        if let text = given[.baseURL] { baseURL = try Self.url(text) }
        if let text = given[.tags] { tags = try Self.tags(text) }
        if let text = given[.tagMode] { tagMode = try Self.choice(text, of: .tagMode) }
        if let text = given[.fail] { failure = try Self.choice(text, of: .fail) }
        let sources = [Option.live, .baseURL, .fail].filter { given[$0] != nil }
        if sources.count > 1 { throw .conflict(sources[0].rawValue, sources[1].rawValue) }
    }

    /// What `--help` prints.
    static let help = """
        USAGE: photos [options]

        Shows the newest public photos on Flickr that carry your tags. Without
        --live or --base-url it answers from a recorded feed and uses no network.

          --live            ask Flickr itself
          --base-url URL    ask another server, such as http://localhost:8080
          --tags A,B        the tags to look for (default: landscape,portrait)
          --tagmode MODE    any: photos with one of the tags (default)
                            all: photos with every tag
          --json            print JSON instead of a table
          --fail FAILURE    answer with a failure, to see how it is reported:
                            offline, lost, timeout, cancelled, 401, 500, html,
                            empty or baddata
          -h, --help        show this help

        EXIT CODES
          0  the photos were shown
          1  the call failed
          2  the command line was not understood
        """
}

// MARK: - Parsing

extension Arguments {
    private enum Option: String, CaseIterable {
        case live = "--live"
        case baseURL = "--base-url"
        case tags = "--tags"
        case tagMode = "--tagmode"
        case json = "--json"
        case fail = "--fail"
        case help = "--help"

        var takesValue: Bool {
            switch self {
            case .baseURL, .tags, .tagMode, .fail: true
            case .live, .json, .help: false
            }
        }
    }

    private static func values(in arguments: [String]) throws(UsageError) -> [Option: String] {
        var given: [Option: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-", argument != "--" else {
                throw .unexpectedArgument(argument)
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            var value = parts.count == 2 ? String(parts[1]) : nil
            guard let option = Option(rawValue: name) else {
                throw .unknownOption(name, known: Option.allCases.map(\.rawValue))
            }
            guard option.takesValue else {
                guard value == nil else { throw .unexpectedValue(name) }
                given[option] = ""
                continue
            }
            // `--tags --json` forgot the tags; who means a value that begins with a dash writes `--tags=--json`.
            if value == nil, let next = rest.first, !next.hasPrefix("-") { value = rest.popFirst() }
            guard let value, !value.isEmpty else { throw .missingValue(name) }
            guard given.updateValue(value, forKey: option) == nil else { throw .givenTwice(name) }
        }
        return given
    }

    private static func url(_ text: String) throws(UsageError) -> URL {
        // `URL` escapes a space instead of refusing it.
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { throw .invalidBaseURL(text) }
        return url
    }

    private static func tags(_ text: String) throws(UsageError) -> [String] {
        let tags = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        if tags.isEmpty { throw .missingValue(Option.tags.rawValue) }
        return tags
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, of option: Option
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        throw .unknownValue(text, of: option.rawValue, allowed: Choice.allCases.map(\.rawValue))
    }
}

// MARK: - Mistakes

/// A command line that is not understood. Its description is one line for standard error; the exit code is 2.
enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknownOption(String, meant: String?)
    case unexpectedArgument(String)
    case missingValue(String)
    case unexpectedValue(String)
    case givenTwice(String)
    case unknownValue(String, of: String, allowed: [String])
    case invalidBaseURL(String)
    case conflict(String, String)

    var description: String {
        // The mistake quotes what was typed, and that may be a pasted escape sequence.
        "photos: \(mistake.terminalSafe) Try 'photos --help'."
    }

    private var mistake: String {
        switch self {
        case .unknownOption(let name, meant: nil): "unknown option '\(name)'."
        case .unknownOption(let name, let meant?): "unknown option '\(name)'; did you mean '\(meant)'?"
        case .unexpectedArgument(let argument): "unexpected argument '\(argument)'."
        case .missingValue(let option): "'\(option)' needs a value."
        case .unexpectedValue(let option): "'\(option)' takes no value."
        case .givenTwice(let option): "'\(option)' is given twice."
        case .unknownValue(let value, let option, let allowed):
            "'\(option)' cannot be '\(value)'; it is one of \(allowed.joined(separator: ", "))."
        case .invalidBaseURL(let text): "'--base-url' cannot be '\(text)'; it needs http:// or https:// and a host."
        case .conflict(let one, let other): "'\(one)' and '\(other)' cannot go together."
        }
    }

    /// An unknown option, with the known one that is a typing mistake or two away, or that `name` abbreviates.
    fileprivate static func unknownOption(_ name: String, known: [String]) -> Self {
        let abbreviated = known.first { name.count > 3 && $0.hasPrefix(name) }
        let near = known.map { (name: $0, mistakes: mistakes(from: name, to: $0)) }.min { $0.mistakes < $1.mistakes }
        return .unknownOption(name, meant: abbreviated ?? near.flatMap { $0.mistakes <= 2 ? $0.name : nil })
    }

    /// The Levenshtein distance: characters to insert, delete or replace.
    private static func mistakes(from typed: String, to known: String) -> Int {
        var row = Array(0...known.count)
        for (index, character) in typed.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in known.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[known.count]
    }
}
