/// The command line.
struct Arguments: Equatable, Sendable {
    /// Whether to ask Flickr itself.
    var isLive = false
    /// The folder to download the pictures into; nil unless given.
    var downloadFolder: String?
    /// The failure to answer with, instead of asking anybody; nil unless given.
    var failure: SampleFailure?
    /// Whether to show ``help`` and do nothing else; the other properties then have their defaults.
    var showsHelp = false

    init() {}

    /// Parses the arguments after the program's name. `-h` and `--help` win over everything, errors included.
    init(parsing arguments: [String]) throws(UsageError) {
        showsHelp = arguments.contains("-h") || arguments.contains("--help")
        var rest = showsHelp ? [] : arguments[...]
        while let name = rest.popFirst() {
            if name == "--live" {
                isLive = true
                continue
            }
            guard ["--download", "--fail"].contains(name) else {
                throw UsageError("unknown argument '\(name)'.")
            }
            guard let value = rest.popFirst(), value.utf8.first != 0x2D else {
                throw UsageError("'\(name)' needs a value.")
            }
            if name == "--download" {
                downloadFolder = value
            } else {
                failure = SampleFailure(rawValue: value)
                if failure == nil { throw UsageError("there is no failure '\(value)'.") }
            }
        }
    }

    /// The text of `--help`.
    static let help = """
        USAGE: photos [options]

        Shows the newest public photos on Flickr of landscapes and portraits.
        Without --live it answers from a recorded feed and uses no network.

          --live            ask Flickr itself
          --download DIR    save the pictures in DIR, four at a time, and continue
                            those that an earlier run could not finish
          --fail FAILURE    answer with a failure, to see how it is reported:
              \(SampleFailure.allCases.map(\.rawValue).joined(separator: ", "))
          -h, --help        show this help

        EXIT CODES
          0  the photos were shown, or are in DIR
          1  the call or a download failed
          2  the command line was not understood
        """
}

/// A command line that cannot be understood; exit code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { "photos: \(message) Try 'photos --help'." }
}
