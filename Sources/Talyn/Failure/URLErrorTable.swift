/// The meaning of each `URLError` code. A test fails when Foundation gains a code without a row.
enum URLErrorTable {
    /// The category of a code; ``ErrorCategory/other`` for a code without a row.
    static func category(of code: URLError.Code) -> ErrorCategory { row(code.rawValue) ?? .other }

    /// Whether the code says that the server could not be reached: what ``MyAPIError/internetConnection(_:)`` holds.
    static func isConnectivity(_ code: URLError.Code) -> Bool {
        switch row(code.rawValue) {
        case .offline?, .connectionLost?, .dns?, .connect?: true
        default: code == .secureConnectionFailed
        }
    }

    /// Whether the code speaks of this device's side: no connection, a lost one, data not allowed, roaming off.
    static func isNoNetwork(_ code: URLError.Code) -> Bool { [-1005, -1009, -1018, -1020].contains(code.rawValue) }

    /// The category of a code; nil without a row.
    ///
    /// By number: the code is an enum on Linux and a struct on Apple platforms, and a few of these do not exist as constants
    /// everywhere.
    static func row(_ code: Int) -> ErrorCategory? {
        switch code {
        case -1018, -1019, -1020, -1009: .offline  // roaming off, a phone call, data not allowed, not connected
        case -1005: .connectionLost
        case -1001: .timeout
        case -1003, -1006: .dns
        case -1004: .connect
        case -1022, -1206 ... -1200: .tls  // App Transport Security, and what is wrong with certificates
        case -1007, -1010: .redirect
        case -1008, -1011, -1014, -1015, -1016, -1017, -3006, -3007: .badResponse
        case -1012, -1013: .authentication
        case -1100, -1101, -1102, -3005 ... -3000: .file
        case -1103: .tooLarge
        case -1000, -1002: .invalidRequest
        case -995, -996, -997, -999: .aborted  // -999: cancelled by somebody else than the task
        case -1, -1021, -2000: .other  // unknown, a stream that cannot be sent again, not in the cache
        default: nil
        }
    }
}

extension URLError {
    /// The error with its code and text only.
    ///
    /// Foundation keeps the whole URL, query and all, in the user info; errors travel into logs, so it is dropped, and the
    /// text with it when it looks as if it held one. The endpoint is on the ``RequestError``.
    var withoutURL: URLError {
        guard let text = userInfo[NSLocalizedDescriptionKey] as? String,
            !text.utf8.contains(where: "?@=".utf8.contains),
            !text.contains(bytes: "://")
        else { return URLError(code) }
        return URLError(code, text: text)
    }

    /// A code with a text that says what happened.
    package init(_ code: URLError.Code, text: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
