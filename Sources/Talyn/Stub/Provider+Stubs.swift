extension Provider {
    /// A provider whose every call fails: for code under test that is to make none, and for a dependency's default.
    ///
    /// What is thrown is ``RequestError/Kind-swift.enum/unstubbed(_:)``, with a sentence that names the call.
    public static var failing: Provider { Provider(transport: FailingTransport()) }

    /// A provider that answers each case by a closure, for previews and demos; it keeps no record of its calls.
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stubbed { target in
    ///     switch target {
    ///     case .user(let login): .json(User(login: login, id: 1))
    ///     case .zen: .text("Keep it logically awesome.")
    ///     }
    /// }
    /// ```
    /// The closure is asked anew for each request; a sequence in it goes on with each equal request. Plugins, validation,
    /// decoding and errors are as in production. `clock` is what delays go by.
    public static func stubbed(
        plugins: [any Plugin] = [], clock: any Clock<Duration> = ContinuousClock(),
        _ answer: @escaping @Sendable (_ target: Target) -> StubAnswer
    ) -> Provider {
        let stubs = StubTransport()
        stubs.book.withLock { $0.isRecording = false }
        stubs.on(Target.self) { answer($0) }
        return Provider(transport: stubs, plugins: plugins, clock: clock)
    }
}

/// Fails each call with a sentence that names it.
private struct FailingTransport: Transport {
    let label = "stub"

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let name = context.operation.map { "\($0), " } ?? ""
        throw RequestError(.unstubbed("a provider that is to make no call was called: \(name)\(endpoint)"))
    }
}
