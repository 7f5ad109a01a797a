/// The information about a call that plugins and transports receive. A small value that is cheap to copy.
public struct CallContext: Sendable {
    /// The state that one call shares from its first step to its last.
    final class Record: Sendable {
        let id: CallID
        let target: (any TargetType)?
        let callSite: CallSite
        /// The provider's base URL; nil to use the target's.
        let baseURL: URL?
        let delivery: BodyDelivery
        let progress: (@Sendable (TransferProgress) -> Void)?
        let clock: EngineClock
        let start: Duration
        let state: Locked<State>
        /// The observers of the call; nil when there are none.
        let observation: CallObservation?
        /// The treatment of the response's body; nil to take it whole.
        let bodyHandler: (any BodyHandler)?
        /// Passes the progress on; nil if the caller wants none.
        let meter: ProgressMeter?

        struct State {
            var attempts = 0
            var isFinished = false
            var resolved: Endpoint?
            var timeline = CallTimeline()
            var operation: String?
            var values: CallValues?
        }

        init(
            target: (any TargetType)?, callSite: CallSite, baseURL: URL? = nil, delivery: BodyDelivery = .data,
            progress: (@Sendable (TransferProgress) -> Void)? = nil, meter: ProgressMeter? = nil, clock: EngineClock,
            observation: CallObservation? = nil, bodyHandler: (any BodyHandler)? = nil
        ) {
            id = CallID.next()
            self.target = target
            self.callSite = callSite
            self.baseURL = baseURL
            self.delivery = delivery
            self.progress = meter?.takeFromTransport ?? progress
            self.meter = meter
            self.clock = clock
            start = clock.now()
            state = Locked(State())
            self.observation = observation
            self.bodyHandler = bodyHandler
        }

        /// Makes a record of the same call. In the background it is another one to observers.
        fileprivate init(_ other: Record, delivery: BodyDelivery, isInBackground: Bool = false) {
            id = isInBackground ? CallID.next() : other.id
            target = other.target
            callSite = other.callSite
            baseURL = other.baseURL
            self.delivery = delivery
            progress = isInBackground ? nil : other.progress
            meter = isInBackground ? nil : other.meter
            clock = other.clock
            start = isInBackground ? clock.now() : other.start
            state =
                isInBackground
                ? Locked(other.state.withLock { State(resolved: $0.resolved, operation: $0.operation) }) : other.state
            observation = isInBackground ? other.observation?.another : other.observation
            bodyHandler = other.bodyHandler
        }
    }

    let record: Record

    /// The attempt, from 1; 0 outside of an attempt: in the call ring and after the call has finished.
    public let attempt: Int
    /// The number of redirects followed in this attempt before this exchange.
    public let redirects: Int

    init(_ record: Record, attempt: Int = 0, redirects: Int = 0) {
        self.record = record
        self.attempt = attempt
        self.redirects = redirects
    }

    /// Makes a context without a provider, for tests of plugins and transports.
    public init(
        target: (any TargetType)? = nil, delivery: BodyDelivery = .data,
        clock: any Clock<Duration> = ContinuousClock(), progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, function: function, line: line)
        let record = Record(
            target: target, callSite: site, delivery: delivery, progress: progress, clock: EngineClock.of(clock))
        self.init(record, attempt: 1)
    }

    /// Returns the same exchange with another delivery, for a transport that wraps another.
    package func delivering(as delivery: BodyDelivery) -> CallContext {
        CallContext(Record(record, delivery: delivery), attempt: attempt, redirects: redirects)
    }

    /// The same exchange as one of another call, without progress.
    var inBackground: CallContext {
        CallContext(
            Record(record, delivery: delivery, isInBackground: true), attempt: attempt, redirects: redirects)
    }

    /// The ID of the call, the same in each attempt.
    public var id: CallID { record.id }
    /// The target; nil for an endpoint sent without one.
    public var target: (any TargetType)? { (record.target as? MultiTarget)?.target ?? record.target }

    /// Returns the target, unwrapped from a ``MultiTarget``; nil if it has another type.
    public func target<Target: TargetType>(as type: Target.Type) -> Target? {
        record.target as? Target ?? target as? Target
    }

    /// The name of the endpoint, such as `GitHub.user`; nil without a target. It is read from the target once per call.
    public var operation: String? {
        guard let target = record.target else { return nil }
        if let known = record.state.withLock({ $0.operation }) { return known }
        // By default it costs a mirror.
        let operation = target.operation
        record.state.withLock { $0.operation = operation }
        return operation
    }
    /// The path template, such as `users/{}`; nil without a target.
    public var template: String? { resolved?.template }
    /// The endpoint as the target declares it, before plugins; nil before it is resolved.
    public var resolved: Endpoint? { record.state.withLock { $0.resolved } }
    /// Whether the provider's base URL replaces that of the target, so that a stub of the target has another URL.
    package var replacesBaseURL: Bool { record.baseURL != nil }
    /// The source location of the call.
    public var callSite: CallSite { record.callSite }
    /// The tags of the route.
    public var tags: CallTags { resolved?.options.tags ?? CallTags() }

    /// The form of the response's body that the caller requested.
    public var delivery: BodyDelivery { record.delivery }
    /// The handler of transfer progress; nil if the caller has none.
    public var progress: (@Sendable (TransferProgress) -> Void)? { record.progress }
    /// The provider's clock. Plugins and transports wait on it.
    public var clock: any Clock<Duration> { record.clock.clock }
    /// The time on the provider's clock since an origin that all calls on that clock share. It never decreases, unlike
    /// ``date``: plugins measure the time between two calls with it.
    ///
    /// The origin is the same for all providers on one of Swift's clocks, and for all on one `TestClock`; for another
    /// clock it is the time at which the provider was made.
    public var now: Duration { record.clock.now() }
    /// The date of the provider's clock if that is a ``DatedClock``, otherwise the system's.
    public var date: Date { record.clock.date }
    /// The provider's source of randomness.
    public var randomness: Randomness { record.clock.randomness }
    /// The time since the call began, on the provider's clock.
    public var elapsed: Duration { record.clock.now() - record.start }

    /// Returns the time left until the endpoint's deadline; nil without a deadline.
    public func timeLeft(for endpoint: Endpoint) -> Duration? {
        endpoint.options.deadline.map { $0.bounded - elapsed }
    }

    /// Returns whether the endpoint's deadline has passed.
    package func isOverdue(for endpoint: Endpoint) -> Bool { timeLeft(for: endpoint).map { $0 <= .zero } ?? false }

    /// Whether the call has ended: observers have received `didFinish`, or are receiving it. True only for work that
    /// outlives the call, such as a hook of the call ring in another plugin's detached task.
    public var hasFinished: Bool { record.state.withLock { $0.isFinished } }

    /// The target, including that of an endpoint made from a target and sent by hand; nil without one.
    var anyTarget: (any TargetType)? { target ?? resolved?.target }

    /// Returns whether an endpoint has the target's origin: scheme, host and port (RFC 6454 §4). Plugins add
    /// credentials to same-origin requests only.
    ///
    /// The target's origin is the origin of the provider's base URL, or of the target's if the provider has none. A
    /// route with an absolute URL, a hand-made endpoint and a redirect may lead to another origin. False without either
    /// base URL, as for a hand-made endpoint through a provider without one, and for a URL that is not an http or https
    /// URL with a host.
    public func isSameOrigin(_ endpoint: Endpoint) -> Bool {
        guard let base = record.baseURL ?? anyTarget?.baseURL else { return false }
        return Origin.isSame(endpoint.lazyURL, as: base)
    }

    /// The events of the call so far.
    public var timeline: CallTimeline { record.state.withLock { $0.timeline } }

    /// Adds a note to the timeline, such as "retry in 1 s". Notes appear in errors, so they must not contain
    /// values. The first 200 Unicode scalars are kept. `waited` is the time until the note that the request waited in
    /// a queue of this process; it counts for ``timeQueued``.
    public func note(_ text: String, waited: Duration = .zero) {
        record(.note(text), since: elapsed - waited.sleepable)
    }

    /// Notes a wait in a queue since a time of the call.
    func noteQueue(for resource: String, since start: Duration) {
        let waited = elapsed - start
        note("waited \(CallTimeline.text(waited)) for \(resource)", waited: waited)
    }

    /// The time that the requests of this attempt have waited in queues of this process: for a permit of
    /// ``ConcurrencyLimitPlugin``, for a connection of ``CURLTransport``, and the waits that plugins note. On the
    /// provider's clock.
    ///
    /// If a deadline passes in a queue, the server is not at fault: a circuit breaker compares this time before and
    /// after the exchange.
    public var timeQueued: Duration {
        timeline.entries.reduce(.zero) { $1.isExchange || $1.attempt != attempt ? $0 : $0 + $1.duration }
    }

    @inline(never)
    func record(
        _ event: CallTimeline.Entry.Event, since start: Duration?, transport: String? = nil,
        tail: Locked<ResponseTail>? = nil
    ) {
        let time = elapsed
        let duration = start.map { time - $0 } ?? .zero
        let entry = CallTimeline.Entry(attempt: attempt, event: event, duration: duration, tail: tail, time: time)
        record.state.withLock { state in
            if let transport { state.timeline.transport = transport }
            state.timeline.append(entry)
        }
    }
}

extension CallContext: RedactedStringConvertible {
    /// The ID, operation and attempt; never values.
    public var description: String { "call \(id) \(operation ?? "without a target"), attempt \(attempt)" }
}

extension URLError {
    /// The error of a call whose deadline has passed.
    package static var deadlineIsOver: URLError { URLError(.timedOut, text: "the deadline has passed") }
}
