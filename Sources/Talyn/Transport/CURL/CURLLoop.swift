#if os(Linux)
internal import CTalynCURL

/// The event loop of a transport: all transfers over one multi handle, and a thread that waits in epoll(7) for their
/// sockets.
///
/// Two threads work on it, one at a time: its own, when a socket is ready; and the thread of a caller that begins the
/// only exchange while the loop sleeps, because waking the loop costs as much as sending the request. Without any
/// company lately, that thread also waits for an answer that is probably there at once. With more company, one thread
/// is quicker than two that take turns.
///
/// Unchecked: libcurl allows a handle on any thread, but on one at a time (libcurl-thread(3)). `multi` and the
/// variables are used only by the thread that holds `owner`; everything else is constant or `Locked`.
final class CURLLoop: @unchecked Sendable {
    private enum Command {
        /// Starts an exchange, or lets it wait for its turn.
        case start(CURLExchange)
        /// Ends the transfer of an exchange that has ended.
        case stop(CURLExchange)
        /// Looks whether a paused transfer can go on: the reader of its response has room, or its request's body has
        /// bytes.
        case resume(CURLExchange)
        /// Ends the thread after the last transfer.
        case close
    }

    private struct Inbox {
        var commands: [Command] = []
        /// Whether the thread waits, or is about to.
        var isAsleep = false
        /// Whether the thread has ended.
        var isClosed = false
    }

    /// The number of sockets that one wait returns, and of waits before results are delivered: each delivery wakes
    /// threads, so the more results it has, the better.
    private static let (socketsAtOnce, waitsAtOnce) = (256, 4)

    private let owner = NSLock()
    private let multi: CURLMulti
    /// Whether the last response was awaited by its caller. Without a transfer the thread then waits for a signal only,
    /// because the response to the next caller would wake it as well.
    private var callersAwait = false
    /// Whether the thread waits for a signal only.
    private var isParked = false
    /// The time until which the thread waits at most, in milliseconds of the monotonic clock.
    private var sleepsUntil = Int64.max
    private let inbox = Locked(Inbox())
    /// The descriptor that wakes the thread.
    private let wakeUp: CInt

    /// Makes a loop and starts its thread.
    /// - Throws: `URLError.unknown` without memory or descriptors.
    init(_ configuration: NetworkConfiguration, usualTime: Int64 = CURLHost.longTime) throws(URLError) {
        wakeUp = talyn_wakeup_make()
        guard wakeUp >= 0, let multi = CURLMulti(configuration, wakeUp: wakeUp, usualTime: usualTime) else {
            if wakeUp >= 0 { talyn_close(wakeUp) }
            throw URLError(.unknown, text: "libcurl has no memory or no descriptors")
        }
        self.multi = multi
        Thread { [self] in run() }.start()
    }

    deinit { talyn_close(wakeUp) }

    /// Starts an exchange, on this thread if the loop sleeps and has no other one.
    func start(_ exchange: CURLExchange) {
        guard post(.start(exchange)) else { return }
        // The thread that has it, or the loop that is woken, takes the command.
        guard CURLLibrary.isQuiet, owner.try() else { return talyn_wakeup_signal(wakeUp) }
        let usual = multi.concurrency.most
        guard multi.isIdle, usual <= 2 else {
            owner.unlock()
            return talyn_wakeup_signal(wakeUp)
        }
        var outcomes = takeCommands()
        if outcomes.isEmpty {
            if usual <= 1, multi.isAnsweredAtOnce(exchange) { outcomes = awaitAnswer(to: exchange) }
            callersAwait = !outcomes.isEmpty
        }
        let wakes = multi.sockets.nextTime < sleepsUntil || isParked && !multi.isIdle
        owner.unlock()
        if wakes { talyn_wakeup_signal(wakeUp) }
        for outcome in outcomes { outcome.deliver() }
    }

    /// Waits for an answer on the thread of the caller, for 0.4 ms at most: to wake the loop's thread, and then that of
    /// the caller again, takes longer than the answer of a server that is near.
    private func awaitAnswer(to exchange: CURLExchange) -> [CURLMulti.Outcome] {
        var (sockets, ready): ([CInt], [CInt]) = ([0, 0], [0, 0])
        let start = CURLSockets.microseconds
        while true {
            let left = start + 400 - CURLSockets.microseconds
            if left <= 0 { return [] }
            // The loop's thread sleeps on: epoll wakes the waiter that came last.
            let count = talyn_poll_wait_briefly(multi.sockets.poll, wakeUp, &sockets, &ready, 2, CInt(clamping: left))
            for index in 0..<max(0, Int(count)) { multi.act(on: sockets[index], ready[index]) }
            // Others cannot take the lock: it may be this wait that their signals have ended.
            let outcomes = takeCommands()
            if count < 0 || !outcomes.isEmpty || exchange.isOver { return outcomes }
        }
    }

    /// Ends the transfer of an exchange that has ended.
    func stop(_ exchange: CURLExchange) { if post(.stop(exchange)) { talyn_wakeup_signal(wakeUp) } }

    /// Lets the loop look at a paused transfer that can go on.
    func resume(_ exchange: CURLExchange) { if post(.resume(exchange)) { talyn_wakeup_signal(wakeUp) } }

    /// Lets the thread end after the last transfer.
    func finish() { if post(.close) { talyn_wakeup_signal(wakeUp) } }

    /// Hands over a command. Returns whether the loop sleeps.
    private func post(_ command: Command) -> Bool {
        inbox.withLock { inbox in
            // Nothing is left that a command could concern.
            if inbox.isClosed { return false }
            inbox.commands.append(command)
            return inbox.isAsleep
        }
    }

    /// Obeys the commands, in their order, and lets libcurl act. Returns the exchanges that have ended.
    private func takeCommands() -> [CURLMulti.Outcome] {
        let commands = inbox.withLock { inbox in
            defer { inbox.commands.removeAll() }
            return inbox.commands
        }
        for command in commands {
            switch command {
            case .start(let exchange): multi.start(exchange)
            case .stop(let exchange): multi.stop(exchange)
            case .resume(let exchange): multi.resume(exchange)
            case .close: multi.isClosing = true
            }
        }
        multi.actOnTimers()
        return multi.takeOutcomes()
    }

    /// Lets the callers of results begin their next exchanges before the thread sleeps, because each one would wake it.
    private func awaitCommands(_ count: Int) {
        for _ in 0..<3 where inbox.withLock({ $0.commands.count < count }) { sched_yield() }
    }

    private func run() {
        // Before its start a name does not reach the system on Linux.
        Thread.current.name = "Talyn.CURL"
        talyn_block_sigpipe()
        var sockets = [CInt](repeating: 0, count: Self.socketsAtOnce)
        var ready = sockets
        owner.lock()
        while true {
            // Together, and without the lock: each one wakes a thread.
            let outcomes = takeCommands()
            let isOver = multi.isOver
            isParked = callersAwait && multi.isIdle
            let parks = isParked
            sleepsUntil = multi.sockets.nextTime
            let lingers = outcomes.count > 1 && !isOver
            let wait = inbox.withLock { inbox -> CInt in
                if isOver { (inbox.isClosed, inbox.commands) = (true, []) }
                inbox.isAsleep = inbox.commands.isEmpty && !isOver && !lingers
                return inbox.isAsleep ? multi.sockets.timeLeft : 0
            }
            owner.unlock()
            for outcome in outcomes { outcome.deliver() }
            if isOver { return multi.close() }
            if lingers { awaitCommands(outcomes.count) }
            var count: CInt = 0
            if parks {
                talyn_wakeup_wait(wakeUp, wait)
            } else {
                count = talyn_poll_wait(multi.sockets.poll, wakeUp, &sockets, &ready, CInt(sockets.count), wait)
            }
            owner.lock()
            // Not before: it may be a caller's wait that the signal is to end.
            if parks { talyn_wakeup_drain(wakeUp) }
            isParked = false
            inbox.withLock { $0.isAsleep = false }
            var waits = 0
            while count > 0 {
                for index in 0..<Int(count) { multi.act(on: sockets[index], ready[index]) }
                waits += 1
                if multi.isIdle || waits == Self.waitsAtOnce { break }
                count = talyn_poll_wait(multi.sockets.poll, wakeUp, &sockets, &ready, CInt(sockets.count), 0)
            }
        }
    }
}
#endif
