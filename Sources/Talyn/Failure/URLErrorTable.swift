/// What each `URLError` code means: one row a code, and a test that fails when Foundation gains one without a row.
enum URLErrorTable {
    /// The category of a code; ``ErrorCategory/other`` for a code without a row.
    static func category(of code: URLError.Code) -> ErrorCategory {
        rows[code.rawValue]?.category ?? .other
    }

    /// Whether the code says that the server could not be reached: what ``MyAPIError/internetConnection(_:)`` holds.
    static func isConnectivity(_ code: URLError.Code) -> Bool {
        rows[code.rawValue]?.isConnectivity ?? false
    }

    /// Whether the code speaks of this device's side: no connection, a lost one, data not allowed, roaming off.
    static func isNoNetwork(_ code: URLError.Code) -> Bool {
        [
            URLError.Code.notConnectedToInternet, .networkConnectionLost, .dataNotAllowed, .internationalRoamingOff,
        ].contains { $0.rawValue == code.rawValue }
    }

    /// A code's meaning.
    struct Row: Sendable {
        let category: ErrorCategory
        let isConnectivity: Bool

        init(_ category: ErrorCategory, isConnectivity: Bool = false) {
            self.category = category
            self.isConnectivity = isConnectivity
        }
    }

    // Keyed by number: the code is an enum on Linux and a struct on Apple platforms, where a few codes of this list do
    // not exist as constants everywhere.
    static let rows: [Int: Row] = [
        -1: Row(.other),  // unknown
        -999: Row(.aborted),  // cancelled, by somebody else than the task
        -1000: Row(.invalidRequest),  // badURL
        -1001: Row(.timeout),  // timedOut
        -1002: Row(.invalidRequest),  // unsupportedURL
        -1003: Row(.dns, isConnectivity: true),  // cannotFindHost
        -1004: Row(.connect, isConnectivity: true),  // cannotConnectToHost
        -1005: Row(.connectionLost, isConnectivity: true),  // networkConnectionLost
        -1006: Row(.dns, isConnectivity: true),  // dnsLookupFailed
        -1007: Row(.redirect),  // httpTooManyRedirects
        -1008: Row(.badResponse),  // resourceUnavailable
        -1009: Row(.offline, isConnectivity: true),  // notConnectedToInternet
        -1010: Row(.redirect),  // redirectToNonExistentLocation
        -1011: Row(.badResponse),  // badServerResponse
        -1012: Row(.authentication),  // userCancelledAuthentication
        -1013: Row(.authentication),  // userAuthenticationRequired
        -1014: Row(.badResponse),  // zeroByteResource
        -1015: Row(.badResponse),  // cannotDecodeRawData; a transport's becomes the next one
        -1016: Row(.badResponse),  // cannotDecodeContentData
        -1017: Row(.badResponse),  // cannotParseResponse
        -1018: Row(.offline, isConnectivity: true),  // internationalRoamingOff
        -1019: Row(.offline, isConnectivity: true),  // callIsActive
        -1020: Row(.offline, isConnectivity: true),  // dataNotAllowed
        -1021: Row(.other),  // requestBodyStreamExhausted
        -1022: Row(.tls),  // appTransportSecurityRequiresSecureConnection
        -1100: Row(.file),  // fileDoesNotExist
        -1101: Row(.file),  // fileIsDirectory
        -1102: Row(.file),  // noPermissionsToReadFile
        -1103: Row(.tooLarge),  // dataLengthExceedsMaximum
        -1200: Row(.tls, isConnectivity: true),  // secureConnectionFailed
        -1201: Row(.tls),  // serverCertificateHasBadDate
        -1202: Row(.tls),  // serverCertificateUntrusted
        -1203: Row(.tls),  // serverCertificateHasUnknownRoot
        -1204: Row(.tls),  // serverCertificateNotYetValid
        -1205: Row(.tls),  // clientCertificateRejected
        -1206: Row(.tls),  // clientCertificateRequired
        -2000: Row(.other),  // cannotLoadFromNetwork
        -3000: Row(.file),  // cannotCreateFile
        -3001: Row(.file),  // cannotOpenFile
        -3002: Row(.file),  // cannotCloseFile
        -3003: Row(.file),  // cannotWriteToFile
        -3004: Row(.file),  // cannotRemoveFile
        -3005: Row(.file),  // cannotMoveFile
        -3006: Row(.badResponse),  // downloadDecodingFailedMidStream
        -3007: Row(.badResponse),  // downloadDecodingFailedToComplete
        -995: Row(.aborted),  // backgroundSessionRequiresSharedContainer
        -996: Row(.aborted),  // backgroundSessionInUseByAnotherProcess
        -997: Row(.aborted),  // backgroundSessionWasDisconnected
    ]
}

extension URLError {
    /// The same code with its text and nothing else.
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
