/// The connections of an event stream, one after the other. Used by one task at a time.
final class EventConnections<Element: Sendable> {
    /// Opens a connection, with the ID of the last event.
    typealias Open = @Sendable (_ lastID: String) async throws(RequestError) -> OpenCall
    typealias Make = @Sendable (ServerSentEvent, _ head: Response) throws(RequestError) -> Element

    private let open: Open
    private let isLast: @Sendable (ServerSentEvent) -> Bool
    private let make: Make
    private let reconnection: EventReconnection
    private let clock: EngineClock

    private var events: LineReading<Element>?
    private var parser = EventParser()
    /// The number of reconnections since the last event.
    private var attempts = 0
    private var isOver = false

    init(
        _ reconnection: EventReconnection, _ clock: EngineClock,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool, make: @escaping Make, open: @escaping Open
    ) {
        self.reconnection = reconnection
        self.clock = clock
        self.isLast = isLast
        self.make = make
        self.open = open
    }

    /// Returns the next event, over a new connection if need be; nil at the end.
    func next() async throws(RequestError) -> Element? {
        while !isOver {
            do throws(RequestError) {
                if let event = try await nextOfConnection() {
                    attempts = 0
                    return event
                }
                // The connection ended. The last event or a 204 ends the stream.
                if isOver { return nil }
                guard let wait = wait() else { break }
                try await sleep(for: wait)
            } catch {
                guard error.isOfConnection, let wait = wait() else {
                    isOver = true
                    throw error
                }
                try await sleep(for: wait)
            }
            events = nil
            attempts += 1
        }
        isOver = true
        return nil
    }

    private func nextOfConnection() async throws(RequestError) -> Element? {
        if let events { return try await events.next() }
        let call = try await open(parser.lastID)
        if call.head.statusCode == 204 { isOver = true }
        parser = parser.reconnected
        let begun = LineReading(call, .events(parser, until: { [weak self] in self?.endsWith($0) ?? true }, make: make))
        events = begun
        return try await begun.next()
    }

    private func endsWith(_ event: ServerSentEvent) -> Bool {
        if isLast(event) { isOver = true }
        return isOver
    }

    private func wait() -> Duration? {
        reconnection.wait(after: attempts, retry: parser.retry, part: clock.randomness.fraction())
    }

    private func sleep(for wait: Duration) async throws(RequestError) {
        do { try await clock.clock.sleep(for: wait) } catch {
            isOver = true
            throw RequestError(.cancelled)
        }
    }
}

extension RequestError {
    /// Whether another connection may bring the response: the connection was lost, or could not be made for now.
    fileprivate var isOfConnection: Bool {
        guard case .transport(let error) = kind else { return false }
        return RetryPlugin.transientErrorCodes.contains(error.code)
    }
}
