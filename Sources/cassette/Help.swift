extension Arguments {
    /// The text of `--help`.
    static let help = """
        USAGE: swift package cassette <command> [options] [files or folders]

        Handles recorded cassettes (HAR files). Without files or folders it takes
        every .har file of the package.

        COMMANDS
          list    shows start, method, URL, operation, status and size of entries
          check   finds secrets, and entries that cannot be replayed
          redact  removes secrets, in place
          drift   sends the recorded GET, HEAD and OPTIONS requests to the live
                  host and reports responses whose shape has changed

        OPTIONS
          --used FOLDER              check: report entries and cassettes that no
                                     test used, from the logs written by
                                     TALYN_CASSETTE_USAGE=FOLDER swift test
          --dry-run                  redact: report and write nothing
          --name NAME                treat this query item or field as a secret
          --header NAME              treat this header as a secret
          --except-name NAME         treat this query item or field as no secret
          --except-header NAME       treat this header as no secret
          --header-from-env NAME=VARIABLE
                                     drift: send a header whose value is in an
                                     environment variable, to the origin of the
                                     first entry only
          --query-from-env NAME=VARIABLE
                                     drift: the same for a query item
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
