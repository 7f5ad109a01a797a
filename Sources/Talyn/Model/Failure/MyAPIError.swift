// MyAPIError                                   from
// ├─ .cancelled(RequestError)                  the Swift task was cancelled
// ├─ .internetConnection(RequestError)         the server could not be reached: URLErrorTable.isConnectivity
// ├─ .requestTimeout(RequestError)             .timedOut
// ├─ .empty(RequestError)                      a required body is missing
// ├─ .decoding(RequestError)                   the body did not decode
// └─ .restError(RequestError, status, code)    everything else: a rejected status code, an envelope's rejection, …

/// The default error type of targets.
///
/// ```swift
/// do throws(MyAPIError) {
///     show(try await github.request(.user("octocat"), as: User.self))
/// } catch {
///     switch error {
///     case .internetConnection, .requestTimeout: offerRetry()
///     case .restError(_, let statusCode, let errorCode): explain(statusCode, errorCode)
///     case .decoding, .empty: reportBug(error)
///     case .cancelled: break
///     }
/// }
/// ```
/// In a test, every case except `.decoding` and `.restError` can omit the raw error: `.requestTimeout()`. A raw error
/// is passed as in `.internetConnection(RequestError(.transport(URLError(.cannotFindHost))))`.
public enum MyAPIError: Error, Sendable {
    /// A required body is missing.
    case empty(RequestError = RequestError(.empty))
    /// A timeout or the deadline was exceeded.
    case requestTimeout(RequestError = RequestError(.transport(URLError(.timedOut))))
    /// The server could not be reached. ``isNoNetwork`` is true if the device has no network. Default:
    /// `.notConnectedToInternet`.
    case internetConnection(RequestError = RequestError(.transport(URLError(.notConnectedToInternet))))
    /// The task was cancelled.
    case cancelled(RequestError = RequestError(.cancelled))
    /// The body did not decode; the error has the coding path and an excerpt.
    case decoding(RequestError)
    /// Any other failure. `statusCode` is nil without a response. `errorCode` is the `"code"` in the response's body, a
    /// string or number; nil if there is none.
    case restError(RequestError, statusCode: Int?, errorCode: String?)
}

extension MyAPIError {
    /// The status code of a ``restError(_:statusCode:errorCode:)``; nil for other cases.
    public var statusCode: Int? { if case .restError(_, let statusCode, _) = self { statusCode } else { nil } }

    /// The error codes in the body of a ``restError(_:statusCode:errorCode:)``: its `"code"`, and each `code` in an
    /// `"errors"` array; empty if there are none.
    public var errorCodes: [String] {
        guard case .restError(let error, _, let errorCode) = self else { return [] }
        var codes = [errorCode].compactMap { $0 }
        if case .array(let errors) = error.bodyJSON?["errors"] {
            for code in errors.compactMap({ $0["code"]?.scalarText }) where !codes.contains(code) { codes.append(code) }
        }
        return codes
    }

    /// Whether the device has no network: not connected, data not allowed, or roaming off.
    public var isNoNetwork: Bool { urlError.map { URLErrorTable.isNoNetwork($0.code) } ?? false }

    /// Whether the connection was lost: by the device's network, or by the server.
    public var isConnectionLost: Bool { urlError?.code == .networkConnectionLost }

    /// The underlying `URLError`; nil if there is none.
    public var urlError: URLError? { requestError.urlError }

    /// The raw error, with operation, response and timeline.
    public var requestError: RequestError { content.error }

    /// The response that was rejected or did not decode, with its body; nil if there was none.
    public var response: Response? { requestError.response }

    /// The name of the case and its raw error.
    private var content: (name: String, error: RequestError) {
        switch self {
        case .empty(let error): ("empty", error)
        case .requestTimeout(let error): ("requestTimeout", error)
        case .internetConnection(let error): ("internetConnection", error)
        case .cancelled(let error): ("cancelled", error)
        case .decoding(let error): ("decoding", error)
        case .restError(let error, _, _): ("restError", error)
        }
    }
}

extension MyAPIError {
    /// The chain of every target that does not declare its own.
    public static let catchChain = CatchChain(cancelled: MyAPIError.cancelled(_:), otherwise: handleREST)
        .catch(handleInternetConnection)
        .catch(handleTimeOut)
        .catch(handleBody)

    /// A link for the codes of an unreachable server.
    @Sendable public static func handleInternetConnection(_ error: RequestError) -> MyAPIError? {
        error.urlError.flatMap { URLErrorTable.isConnectivity($0.code) ? .internetConnection(error) : nil }
    }

    /// A link for `.timedOut`.
    @Sendable public static func handleTimeOut(_ error: RequestError) -> MyAPIError? {
        error.urlError?.code == .timedOut ? .requestTimeout(error) : nil
    }

    /// A link for a missing required body, and a body that does not decode.
    @Sendable public static func handleBody(_ error: RequestError) -> MyAPIError? {
        switch error.kind {
        case .empty: .empty(error)
        case .decoding: .decoding(error)
        default: nil
        }
    }

    /// A default for any error, with the status code and the body's `"code"`.
    @Sendable public static func handleREST(_ error: RequestError) -> MyAPIError {
        handleREST(errorCodeAt: "code")(error)
    }

    /// Returns a default that reads the error code at a key path of the body, such as `"error.code"`, `"errors.0.id"`
    /// or, for a name with a dot, `#"api\.v1.code"#`.
    public static func handleREST(errorCodeAt path: String) -> @Sendable (RequestError) -> MyAPIError {
        { error in
            let rejected = if case .rejected(let rejection) = error.kind { rejection.code } else { String?.none }
            let code = rejected ?? error.bodyJSON?.value(atKeyPath: path)?.scalarText
            return .restError(error, statusCode: error.statusCode, errorCode: code)
        }
    }
}

/// Equal if the case, code and status code are; responses and timelines are ignored.
extension MyAPIError: Equatable {
    public static func == (left: MyAPIError, right: MyAPIError) -> Bool {
        switch (left, right) {
        case (.empty, .empty), (.cancelled, .cancelled): true
        case (.requestTimeout(let left), .requestTimeout(let right)),
            (.internetConnection(let left), .internetConnection(let right)):
            left.urlError.map { $0.code.rawValue == right.urlError?.code.rawValue } ?? (left == right)
        case (.decoding(let left), .decoding(let right)): left == right
        case (.restError(let left, let status, let code), .restError(let right, let otherStatus, let otherCode)):
            left == right && status == otherStatus && code == otherCode
        default: false
        }
    }
}

extension MyAPIError: RedactedStringConvertible {
    /// The case and the description of the raw error. `localizedDescription` is a text for a person.
    public var description: String { "\(content.name): \(content.error)" }
}

extension RequestError {
    /// The body of the response as JSON; nil if there is none or it is not JSON.
    fileprivate var bodyJSON: JSONValue? { body(as: JSONValue.self) }
}
