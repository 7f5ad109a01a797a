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

        OPTIONS
          --used FOLDER              check: report entries and cassettes that no
                                     test used, from the logs written by
                                     TALYN_CASSETTE_USAGE=FOLDER swift test
          --dry-run                  redact: report and write nothing
          --name NAME                treat this query item or field as a secret
          --header NAME              treat this header as a secret
          --except-name NAME         treat this query item or field as no secret
          --except-header NAME       treat this header as no secret
          -h, --help                 show this help

        On macOS a plugin needs permission to write:
          swift package --allow-writing-to-package-directory cassette redact

        EXIT CODES
          0  nothing was found
          1  something was found, a file could not be handled, or there is no
             .har file
          2  the command line was not understood
        """
}
