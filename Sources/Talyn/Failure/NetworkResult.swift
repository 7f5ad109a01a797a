/// Five outcomes of a call, none of them thrown: the taxonomy for a view that switches once.
///
/// ```swift
/// switch await charts.networkResult(.pieChart(date), as: Chart.self, rejection: Message.self) {
/// case .success(let chart): show(chart)
/// case .requestErr(let message): showAlert(message?.text)
/// case .pathErr, .serverErr, .networkFail: showPlaceholder()
/// }
/// ```
/// The status is looked at first, and the rejection has a type of its own: an HTML page behind a 502 is
/// ``serverErr``, not a decoding failure.
public enum NetworkResult<Value: Sendable, Rejection: Sendable>: Sendable {
    /// An answer of the right type.
    case success(Value)
    /// The server refused the request: 400 to 499, or an envelope that said no.
    case requestErr(Rejection)
    /// The answer is not of the right type, or the request could not be built.
    case pathErr
    /// The server failed: 500 to 599.
    case serverErr
    /// No answer: offline, timed out, cancelled, or a response that is none of the above.
    case networkFail

    /// The outcome of a raw error; `rejection` reads what the server said.
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
