/// A mapping of raw errors to a target's own: links that are tried in order, and two fallbacks for every other error.
///
/// ```swift
/// static let catchChain: CatchChain<MatchError> = CatchChain(cancelled: .cancelled, otherwise: { .server($0) })
///     .catch(urlError: .notConnectedToInternet, .dataNotAllowed) { _ in .offline }
///     .catch(status: 401) { _ in .signedOut }
///     .catch(status: 409, as: Duplicated.self) { body, _ in .duplicated(userIDs: body.ids) }
/// ```
/// Without `cancelled` and `otherwise` it does not compile, so every error has a mapping. The first link that returns
/// an error wins; a link whose body does not decode is skipped. A chain maps every failure of a call exactly once,
/// including a body that does not decode; a cancellation becomes `cancelled` without running the links. To return a
/// response instead of an error, write a plugin.
public struct CatchChain<Failure: Error>: Sendable {
    /// A link: returns an error of the target, or nil to pass the raw error to the next link.
    public typealias Link = @Sendable (RequestError) -> Failure?

    private let cancelled: @Sendable (RequestError) -> Failure
    private let otherwise: @Sendable (RequestError) -> Failure
    private var links: [Link] = []

    /// Creates a chain without links: `cancelled` for a cancelled task, `otherwise` for every other error.
    public init(cancelled: @autoclosure () -> Failure, otherwise: @escaping @Sendable (RequestError) -> Failure) {
        let cancelled = cancelled()
        self.init(cancelled: { _ in cancelled }, otherwise: otherwise)
    }

    /// Creates a chain without links, with a `cancelled` that keeps the raw error, such as
    /// ``MyAPIError/cancelled(_:)``.
    public init(
        cancelled: @escaping @Sendable (RequestError) -> Failure,
        otherwise: @escaping @Sendable (RequestError) -> Failure
    ) {
        self.cancelled = cancelled
        self.otherwise = otherwise
    }

    /// Adds a link of any kind. It does not run for cancellation.
    public func `catch`(_ link: @escaping Link) -> CatchChain {
        var chain = self
        chain.links.append(link)
        return chain
    }

    // The first code is a separate parameter: with a list that may be empty, `.catch { … }` would be ambiguous.

    /// Adds a link for `URLError` codes.
    public func `catch`(
        urlError code: URLError.Code, _ more: URLError.Code..., then map: @escaping @Sendable (RequestError) -> Failure
    ) -> CatchChain {
        let numbers = ([code] + more).map(\.rawValue)
        return `catch` { error in error.urlError.flatMap { numbers.contains($0.code.rawValue) ? map(error) : nil } }
    }

    /// Adds a link for categories, such as `.offline`.
    public func `catch`(
        category: ErrorCategory, _ more: ErrorCategory..., then map: @escaping @Sendable (RequestError) -> Failure
    ) -> CatchChain {
        `catch` { error in ([category] + more).contains(error.category) ? map(error) : nil }
    }

    /// Adds a link for rejected status codes.
    public func `catch`(
        status code: Int, _ more: Int..., then map: @escaping @Sendable (RequestError) -> Failure
    ) -> CatchChain {
        refused(([code] + more).contains, map)
    }

    /// Adds a link for a range of rejected status codes.
    public func `catch`(
        status codes: ClosedRange<Int>, then map: @escaping @Sendable (RequestError) -> Failure
    ) -> CatchChain {
        refused(codes.contains, map)
    }

    /// Adds a link for rejected status codes with a decoded body. The link is skipped if the body does not decode.
    public func `catch`<Body: Decodable & Sendable>(
        status code: Int, _ more: Int..., as body: Body.Type,
        then map: @escaping @Sendable (Body, RequestError) -> Failure
    ) -> CatchChain {
        refused(([code] + more).contains) { error in error.body(as: body).map { map($0, error) } }
    }

    /// Adds a link for a range of rejected status codes with a decoded body. The link is skipped if the body does not
    /// decode.
    public func `catch`<Body: Decodable & Sendable>(
        status codes: ClosedRange<Int>, as body: Body.Type,
        then map: @escaping @Sendable (Body, RequestError) -> Failure
    ) -> CatchChain {
        refused(codes.contains) { error in error.body(as: body).map { map($0, error) } }
    }

    private func refused(_ matches: @escaping @Sendable (Int) -> Bool, _ link: @escaping Link) -> CatchChain {
        `catch` { error in error.isRejected(where: matches) ? link(error) : nil }
    }

    /// Adds a link that receives the target that was called, for errors that depend on the case.
    ///
    /// ```swift
    /// .catch(target: Rooms.self) { target, error in
    ///     if case .join(let id) = target, error.response?.statusCode == 404 { .noRoom(id) } else { nil }
    /// }
    /// ```
    /// The link is skipped for calls of other targets, for hand-made endpoints, and if `map` returns nil.
    public func `catch`<Target: TargetType>(
        target type: Target.Type, then map: @escaping @Sendable (Target, RequestError) -> Failure?
    ) -> CatchChain {
        `catch` { error in (error.target as? Target).flatMap { map($0, error) } }
    }

    /// Adds a link for responses that an envelope or a check of ``Validation`` rejected.
    public func `catch`(rejected map: @escaping @Sendable (Rejection, RequestError) -> Failure?) -> CatchChain {
        `catch` { error in if case .rejected(let rejection) = error.kind { map(rejection, error) } else { nil } }
    }

    /// Adds a link for responses with problem details (RFC 9457) of these types.
    public func `catch`(
        problem type: String, _ more: String..., then map: @escaping @Sendable (ProblemDetails, RequestError) -> Failure
    ) -> CatchChain {
        `catch` { error in
            error.problem.flatMap { problem in
                ([type] + more).contains { $0.isSame(bytes: problem.type) } ? map(problem, error) : nil
            }
        }
    }

    /// Maps a raw error; every raw error has a result.
    public func callAsFunction(_ error: RequestError) -> Failure {
        if case .cancelled = error.kind { return cancelled(error) }
        for link in links { if let failure = link(error) { return failure } }
        return otherwise(error)
    }
}

extension RequestError {
    /// Whether a matching status code is the reason of the failure: that of ``statusCode``, or a 401 whose refresh a
    /// server refused. One that is busy has not refused it.
    fileprivate func isRejected(where matches: (Int) -> Bool) -> Bool {
        switch kind {
        case .status(let code) where matches(code): return true
        case .status, .plugin: break
        default: return false
        }
        guard let code = statusCode else { return false }
        let isRefusal = 400..<500 ~= code && ![408, 425, 429].contains(code)
        return [code, isRefusal ? response?.statusCode : nil].contains { code in
            code.map { !(200..<300).contains($0) && matches($0) } ?? false
        }
    }
}
