internal import Talyn
internal import TalynTesting

/// One call of a scenario: what is sent, what happens meanwhile, and what is expected of it.
struct ScenarioCall: Sendable {
    /// The body of a request, in each of the forms that a body has.
    enum Content: Sendable {
        case none
        case data(String)
        case file(String)
        case stream([String])

        var text: String {
            switch self {
            case .none: ""
            case .data(let text), .file(let text): text
            case .stream(let pieces): pieces.joined()
            }
        }
    }

    var method = HTTPMethod.get
    var origin = ScenarioOrigin.home
    var path = "a"
    var headers = HTTPHeaders()
    var content = Content.none
    var timeout: Duration?
    var deadline: Duration?
    var redirects: RedirectPolicy?
    /// What happens while it runs.
    var cues: [ScenarioCue] = []
    /// Whether its task is cancelled before it starts.
    var isCancelledFirst = false
    /// Whether the client has to give its connection up when the call ends.
    var leaves = false
    /// Whether the server ends its connection behind the answer, which is waited for before the next call.
    var isLeft = false
    /// The exchanges that are expected; nil for one, which ends as the call does.
    var exchanges: [ScenarioExchange]?
    /// How it is expected to end.
    var end: ScenarioEnd

    init(_ method: HTTPMethod = .get, _ path: String = "a", end: ScenarioEnd) {
        self.method = method
        self.path = path
        self.end = end
    }

    /// The same call, changed.
    func with(_ change: (inout ScenarioCall) -> Void) -> ScenarioCall {
        var call = self
        change(&call)
        return call
    }

    /// The headers it sends, its body's type included.
    var sentHeaders: HTTPHeaders {
        var headers = headers
        if !content.text.isEmpty { headers["Content-Type"] = Self.contentType }
        return headers
    }

    static let contentType = "text/plain; charset=utf-8"
}

/// One exchange that is expected of a call: what is sent where, and what comes back.
struct ScenarioExchange: Sendable {
    /// What comes back.
    enum Answer: Sendable {
        case status(Int)
        case failure(ErrorCategory)

        var text: String {
            switch self {
            case .status(let code): "\(code)"
            case .failure(let category): category.rawValue
            }
        }
    }

    var method = HTTPMethod.get
    /// Place and path, such as `home/a`.
    var place = "home/a"
    var body = ""
    var headers = HTTPHeaders()
    var answer: Answer
}

/// How a call is expected to end.
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
    /// Where the response is from; nil for where the call went.
    var place: String?

    static func response(_ status: Int, _ body: String = "", from place: String? = nil) -> ScenarioEnd {
        ScenarioEnd(status: status, body: body, place: place)
    }

    /// A status that is refused.
    static func refused(_ status: Int, _ body: String = "", from place: String? = nil) -> ScenarioEnd {
        ScenarioEnd(category: .status, status: status, body: body, place: place)
    }

    static func failure(_ category: ErrorCategory, _ code: URLError.Code? = nil) -> ScenarioEnd {
        ScenarioEnd(category: category, code: code)
    }

    /// What hooks and timelines say of an exchange that ended so.
    var answer: ScenarioExchange.Answer {
        status.map(ScenarioExchange.Answer.status) ?? .failure(category ?? .other)
    }
}
