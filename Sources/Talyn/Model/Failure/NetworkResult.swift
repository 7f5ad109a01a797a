/// The outcome of a call in five cases, for a view with a single switch. Nothing is thrown.
///
/// ```swift
/// switch await charts.networkResult(.pieChart(date), as: Chart.self, rejection: Message.self) {
/// case .success(let chart): show(chart)
/// case .requestErr(let message): showAlert(message?.text)
/// case .pathErr, .serverErr, .networkFail: showPlaceholder()
/// }
/// ```
/// The status code is checked first, and the rejection has its own type: a 502 with an HTML page is ``serverErr``, not
/// a decoding failure.
public enum NetworkResult<Value: Sendable, Rejection: Sendable>: Sendable {
    /// A response of the requested type.
    case success(Value)
    /// The server rejected the request: 400 to 499, or an envelope with a rejection.
    case requestErr(Rejection)
    /// The response does not have the requested type, or the request could not be made.
    case pathErr
    /// The server failed: 500 to 599.
    case serverErr
    /// No usable response: offline, timed out, cancelled, or anything else.
    case networkFail

    /// Makes the outcome of a raw error. `rejection` decodes the server's response.
    public init(_ error: RequestError, rejection: (RequestError) -> Rejection) {
        switch error.kind {
        case .status(400...499), .rejected: self = .requestErr(rejection(error))
        case .status(500...599): self = .serverErr
        case .decoding, .empty, .contentType, .invalidRequest, .unstubbed: self = .pathErr
        case .transport, .cancelled, .status, .plugin, .tooLarge: self = .networkFail
        }
    }

    /// The value; nil for the four failures.
    public var value: Value? {
        if case .success(let value) = self { value } else { nil }
    }

    /// Whether it is one of the four failures.
    public var isFailure: Bool { value == nil }

    /// Returns the outcome with another value.
    public func map<Other>(_ transform: (Value) -> Other) -> NetworkResult<Other, Rejection> {
        switch self {
        case .success(let value): .success(transform(value))
        case .requestErr(let rejection): .requestErr(rejection)
        case .pathErr: .pathErr
        case .serverErr: .serverErr
        case .networkFail: .networkFail
        }
    }

    /// Returns one result from the value or from any of the four failures.
    public func fold<Output>(success: (Value) -> Output, failure: (Self) -> Output) -> Output {
        if case .success(let value) = self { success(value) } else { failure(self) }
    }
}

extension NetworkResult: Equatable where Value: Equatable, Rejection: Equatable {}
