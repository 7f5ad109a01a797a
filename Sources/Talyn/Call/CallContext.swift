/// What plugins and transports know of the call that they see: a small value that is cheap to hand on.
public struct CallContext: Sendable {
    /// What one call shares from its first step to its last.
    final class Record: Sendable {
        let id: CallID
        let target: (any TargetType)?
        let callSite: CallSite
        /// The provider's base URL; nil when it leaves that to the target.
        let baseURL: URL?
        let delivery: BodyDelivery
        let progress: (@Sendable (TransferProgress) -> Void)?
        let clock: EngineClock
        let start: Duration
        let state: Locked<State>
        /// The observers of the call; nil when there are none.
        let observation: CallObservation?
        let isDryRun: Bool

        struct State {
            var attempts = 0
            var isFinished = false
            var resolved: Endpoint?
            var timeline = CallTimeline()
        }

        init(
            target: (any TargetType)?, callSite: CallSite, baseURL: URL? = nil, delivery: BodyDelivery = .data,
            progress: (@Sendable (TransferProgress) -> Void)? = nil, clock: EngineClock,
            observation: CallObservation? = nil, isDryRun: Bool = false
        ) {
            id = CallID.next()
            self.target = target
            self.callSite = callSite
            self.baseURL = baseURL
            self.delivery = delivery
            self.progress = progress
            self.clock = clock
            start = clock.now()
            state = Locked(State())
            self.observation = observation
            self.isDryRun = isDryRun
        }

        /// The record of the same call, with another delivery.
        fileprivate init(_ other: Record, delivery: BodyDelivery) {
            id = other.id
            target = other.target
            callSite = other.callSite
            baseURL = other.baseURL
            self.delivery = delivery
            progress = other.progress
            clock = other.clock
            start = other.start
            state = other.state
            observation = other.observation
            isDryRun = other.isDryRun
        }
    }

    let record: Record

    /// Which attempt this is, from 1; 0 outside of an attempt: in the call ring and when the call has finished.
    public let attempt: Int

    /// How many redirects were followed in this attempt before this exchange.
    public let redirects: Int

    init(_ record: Record, attempt: Int = 0, redirects: Int = 0) {
        self.record = record
        self.attempt = attempt
        self.redirects = redirects
    }

    /// A context outside of any provider, for tests of plugins and transports.
    public init(
        target: (any TargetType)? = nil, delivery: BodyDelivery = .data,
        clock: any Clock<Duration> = ContinuousClock(),
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, function: function, line: line)
        self.init(
            Record(target: target, callSite: site, delivery: delivery, clock: EngineClock.of(clock)), attempt: 1)
    }

    /// The same, with somebody who takes word of the progress.
    package init(
        delivery: BodyDelivery, clock: any Clock<Duration>, progress: @escaping @Sendable (TransferProgress) -> Void
    ) {
        let site = CallSite(fileID: #fileID, function: #function, line: #line)
        let record = Record(
            target: nil, callSite: site, delivery: delivery, progress: progress, clock: EngineClock.of(clock))
        self.init(record, attempt: 1)
    }

    /// The same exchange, whose body is wanted in another form: for a transport in front of another one.
    package func delivering(as delivery: BodyDelivery) -> CallContext {
        CallContext(Record(record, delivery: delivery), attempt: attempt, redirects: redirects)
    }

    /// The number of the call, the same in each of its attempts.
    public var id: CallID { record.id }

    /// The target; nil for an endpoint that was sent without one.
    public var target: (any TargetType)? { (record.target as? MultiTarget)?.target ?? record.target }

    /// The target as one of a type, also out of a ``MultiTarget``; nil when it is of another type.
    public func target<Target: TargetType>(as type: Target.Type) -> Target? {
        record.target as? Target ?? target as? Target
    }

    /// The endpoint's name, such as `GitHub.user`; nil without a target.
    public var operation: String? { record.target?.operation }

    /// The path with placeholders, such as `users/{}`; nil without a target.
    public var template: String? { resolved?.template }

    /// The endpoint as the target declares it, before any plugin changed it; nil until it is known.
    public var resolved: Endpoint? { record.state.withLock { $0.resolved } }

    /// Where the call was written.
    public var callSite: CallSite { record.callSite }

    /// The typed values that the route put on the call.
    public var tags: CallTags { resolved?.options.tags ?? CallTags() }

    /// Whether this is a dry run, which ends before anything is sent: ``Provider/explain(_:fileID:function:line:)`` and
    /// ``Provider/preparedEndpoint(_:fileID:function:line:)``.
    ///
    /// A plugin that counts exchanges, waits for other calls or keeps responses hands the endpoint on unchanged.
    public var isDryRun: Bool { record.isDryRun }

    /// In which form the caller wants the response's body.
    public var delivery: BodyDelivery { record.delivery }

    /// Takes word of the transfer's progress; nil when nobody asked.
    public var progress: (@Sendable (TransferProgress) -> Void)? { record.progress }

    /// The provider's clock: all waiting of plugins and transports goes by it.
    public var clock: any Clock<Duration> { record.clock.clock }

    /// The date, by the provider's clock where that is a ``DatedClock``, else by the system's.
    public var date: Date { record.clock.date }

    /// Where the provider's chance comes from.
    public var randomness: Randomness { record.clock.randomness }

    /// The time since the call began, on the provider's clock.
    public var elapsed: Duration { record.clock.now() - record.start }

    /// What happened so far.
    public var timeline: CallTimeline { record.state.withLock { $0.timeline } }

    /// Adds a word to the timeline, such as "retry in 1 s". No values: it stands in errors and logs. The first
    /// 200 Unicode scalars are kept.
    public func note(_ text: String) {
        record(.note(text), since: elapsed)
    }

    func record(_ event: CallTimeline.Entry.Event, since start: Duration, transport: String? = nil) {
        let entry = CallTimeline.Entry(attempt: attempt, event: event, duration: elapsed - start)
        record.state.withLock { state in
            if let transport { state.timeline.transport = transport }
            state.timeline.append(entry)
        }
    }
}

extension CallContext: RedactedStringConvertible {
    /// Number, operation and attempt; values are never shown.
    public var description: String { "call \(id) \(operation ?? "without a target"), attempt \(attempt)" }
}
