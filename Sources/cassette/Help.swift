extension Arguments {
    /// The text of `--help`.
    static let help = """
        USAGE: swift package cassette <command> [options] [files or folders]

        Handles recorded cassettes (HAR files). Without files or folders it takes
        every .har file of the package.

        COMMANDS
          list    shows hosts, methods, statuses, sizes and dates
          check   finds secrets, and entries that cannot be replayed
          redact  removes secrets, in place
          drift   sends the recorded GET, HEAD and OPTIONS requests to the live
                  host and reports responses whose shape has changed

        OPTIONS
          --json                     list, check, drift: print JSON
          --entries                  list: print a line for each entry
          --used FOLDER              check: report entries and cassettes that no
                                     test used, from the logs written by
                                     TALYN_CASSETTE_USAGE=FOLDER swift test
          --dry-run                  redact: report and write nothing
          --name NAME                treat this query item or field as a secret
          --header NAME              list, check, redact: treat this header as a
                                     secret
          --except-name NAME         treat this query item or field as no secret
          --except-header NAME       treat this header as no secret
          --header "NAME: VALUE"     drift: send this header
          --header-from-env NAME=VARIABLE
                                     drift: send a header whose value is in an
                                     environment variable
          --query-from-env NAME=VARIABLE
                                     drift: the same for a query item
          --host HOST                drift: send these headers and items to this
                                     host, over http only if the first entry used
                                     http; may be repeated (default: origin of
                                     the first entry)
          --base-url URL             drift: send requests to this server instead
          -h, --help                 show this help

        On macOS a plugin needs permission to write and to use the network:
          swift package --allow-writing-to-package-directory cassette redact
          swift package --allow-network-connections all cassette drift

        EXIT CODES
          0  nothing was found
          1  something was found, a file could not be handled, there is no .har
             file, or drift compared nothing
          2  the command line was not understood
        """
}
