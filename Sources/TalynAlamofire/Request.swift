package import Talyn

/// A request in flight, as plugins and interceptors see it: for data, an upload or a download.
///
/// Unchecked: its properties are constants of `Sendable` types, and its subclasses, all below, add none.
public class Request: @unchecked Sendable {
    /// The content that the `URLRequest` does not hold.
    package enum Content {
        case request
        case file(URL)
        case form(Form)
        case download(DownloadRequest.Destination)
    }

    /// The form of an upload, by closures over the parts of another module.
    package struct Form {
        /// Returns the error of a form that a method cannot send; nil if there is none.
        let problem: (HTTPMethod) -> (any Error)?
        /// Returns the parts. They can be sent by each attempt, if their streams fit into memory.
        let parts: () throws -> [Part]

        package init(problem: @escaping (HTTPMethod) -> (any Error)?, parts: @escaping () throws -> [Part]) {
            self.problem = problem
            self.parts = parts
        }
    }

    struct State: Sendable {
        var request: URLRequest?
        /// The first and last request of the latest transfer; nil before the first.
        var original: URLRequest?
        var current: URLRequest?
        var response: HTTPURLResponse?
        var error: AFError?
        var retryCount = 0
        var credential: URLCredential?
        var isCancelled = false
        /// Whether ``request`` is the one that is sent, so that a command of curl shows all of it.
        var isAdapted = false
        var task: _Concurrency.Task<Void, Never>?
        var commandHandlers: [UncheckedTransfer<(String) -> Void>] = []
    }

    /// The session.
    package let session: Session
    let initialRequest: URLRequest
    let content: UncheckedTransfer<Content>
    let state: Locked<State>
    private let transferred = Locked((count: Int64(0), total: Int64(0)))
    private let reports = Locked<[@Sendable (Progress) -> Void]>([])

    /// Makes the request of a content.
    package static func of(_ request: URLRequest, _ content: Content, in session: Session) -> Request {
        switch content {
        case .request: DataRequest(request, content, in: session)
        case .file, .form: UploadRequest(request, content, in: session)
        case .download: DownloadRequest(request, content, in: session)
        }
    }

    fileprivate init(_ request: URLRequest, _ content: Content, in session: Session) {
        self.session = session
        initialRequest = request
        self.content = UncheckedTransfer(content)
        state = Locked(State(request: request))
    }

    /// The adapted and prepared request of the latest attempt; before the first, the request of the endpoint.
    public var request: URLRequest? { state.withLock { $0.request } }
    /// The head of the latest transfer's response; nil before there is one.
    public var response: HTTPURLResponse? { state.withLock { $0.response } }
    /// The latest transfer; nil before the first one.
    public var task: SessionTask? {
        state.withLock { state in
            state.original.map { SessionTask(of: self, $0, state.current ?? $0, state.response) }
        }
    }
    /// The error of the last attempt; nil if there was none.
    public var error: AFError? { state.withLock { $0.error } }
    /// The number of attempts after the first.
    public var retryCount: Int { state.withLock { $0.retryCount } }
    /// Whether the request was cancelled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the request, which then ends with `AFError.explicitlyCancelled` unless it has ended.
    @discardableResult
    public func cancel() -> Self {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
        return self
    }

    /// Answers a Basic or Digest challenge of the server with a user name and password. `persistence` has no effect:
    /// nothing is stored.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .forSession
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    /// Answers a Basic or Digest challenge of the server with a credential.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        state.withLock { $0.credential = credential }
        return self
    }

    // MARK: Progress

    /// The bytes sent by an upload, or received by others; a new object each time, which no other thread changes.
    package var progressObject: Progress {
        let (count, total) = transferred.withLock { $0 }
        let progress = Progress(totalUnitCount: total)
        progress.completedUnitCount = count
        return progress
    }

    package func onProgress(_ report: @escaping @Sendable (Progress) -> Void) { reports.withLock { $0.append(report) } }

    var reportsProgress: Bool { reports.withLock { !$0.isEmpty } }

    func report(_ update: TransferProgress, isUpload: Bool) {
        let new =
            isUpload
            ? (count: update.sent, total: update.totalToSend ?? -1)
            : (count: update.received, total: update.totalToReceive ?? -1)
        // Skips updates of the other direction.
        if new.count == 0 { return }
        let isNew = transferred.withLock { old in
            defer { old = new }
            return old != new
        }
        if isNew { reports.withLock { $0 }.forEach { $0(progressObject) } }
    }
}

/// A request for data.
public class DataRequest: Request, @unchecked Sendable {}
/// An upload of a file or form.
public final class UploadRequest: DataRequest, @unchecked Sendable {}
/// A download.
public final class DownloadRequest: Request, @unchecked Sendable {}

extension Request {
    /// A transfer, with what retriers read of a `URLSessionTask`.
    public struct SessionTask: Sendable {
        /// The request as it was sent.
        public let originalRequest: URLRequest?
        /// The request of the last hop: another one after a redirect.
        public let currentRequest: URLRequest?
        /// The head of the response, an `HTTPURLResponse`; nil if there was none.
        public let response: URLResponse?
        private let request: Request

        fileprivate init(
            of request: Request, _ original: URLRequest, _ current: URLRequest, _ response: HTTPURLResponse?
        ) {
            self.request = request
            (originalRequest, currentRequest, self.response) = (original, current, response)
        }

        /// Cancels the request, as ``Request/cancel()``.
        public func cancel() { request.cancel() }
    }
}

extension DownloadRequest {
    /// The options of moving a downloaded file to its place.
    public struct Options: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Missing folders are created.
        public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
        /// A file at the place is removed.
        public static let removePreviousFile = Options(rawValue: 1 << 1)
    }

    /// Returns the place of a downloaded file, and the options of moving it there.
    public typealias Destination =
        @Sendable (
            _ temporaryURL: URL, _ response: HTTPURLResponse
        ) -> (destinationURL: URL, options: Options)

    /// A destination in a folder of the user, under the name that the server suggests.
    public static func suggestedDownloadDestination(
        for directory: FileManager.SearchPathDirectory = .documentDirectory,
        in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
    ) -> Destination {
        { temporaryURL, response in
            let folder = FileManager.default.urls(for: directory, in: domain).first
            let name = response.suggestedFilename ?? temporaryURL.lastPathComponent
            return (folder?.appendingPathComponent(name) ?? temporaryURL, options)
        }
    }
}

// MARK: A command of curl

extension Request {
    /// Calls a closure with the request as a command of curl, on the session's queue, when the request is complete.
    @discardableResult
    public func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
        let handler = UncheckedTransfer(handler)
        let isAdapted = state.withLock { state in
            if !state.isAdapted { state.commandHandlers.append(handler) }
            return state.isAdapted
        }
        if isAdapted { session.rootQueue.async { handler.value(self.cURLDescription()) } }
        return self
    }

    /// Calls the waiting `cURLDescription` closures.
    func isSending(_ request: URLRequest) {
        let handlers = state.withLock { state in
            defer { state.commandHandlers = [] }
            (state.request, state.original, state.current, state.response) = (request, request, nil, nil)
            state.isAdapted = true
            return state.commandHandlers
        }
        if handlers.isEmpty { return }
        let command = cURLDescription()
        session.rootQueue.async { handlers.forEach { $0.value(command) } }
    }

    /// Returns the request as a command of curl, with its secrets.
    public func cURLDescription() -> String {
        let (request, credential) = state.withLock { ($0.request, $0.credential) }
        guard let request, let url = request.url, url.host != nil, let method = request.httpMethod else {
            return "$ curl command could not be created"
        }
        var parts = ["$ curl -v", "-X \(method)"]
        if let credential, let user = credential.user, let password = credential.password {
            parts.append("-u \(user):\(password)")
        }
        if request.httpShouldHandleCookies, let cookies = session.cookies(for: url), !cookies.isEmpty {
            parts.append("-b \"\(cookies.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))\"")
        }
        var headers = HTTPHeaders(session.additionalHeaders)
        for header in request.headers { headers.update(header) }
        for header in headers where header.name != "Cookie" {
            parts.append("-H \"\(header.name): \(header.value.replacing(bytes: "\"", with: "\\\""))\"")
        }
        if let body = request.httpBody {
            let text = String(decoding: body, as: UTF8.self).replacing(bytes: "\\\"", with: "\\\\\"")
            parts.append("-d \"\(text.replacing(bytes: "\"", with: "\\\""))\"")
        }
        parts.append("\"\(url.absoluteString)\"")
        return parts.joined(separator: " \\\n\t")
    }
}
