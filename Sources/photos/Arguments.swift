import Foundation

/// The command line.
struct Arguments: Equatable, Sendable {
    /// The selection by several tags, as Flickr's `tagmode` spells it.
    enum TagMode: String, Sendable {
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
    /// The folder to download the pictures into; nil unless given.
    var downloadFolder: String?
    /// The failure to answer with; nil unless given.
    var failure: SampleFailure?
    /// Whether to show ``help`` and do nothing else; the other properties then have their defaults.
    var showsHelp = false

    init() {}

    /// Parses the arguments after the program's name. `-h` and `--help` win over everything, errors included.
    init(parsing arguments: [String]) throws(UsageError) {
        showsHelp = arguments.contains("-h") || arguments.contains("--help")
        var rest = showsHelp ? [] : arguments[...]
        var (sources, outputs): ([String], [String]) = ([], [])
        while let argument = rest.popFirst() {
            // As bytes: a mark after the sign would hide it.
            let parts = argument.utf8.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(Substring(parts[0]))
            if name == "--live" || name == "--json" {
                if parts.count > 1 { throw UsageError("'\(name)' takes no value.") }
                if name == "--live" { isLive = true } else { printsJSON = true }
            } else {
                guard ["--base-url", "--tags", "--tagmode", "--download", "--fail"].contains(name) else {
                    throw UsageError("unknown argument '\(name)'.")
                }
                let value = parts.count > 1 ? String(Substring(parts[1])) : rest.popFirst() ?? ""
                // `--tags --json` lacks the tags; a value that begins with a dash is written `--tags=--json`.
                if value.isEmpty || parts.count == 1 && value.utf8.first == 0x2D {
                    throw UsageError("'\(name)' needs a value.")
                }
                try set(name, value)
            }
            if ["--live", "--base-url", "--fail"].contains(name), !sources.contains(name) { sources.append(name) }
            if ["--json", "--download"].contains(name), !outputs.contains(name) { outputs.append(name) }
        }
        for names in [sources, outputs] where names.count > 1 {
            throw UsageError("'\(names[0])' and '\(names[1])' exclude each other.")
        }
    }

    private mutating func set(_ name: String, _ value: String) throws(UsageError) {
        let form: String
        switch name {
        case "--tags":
            tags = value
            return
        case "--download":
            downloadFolder = value
            return
        case "--tagmode":
            if let mode = TagMode(rawValue: value) {
                tagMode = mode
                return
            }
            form = "is one of any, all"
        case "--fail":
            failure = SampleFailure(rawValue: value)
            if failure != nil { return }
            form = "is one of \(SampleFailure.allCases.map(\.rawValue).joined(separator: ", "))"
        default:
            // `URL` escapes a space instead of refusing it.
            baseURL = value.contains(where: \.isWhitespace) ? nil : URL(string: value)
            if ["http", "https"].contains(baseURL?.scheme?.lowercased()), baseURL?.host?.isEmpty == false { return }
            form = "needs http:// or https:// and a host"
        }
        throw UsageError("'\(name)' cannot be '\(value)'; it \(form).")
    }

    /// The text of `--help`.
    static let help = """
        USAGE: photos [options]

        Shows the newest public photos on Flickr that carry your tags. Without
        --live or --base-url it answers from a recorded feed and uses no network.

          --live            ask Flickr itself
          --base-url URL    ask another server, such as http://localhost:8080
          --tags A,B        the tags to look for (default: landscape, portrait)
          --tagmode MODE    any: photos with one of the tags (default); all: with all
          --json            print JSON instead of a table
          --download DIR    save the pictures in DIR, four at a time, and continue
                            those that an earlier run could not finish
          --fail FAILURE    answer with a failure, to see how it is reported:
                            offline, lost, timeout, cancelled, 401, 500, html,
                            empty or baddata
          -h, --help        show this help

        Output fits COLUMNS columns (default: the terminal's, or 80).

        EXIT CODES
          0  the photos were shown, or are in DIR
          1  the call or a download failed
          2  the command line was not understood
          130, 143  the run was interrupted: Ctrl-C, SIGTERM
        """
}

/// A command line that cannot be understood; exit code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    // The message quotes the command line, which may hold a pasted escape sequence.
    var description: String { "photos: \(message.terminalSafe) Try 'photos --help'." }
}
