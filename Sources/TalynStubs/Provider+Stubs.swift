public import Talyn

extension Provider {
    /// A provider whose calls all fail, for tests of code that must not make calls and as a dependency's default. Each
    /// call throws `.unstubbed` with a message that names the call.
    public static var failing: Provider { Provider(transport: FailingTransport()) }

    /// Returns a provider that answers each case by a closure, for previews and demos. It records no calls.
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stubbed { target in
    ///     switch target {
    ///     case .user(let login): .json(User(login: login, id: 1))
    ///     case .zen: .text("Keep it logically awesome.")
    ///     }
    /// }
    /// ```
    /// The closure runs for each request. A sequence it returns advances with each equal request. Everything but the
    /// transport works as in production. Delays run on `clock`.
    public static func stubbed(
        plugins: [any Plugin] = [], clock: any Clock<Duration> = ContinuousClock(),
        _ answer: @escaping @Sendable (_ target: Target) -> StubAnswer
    ) -> Provider {
        let stubs = StubTransport()
        stubs.registry.withLock { $0.isRecording = false }
        stubs.on(Target.self) { answer($0) }
        return Provider(transport: stubs, plugins: plugins, clock: clock)
    }
}

extension Provider where Target: SampledTarget {
    /// Makes a provider that answers from its target's samples. `transport` carries the calls if `behavior` is
    /// ``StubBehavior/never``. Plugins, validation, decoding and errors work as in production.
    public init(
        stubbing behavior: StubBehavior, baseURL: URL? = nil, transport: any Transport = PlatformTransport.shared,
        plugins: [any Plugin] = [], clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            stubbing: { _ in behavior }, baseURL: baseURL, transport: transport, plugins: plugins, clock: clock)
    }

    /// Makes a provider whose closure chooses the behavior for each case. `transport` carries the cases of
    /// ``StubBehavior/never``.
    public init(
        stubbing behavior: @escaping @Sendable (Target) -> StubBehavior, baseURL: URL? = nil,
        transport: any Transport = PlatformTransport.shared, plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let samples = SampleTransport(
            behavior: { target in (target as? Target).map(behavior) ?? .immediate }, live: transport)
        self.init(baseURL: baseURL, transport: samples, plugins: plugins, clock: clock)
    }
}

/// A transport that fails each call with a message that names it.
private struct FailingTransport: OfflineTransport {
    let label = "stub"

    func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context: context)
    }

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let name = context.operation.map { "\($0), " } ?? ""
        throw RequestError(.unstubbed("a call was made through Provider.failing: \(name)\(endpoint)"))
    }
}
