internal import Talyn
internal import TalynTesting

/// One call of a scenario: the request, the events during it, and the expected outcome.
struct ScenarioCall: Sendable {
    /// The body of a request, in each of the forms that a body has.
    enum Content: Sendable {
        case none
        case data(String)
        case file(String)
        case stream([String])
        /// A multipart form of a text and of a stream, whose length is known or not.
        case form(String, [String], hasLength: Bool)

        /// The bytes that are sent.
        var text: String {
            switch self {
            case .none: ""
            case .data(let text), .file(let text): text
            case .stream(let pieces): pieces.joined()
            case .form(let caption, let pieces, _):
                "--scenario\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\n\(caption)\r\n"
                    + "--scenario\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                    + "Content-Type: text/plain\r\n\r\n\(pieces.joined())\r\n--scenario--\r\n"
            }
        }

        var contentType: String? {
            switch self {
            case .none: nil
            case .data, .file, .stream: ScenarioCall.contentType
            case .form: "multipart/form-data; boundary=scenario"
            }
        }
    }

    /// An event during a call. Each waits until something is seen to happen, never for time.
    enum Cue: Sendable, Hashable {
        /// Waits until the server has come to its next hold. Skipped over stubs.
        case holding
        /// Waits until the client has reported this many bytes of the body.
        case received(Int)
        /// Waits until the client sleeps on the clock, then advances the clock by seconds. Skipped over stubs.
        case advance(Int)
        /// Lets the server go on. Skipped over stubs.
        case release
        /// Waits until the client sleeps on the clock: over stubs, the equivalent of `holding`.
        case asleep
        /// Cancels the call's task.
        case cancel
    }

    static let contentType = "text/plain; charset=utf-8"

    var method = HTTPMethod.get
    var address = "home/a"
    var headers = HTTPHeaders()
    var content = Content.none
    /// The coding of the body. A coded one has no fixed bytes: it is compared as the answer that returns it.
    var contentCoding: ContentCoding?
    /// Whether the body of the response is decoded.
    var decodesContent = true
    var timeout: Duration?
    var deadline: Duration?
    var redirects: RedirectPolicy?
    var cues: [Cue] = []
    /// Whether its task is cancelled before it starts.
    var isCancelledFirst = false
    /// Whether the client must close its connection when the call ends.
    var leaves = false
    /// Whether the server closes its connection after the answer; the next call waits for that.
    var isLeft = false
    /// The expected exchanges; nil for one, which ends as the call does.
    var exchanges: [ScenarioExchange]?
    /// The expected end.
    var end: ScenarioEnd

    init(
        _ end: ScenarioEnd, _ exchanges: [ScenarioExchange]? = nil, _ change: (inout ScenarioCall) -> Void = { _ in }
    ) {
        self.end = end
        self.exchanges = exchanges
        change(&self)
    }

    /// The headers that are sent, with the type of the body.
    var sentHeaders: HTTPHeaders {
        var headers = headers
        if let type = content.contentType { headers["Content-Type"] = type }
        return headers
    }

    /// The body that the server is seen to receive.
    var seenBody: String { contentCoding == nil ? content.text : "" }
}

/// One exchange that is expected of a call.
struct ScenarioExchange: Sendable {
    var method = HTTPMethod.get
    var address = "home/a"
    var body = ""
    var headers = HTTPHeaders()
    /// The status, or the category of the failure.
    var answer: String

    static func status(_ status: Int, at address: String = "home/a") -> Self {
        Self(address: address, answer: "\(status)")
    }

    static func failure(_ category: ErrorCategory, at address: String) -> Self {
        Self(address: address, answer: category.rawValue)
    }
}

/// The expected end of a call.
struct ScenarioEnd: Sendable {
    /// Nil for a success.
    var category: ErrorCategory?
    /// The code of the `URLError`; nil when there is none.
    var code: URLError.Code?
    /// Nil when there is no response.
    var status: Int?
    var body = ""
    /// Header fields that the response must have, each value of a name.
    var headers: [String: [String]] = [:]
    /// The address of the response; nil for that of the call.
    var address: String?

    static func response(_ status: Int, _ body: String = "", from address: String? = nil) -> ScenarioEnd {
        ScenarioEnd(status: status, body: body, address: address)
    }

    static func refused(_ status: Int, _ body: String = "") -> ScenarioEnd {
        ScenarioEnd(category: .status, status: status, body: body)
    }

    static func failure(_ category: ErrorCategory, _ code: URLError.Code? = nil) -> ScenarioEnd {
        ScenarioEnd(category: category, code: code)
    }

    /// The text of hooks and timelines for an exchange that ends this way.
    var answer: String { status.map(String.init) ?? (category ?? .other).rawValue }
}
