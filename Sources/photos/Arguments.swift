import Foundation

/// The command line.
struct Arguments: Equatable, Sendable {
    /// How several tags select photos, as Flickr's `tagmode` spells it.
    enum TagMode: String, CaseIterable, Sendable {
        case any, all
    }

    /// Whether to ask Flickr itself.
    var isLive = false
    /// The server to ask instead of Flickr; nil unless given.
    var baseURL: URL?
    /// The tags to look for, separated by commas.
    var tags = PhotoRequest().tags
    var tagMode = TagMode.any
    /// Whether to print JSON instead of a table.
    var printsJSON = false
    /// The failure to answer with; nil unless given.
    var failure: SampleFailure?
    /// Whether to show ``help`` and do nothing else; the other properties then have their defaults.
    var showsHelp = false

    init() {}

    /// Parses the arguments after the program's name. `-h` and `--help` win over everything, errors included.
    init(parsing arguments: [String]) throws(UsageError) {
        showsHelp = arguments.contains("-h") || arguments.contains("--help")
        var rest = showsHelp ? [] : arguments[...]
        var sources: [String] = []
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            if name == "--live" || name == "--json" {
                if parts.count > 1 { throw UsageError("'\(name)' takes no value.") }
                if name == "--live" { isLive = true } else { printsJSON = true }
            } else {
                guard ["--base-url", "--tags", "--tagmode", "--fail"].contains(name) else {
                    throw UsageError("unknown argument '\(name)'.")
                }
                let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() ?? ""
                // `--tags --json` lacks the tags; a value that begins with a dash is written `--tags=--json`.
                if value.isEmpty || parts.count == 1 && value.hasPrefix("-") {
                    throw UsageError("'\(name)' needs a value.")
                }
                try set(name, value)
            }
            if ["--live", "--base-url", "--fail"].contains(name), !sources.contains(name) { sources.append(name) }
        }
        if sources.count > 1 { throw UsageError("'\(sources[0])' and '\(sources[1])' exclude each other.") }
    }

    private mutating func set(_ name: String, _ value: String) throws(UsageError) {
        switch name {
        case "--tags": tags = value
        case "--tagmode": tagMode = try Self.choice(value, of: name)
        case "--fail": failure = try Self.choice(value, of: name)
        default:
            // `URL` escapes a space instead of refusing it.
            guard !value.contains(where: \.isWhitespace), let url = URL(string: value),
                ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
            else { throw UsageError("'\(name)' cannot be '\(value)'; it needs http:// or https:// and a host.") }
            baseURL = url
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, of option: String
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("'\(option)' cannot be '\(text)'; it is one of \(allowed).")
    }

    /// The text of `--help`.
    static let help = """
        USAGE: photos [options]

        Shows the newest public photos on Flickr that carry your tags. Without
        --live or --base-url it answers from a recorded feed and uses no network.

          --live            ask Flickr itself
          --base-url URL    ask another server, such as http://localhost:8080
          --tags A,B        the tags to look for (default: landscape, portrait)
          --tagmode MODE    any: photos with one of the tags (default)
                            all: photos with every tag
          --json            print JSON instead of a table
          --fail FAILURE    answer with a failure, to see how it is reported:
                            offline, lost, timeout, cancelled, 401, 500, html,
                            empty or baddata
          -h, --help        show this help

        A table fits COLUMNS columns (default: 80).

        EXIT CODES
          0  the photos were shown
          1  the call failed
          2  the command line was not understood
        """
}

/// A command line that cannot be understood; exit code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    // The message quotes the command line, which may hold a pasted escape sequence.
    var description: String { "photos: \(message.terminalSafe) Try 'photos --help'." }
}
