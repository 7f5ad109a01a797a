// Room: Stub. Answers calls from stubs instead of the network.
// Knows: the values, Transport, the clock; of the engine Provider, for its stubbing initialisers.

/// A transport that answers from stubs: everything else of a call is as in production.
///
/// ```swift
/// let stubs = StubTransport()
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// let github = Provider<GitHub>(transport: stubs)
/// ```
/// **Who answers.** First the stub of the single request: by method, URL, body and the headers that its target declares,
/// as it is sent, then as its target declares it, so that what plugins add and a provider's base URL do not matter. A
/// later stub for the same request takes the place of the earlier one. Then patterns, templates and predicates, the later
/// one first, so that a test overrides what is set up for all. A stub that is used up lets no other answer in its place;
/// one whose scenario is in another state does. The place that a redirect leads to has a stub of its own. What nobody
/// stubbed fails as ``RequestError/Kind-swift.enum/unstubbed(_:)``, with a sentence that names the nearest stubs.
///
/// **What it does.** It reads the request's body as a server does, a stream to its end, and keeps up to 16 MiB of it.
/// ``calls`` tells what was sent, ``verify()`` what does not fit. Closures of stubs run under no lock: they may use the
/// transport. Usable from synchronous code and from many tasks at once.
public final class StubTransport: Transport {
    /// "stub".
    public let label = "stub"

    /// The state of a scenario that nobody moved: "Started".
    public static let started = "Started"

    let book = Locked(StubRegistry())

    /// A transport that has no answer yet.
    public init() {}

    /// Answers from the stub that matches, and notes the request.
    /// - Throws: what the stub says; ``RequestError/Kind-swift.enum/unstubbed(_:)`` when there is none.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        if SentBody.isNeeded(for: endpoint, context) {
            let body = try await SentBody.read(from: endpoint, context)
            let answer = try answer(to: endpoint, body, context)
            return try await answer.respond(to: endpoint, context: context, sent: body.progress)
        }
        return try await answer(to: endpoint, nil, context).respond(to: endpoint, context: context)
    }

    /// The answer of the stub that matches. Choosing it, counting it and moving its scenarios is one step.
    private func answer(to endpoint: Endpoint, _ body: SentBody?, _ context: CallContext) throws -> StubAnswer {
        let (number, choice) = book.withLock { book in
            let choice = book.choose(for: endpoint)
            let outcome = if case .answer(_, let outcome) = choice { outcome } else { StubExchange.Outcome.open }
            return (book.note(StubExchange(endpoint, body, context, outcome)), choice)
        }
        if case .answer(let answer, _) = choice, !answer.mayBeUnusable { return answer }
        return try answer(to: StubRequest(endpoint, context), number, after: choice)
    }

    /// The answer to a request that has no stub as it is sent.
    private func answer(
        to request: StubRequest, _ number: Int, after choice: StubRegistry.Choice
    ) throws -> StubAnswer {
        var search = StubSearch(number, choice)
        // Plugins or a base URL of the provider changed what is sent. Not behind a redirect, nor under another method:
        // that is another request than the target's.
        if request.isFirst {
            let resolved = request.declared
            search.go(on: self) { $0.choose(for: resolved) }
            if !search.isOver, let declared = request.context.target.flatMap({ try? Endpoint.declared(by: $0) }) {
                search.go(on: self) { $0.choose(for: declared) }
            }
        }
        // User code runs outside of the lock: it may use this transport.
        let rules = search.isOver ? [] : book.withLock { $0.rules }
        for rule in rules.reversed() where !search.isOver && rule.fits(request) {
            guard book.withLock({ $0.holds(rule.place) }) else {
                search.block(rule.place)
                continue
            }
            let asked = rule.ask(request)
            search.go(on: self) { $0.choose(rule, asked, for: request) }
        }
        let answer = search.answer?.found(for: request.context.operation)
        if let answer, answer.problem == nil { return answer }
        let complaint = answer?.complaint(request.context.operation) ?? complaint(about: request, search)
        book.withLock { $0.settle(number, .unstubbed(complaint)) }
        throw RequestError(.unstubbed(complaint))
    }
}

/// The way to the stub of one request, from place to place.
struct StubSearch {
    private let number: Int
    private(set) var answer: StubAnswer?
    /// The stub that would answer and has nothing left.
    private(set) var usedUp: Int?
    /// The stubs that would answer in other states.
    private(set) var blocked: Set<Int> = []

    init(_ number: Int, _ choice: StubRegistry.Choice) {
        self.number = number
        take(choice)
    }

    /// Whether nobody else is to be asked.
    var isOver: Bool { answer != nil || usedUp != nil }

    /// Asks the next, unless the search is over.
    mutating func go(on stubs: StubTransport, _ choose: (inout StubRegistry) -> StubRegistry.Choice) {
        if isOver { return }
        let number = number
        take(
            stubs.book.withLock { book in
                let choice = choose(&book)
                if case .answer(_, let outcome) = choice { book.settle(number, outcome) }
                return choice
            })
    }

    /// A stub would answer in another state.
    mutating func block(_ place: Int) { blocked.insert(place) }

    private mutating func take(_ choice: StubRegistry.Choice) {
        switch choice {
        case .answer(let answer, _): self.answer = answer
        case .usedUp(let place): usedUp = place
        case .blocked(let places): blocked.formUnion(places)
        case .nobody: break
        }
    }
}

extension StubTransport: RedactedStringConvertible {
    /// How many stubs there are and how many requests came; never a value.
    public var description: String {
        book.withLock { "StubTransport(\($0.count) stubs, \($0.exchanges.count) requests)" }
    }

    /// Shows what ``description`` shows, and the requests.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["stubs": description, "requests": requests.map(\.description)], displayStyle: .class)
    }
}
