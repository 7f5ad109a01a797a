/// The category of each `URLError` code. A test fails if Foundation has a code without a row.
enum URLErrorTable {
    /// Returns the category of a code; ``ErrorCategory/other`` for a code without a row.
    static func category(of code: URLError.Code) -> ErrorCategory { row(code.rawValue) ?? .other }

    /// Returns whether a code means that the server could not be reached, as in ``MyAPIError/internetConnection(_:)``.
    static func isConnectivity(_ code: URLError.Code) -> Bool {
        switch row(code.rawValue) {
        case .offline?, .connectionLost?, .dns?, .connect?: true
        default: code == .secureConnectionFailed
        }
    }

    /// Returns whether a code means that the device has no network: not connected, data not allowed, or roaming off.
    static func isNoNetwork(_ code: URLError.Code) -> Bool { [-1009, -1018, -1020].contains(code.rawValue) }

    /// Returns the category of a code; nil without a row.
    ///
    /// The key is the number: the code is an enum on Linux and a struct on Apple platforms, and some constants do not
    /// exist on every platform.
    static func row(_ code: Int) -> ErrorCategory? {
        switch code {
        case -1: .other  // unknown
        case -999, -997, -996, -995: .aborted  // cancelled without cancellation of the task; backgroundSession…
        case -1000, -1002: .invalidRequest  // badURL, unsupportedURL
        case -1001: .timeout  // timedOut
        case -1003, -1006: .dns  // cannotFindHost, dnsLookupFailed
        case -1004: .connect  // cannotConnectToHost
        case -1005: .connectionLost  // networkConnectionLost
        case -1007, -1010: .redirect  // httpTooManyRedirects, redirectToNonExistentLocation
        case -1008, -1011, -1014: .badResponse  // resourceUnavailable, badServerResponse, zeroByteResource
        case -1015, -1016, -1017: .badResponse  // cannotDecodeRawData, cannotDecodeContentData, cannotParseResponse
        case -3006, -3007: .badResponse  // downloadDecodingFailedMidStream, downloadDecodingFailedToComplete
        case -1009, -1020: .offline  // notConnectedToInternet, dataNotAllowed
        case -1018, -1019: .offline  // internationalRoamingOff, callIsActive
        case -1012, -1013: .authentication  // userCancelledAuthentication, userAuthenticationRequired
        case -1021, -2000: .other  // requestBodyStreamExhausted, cannotLoadFromNetwork
        case -1022: .tls  // appTransportSecurityRequiresSecureConnection
        case -1206 ... -1200: .tls  // secureConnectionFailed, serverCertificate…, clientCertificate…
        case -1100, -1101, -1102: .file  // fileDoesNotExist, fileIsDirectory, noPermissionsToReadFile
        case -3005 ... -3000: .file  // cannotCreateFile, cannotOpenFile, cannotCloseFile, cannotWriteToFile, …
        case -1103: .tooLarge  // dataLengthExceedsMaximum
        default: nil
        }
    }
}

extension URLError {
    /// The error with its code and text only.
    ///
    /// Foundation stores the complete URL with its query in the user info. Errors are logged, so it is removed, and so
    /// is a text that may contain a URL. ``RequestError`` has the endpoint.
    var withoutURL: URLError {
        guard let text = userInfo[NSLocalizedDescriptionKey] as? String,
            !text.utf8.contains(where: "?@=".utf8.contains),
            !text.contains(bytes: "://")
        else { return URLError(code) }
        return URLError(code, text: text)
    }
}
