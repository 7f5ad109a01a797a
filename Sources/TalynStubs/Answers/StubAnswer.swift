public import Talyn

/// The answer of a stub: a response, an error or a sequence of them.
///
/// ```swift
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
/// stubs.on(GitHub.zen, .failure(.notConnectedToInternet).delayed(by: .seconds(2)))
/// stubs.on(GitHub.zen, .text("Keep it logically awesome.").stalling(after: 4))
/// ```
/// An answer can be late, slow, incomplete or missing, as with a real server. Times are computed on the provider's
/// clock, so nothing races and a test clock makes them exact.
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(status: Int, headers: HTTPHeaders, body: Data)
        case failure(any Error)
        case noResponse
        case sequence([StubAnswer], SequenceEnd)
        /// The file for a case, by the name of its operation.
        case fixture(@Sendable (_ operation: String?) -> StubAnswer)
        case unusable(String)
    }

    struct Parts: Sendable {
        var content: Content
        var delay: Duration = .zero
        /// The largest deviation of the delay in either direction.
        var jitter: Duration = .zero
        var pace = StubPace()
        /// The scenarios that change state when the answer is given, and their new states.
        var moves: [String: String] = [:]
        /// Whether it answers requests for a range with a part of its body.
        var servesRanges = false
        /// The name of the file with its body; nil for another answer.
        var file: String?
        /// The reason why a transport of stubs does not give it; nil if it does. A cassette gives what it recorded.
        var fault: String?
    }

    // Always one element, as in Endpoint: one reference to pass on instead of six.
    private var array: [Parts]

    var parts: Parts {
        _read { yield array[0] }
        _modify { yield &array[0] }
    }

    var content: Content { parts.content }

    init(_ content: Content) { array = [Parts(content: content)] }

    /// The behavior of a sequence after its last answer.
    public enum SequenceEnd: Sendable, Hashable {
        /// The next request fails as unstubbed. Default.
        case fails
        /// The last answer repeats.
        case repeatsLast
        /// The sequence starts again.
        case cycles
    }

    /// Returns a response with bytes as its body.
    ///
    /// A status that does not have three digits, or a header with a line break, makes the answer unusable: the call
    /// fails, and so does ``StubTransport/verify()``.
    public static func data(
        _ data: Data, contentType: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        var all = headers
        if let contentType, !headers.contains("Content-Type") { all["Content-Type"] = contentType }
        var answer = StubAnswer(.response(status: status, headers: all, body: data))
        // A line break would begin another field. Other control characters do arrive.
        let broken = all.fields.first { "\($0.name)\($0.value)".utf8.contains { $0 == 0x0A || $0 == 0x0D } }
        answer.parts.fault = broken.flatMap(HTTPHeaders.problem)
        if !(100...999).contains(status) { answer.parts.fault = "its status \(status) does not have three digits" }
        return answer
    }

    /// Returns a response with text as its body.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200,
        headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        .data(Data(text.utf8), contentType: contentType, status: status, headers: headers)
    }

    /// Returns a response with a value encoded as JSON; `Data` is JSON already. If it cannot be encoded, the call that
    /// requests the answer fails.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        do {
            let body = try JSONEncoder.talyn.body(of: value)
            return .data(body, contentType: "application/json", status: status, headers: headers)
        } catch {
            return StubAnswer(.unusable("its value of type \(type(of: value)) cannot be encoded"))
        }
    }

    /// Returns a response with JSON text as its body. The string is not encoded again.
    public static func json(
        _ text: String, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        .data(Data(text.utf8), contentType: "application/json", status: status, headers: headers)
    }

    /// Returns a response without a body.
    public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> StubAnswer {
        .data(Data(), status: status, headers: headers)
    }

    /// Returns a redirect. Relative locations are allowed.
    public static func redirect(to location: String, status: Int = 302) -> StubAnswer {
        .status(status, headers: ["Location": location])
    }

    /// Returns a failure without a response: the transport throws a `URLError` with this code.
    public static func failure(_ code: URLError.Code) -> StubAnswer { StubAnswer(.failure(URLError(code))) }

    /// Returns a failure without a response: the transport throws this error.
    public static func failure(_ error: any Error) -> StubAnswer { StubAnswer(.failure(error)) }

    /// A connection reset before the head arrives. Fails as a lost connection.
    public static let reset = StubAnswer.failure(.networkConnectionLost)

    /// A request without a response. Ends by timeout, deadline or cancellation.
    public static let noResponse = StubAnswer(.noResponse)

    /// Returns one answer per request, in order, then continues as `end` says. An empty sequence fails each request as
    /// unstubbed.
    public static func sequence(_ answers: [StubAnswer], then end: SequenceEnd = .fails) -> StubAnswer {
        StubAnswer(.sequence(answers, end))
    }

    /// The bytes of the body; empty for an error. For a sequence, those of its first answer.
    var data: Data {
        switch content {
        case .response(_, _, let body): body
        case .sequence(let answers, _): answers.first?.data ?? Data()
        case .failure, .noResponse, .unusable, .fixture: Data()
        }
    }
}

extension StubAnswer: RedactedStringConvertible {
    /// The status and size, or the error; never a value.
    public var description: String {
        switch content {
        case .response(let status, _, let body): "\(status), \(body.count) bytes"
        case .failure(let error): (error as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\(type(of: error))"
        case .noResponse: "no response"
        case .sequence(let answers, _): "a sequence of \(answers.count)"
        case .fixture: "a fixture"
        case .unusable: "unusable"
        }
    }
}
