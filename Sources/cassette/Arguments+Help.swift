import Talyn

extension Arguments {
    /// What `--help` prints.
    static let help = """
        USAGE: swift package cassette <command> [options] [files or folders]

        Looks after recorded cassettes (HAR files). Without files or folders it
        takes every .har file of the package.

        COMMANDS
          list    what is recorded: hosts, methods, statuses, sizes, dates
          check   secrets that were left in, entries that cannot be replayed
          redact  takes secrets out, in place
          drift   sends the recorded GET, HEAD and OPTIONS requests to the live
                  host and reports where answers have another shape

        OPTIONS
          --json                     list, check, drift: print JSON
          --entries                  list: a line for each entry
          --used FOLDER              check: report entries and cassettes that no
                                     test used, from the logs that
                                     TALYN_CASSETTE_USAGE=FOLDER swift test wrote
          --dry-run                  redact: say what would change
          --name NAME                also a secret: a query item or field
          --header NAME              list, check, redact: also a secret: a header
          --except-name NAME         no secret here: a query item or field
          --except-header NAME       no secret here: a header
          --header "NAME: VALUE"     drift: send this header
          --header-from-env NAME=VARIABLE
                                     drift: send a header with the value of an
                                     environment variable
          --query-from-env NAME=VARIABLE
                                     drift: the same for an item of the query
          --host HOST                drift: send those headers to this host, over
                                     http only if the first entry went so; may
                                     be repeated (default: scheme, host and port
                                     of the cassette's first entry)
          --base-url URL             drift: ask this server instead of that host
          -h, --help                 show this help

        On macOS a plugin may not write or use the network unless it is allowed to:
          swift package --allow-writing-to-package-directory cassette redact
          swift package --allow-network-connections all cassette drift

        EXIT CODES
          0  all is fine
          1  there are findings, a file could not be handled, or drift compared
             nothing
          2  the command line was not understood
        """
}

/// A command line that is not understood. Its description is one line for standard error; the exit code is 2.
enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknownCommand(String)
    case unknownOption(String, String)
    case missingValue(String)
    case unexpectedValue(String)
    case invalidPair(String, String)
    case invalidBaseURL
    case missingVariable(String)
    case invalidHeader(String)
    case noFile(String)

    /// What was typed, but for values, which may be secrets.
    var description: String {
        switch self {
        case .noFile(let path): "cassette: \(path): there is no such file or folder."
        default: "cassette: \(mistake) Try 'swift package cassette --help'."
        }
    }

    private var mistake: String {
        switch self {
        case .unknownCommand(let name):
            "unknown command '\(name.cut(to: 40))'; it is one of list, check, redact, drift."
        case .unknownOption(let name, let command): "'\(command)' has no option '\(name.cut(to: 40))'."
        case .missingValue(let option): "'\(option)' needs a value."
        case .unexpectedValue(let option): "'\(option)' takes no value."
        case .invalidPair(let option, let form): "'\(option)' is written '\(option) \"\(form)\"'."
        case .invalidBaseURL: "'--base-url' needs http:// or https:// and a host."
        case .missingVariable(let name): "the environment variable '\(name.cut(to: 40))' is not set, or empty."
        case .invalidHeader(let name): "the header '\(name.cut(to: 40))' cannot be sent."
        case .noFile: ""
        }
    }
}
