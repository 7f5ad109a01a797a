/// What a stub answers with: a response, an error, or a sequence of them.
///
/// ```swift
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
/// stubs.on(GitHub.zen, .failure(.notConnectedToInternet).delayed(by: .seconds(2)))
/// stubs.on(GitHub.zen, .text("Keep it logically awesome.").stalling(after: 4))
/// ```
/// What a real server can do to a client, a stub can: answer late, in drips, in part, or not at all. Times are decided by
/// arithmetic on the provider's clock, so that nothing races and a test clock makes them exact.
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(status: Int, headers: HTTPHeaders, body: Data)
        case failure(any Error)
        case noResponse
        case sequence([StubAnswer], SequenceEnd)
        case fixture(StubFixture)
        case unusable(String)
    }

    struct Parts: Sendable {
        var content: Content
        var delay: Duration = .zero
        /// How much shorter or longer the delay may be.
        var jitter: Duration = .zero
        var pace = StubPace()
        /// The scenarios that move when it is given, and their new states.
        var moves: [String: String] = [:]
        /// Whether a bound call takes it although it does not decode.
        var isMalformed = false

        /// Whether a sequence hands nothing down.
        var isPlain: Bool { delay == .zero && jitter == .zero && pace.isPlain && moves.isEmpty && !isMalformed }
    }

    // Always one element, as in Endpoint: one reference to hand on instead of six.
    private var array: [Parts]

    var parts: Parts {
        _read { yield array[0] }
        _modify { yield &array[0] }
    }

    var content: Content { parts.content }

    init(_ content: Content) { array = [Parts(content: content)] }

    /// What a sequence does when its last answer was given.
    public enum SequenceEnd: Sendable, Hashable {
        /// The next request fails as one that nobody stubbed: the default.
        case fails
        /// The last answer is given again and again.
        case repeatsLast
        /// It begins anew.
        case cycles
    }

    /// A response with bytes for a body.
    public static func data(
        _ data: Data, contentType: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        var all = headers
        if let contentType, !headers.contains("Content-Type") { all["Content-Type"] = contentType }
        return StubAnswer(.response(status: status, headers: all, body: data))
    }

    /// A response with a body of text.
    public static func text(
        _ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200,
        headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        .data(Data(text.utf8), contentType: contentType, status: status, headers: headers)
    }

    /// A response with a JSON body from a value; a value that cannot be encoded fails the call that asks for it.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        do {
            let body = try JSONEncoder.talyn.encode(value)
            return .data(body, contentType: "application/json", status: status, headers: headers)
        } catch {
            return StubAnswer(.unusable("its value of type \(type(of: value)) cannot be encoded"))
        }
    }

    /// A response with a JSON body that is text already: a String is taken as it is, not encoded again.
    public static func json(
        _ text: String, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        .data(Data(text.utf8), contentType: "application/json", status: status, headers: headers)
    }

    /// A response without a body.
    public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> StubAnswer {
        .data(Data(), status: status, headers: headers)
    }

    /// A redirect; relative locations are allowed.
    public static func redirect(to location: String, status: Int = 302) -> StubAnswer {
        .status(status, headers: ["Location": location])
    }

    /// No response: the transport fails with this code.
    public static func failure(_ code: URLError.Code) -> StubAnswer { StubAnswer(.failure(URLError(code))) }

    /// No response: the transport throws this.
    public static func failure(_ error: any Error) -> StubAnswer { StubAnswer(.failure(error)) }

    /// No response: the connection is reset before the head comes. Fails as a lost connection.
    public static let reset = StubAnswer.failure(.networkConnectionLost)

    /// No response, ever: the request is taken, and nothing comes. Ends by timeout or deadline, or when it is cancelled.
    public static let noResponse = StubAnswer(.noResponse)

    /// One answer a request, in order, and a rule for its end. Without any answer each request fails as unstubbed.
    public static func sequence(_ answers: [StubAnswer], then end: SequenceEnd = .fails) -> StubAnswer {
        StubAnswer(.sequence(answers, end))
    }

    /// The bytes it answers with; empty for an error, and for a sequence those of its first answer.
    var data: Data {
        switch content {
        case .response(_, _, let body): body
        case .sequence(let answers, _): answers.first?.data ?? Data()
        case .failure, .noResponse, .unusable, .fixture: Data()
        }
    }
}

extension StubAnswer: RedactedStringConvertible {
    /// Status and size, or the error; never a value.
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
