#if os(Linux)
internal import CTalynCURL

/// The event loop of a transport: all transfers over one multi handle, and a thread that waits in epoll(7) for their
/// sockets.
///
/// Two threads work on it, one at a time: its own, when a socket is ready; and that of a caller that begins the only
/// exchange in flight, because waking the loop costs as much as sending the request. A caller's thread begins an
/// exchange only if at most two were in flight at once lately, and waits for its response only if they came one at a
/// time.
///
/// Unchecked: libcurl allows a handle on any thread, but on one at a time (libcurl-thread(3)). `multi` and the
/// variables are used only by the thread that holds `owner`, until the end of `run`; everything else is constant or
/// `Locked`.
///
/// - `owner` is held while a function of libcurl runs. The loop's thread waits for sockets without it. A caller only
///   tries to take it, and otherwise leaves its command to the thread that has it.
/// - A command is appended under the lock of `inbox`. `isAsleep` is set there too, if there is none, so that either the
///   thread sees the command before it waits, or the caller sees that it has to wake it.
/// - Results are delivered without `owner`, because that resumes tasks and runs their code.
/// - The thread keeps the loop, and ends after ``finish()`` with the last exchange. Commands are refused from then on,
///   so that nobody uses `multi` while it is freed.
final class CURLLoop: @unchecked Sendable {
    private enum Command {
        /// Starts an exchange, or queues it.
        case start(CURLExchange)
        /// Removes an exchange that is over from libcurl or from the queue.
        case stop(CURLExchange)
        /// Unpauses a transfer if the reader of its response has room, or its request's body has bytes.
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

    /// The largest number of sockets that one wait returns; `talyn_poll_wait` has the same bound.
    private static let socketsAtOnce = 256
    /// The number of waits before results are delivered: each delivery wakes threads, so a larger batch costs less.
    private static let waitsPerDelivery = 4
    /// The time after which results are delivered before another wait, in microseconds.
    private static let longestBatch: Int64 = 500
    /// The time of a yield that shows that other threads need the processor, in microseconds. To be woken by a caller
    /// is then faster.
    private static let longYield: Int64 = 1000
    /// The number of batches without a yield after a long one.
    private static let batchesWithoutYield = 64

    private let owner = NSLock()
    /// For the thread that holds `owner`: that of the loop, of a caller, and so of libcurl's callbacks.
    let multi: CURLMulti
    /// Whether the last exchange that began on a caller's thread ended there. Without a transfer the loop's thread then
    /// waits for a signal only, because the next caller's response would wake it as well.
    private var callersAwait = false
    /// Whether the thread waits for a signal only.
    private var isParked = false
    /// The time until which the thread waits at most, in milliseconds of the monotonic clock.
    private var sleepsUntil = Int64.max
    private let inbox = Locked(Inbox())
    /// The descriptor that wakes the thread.
    private let wakeUp: CInt

    /// Makes a loop and starts its thread. Without one, as for tests, nothing but the owner of the loop uses `multi`.
    /// - Throws: `URLError.unknown` without memory or descriptors.
    init(_ configuration: NetworkConfiguration, latency: Int64 = CURLHost.longLatency, hasThread: Bool = true)
        throws(URLError)
    {
        wakeUp = talyn_wakeup_make()
        guard wakeUp >= 0, let multi = CURLMulti(configuration, wakeUp: wakeUp, latency: latency) else {
            if wakeUp >= 0 { talyn_close(wakeUp) }
            throw URLError(.unknown, text: "libcurl has no memory or no descriptors")
        }
        self.multi = multi
        if hasThread { Thread { [self] in run() }.start() } else { inbox.withLock { $0.isClosed = true } }
    }

    deinit { talyn_close(wakeUp) }

    /// Starts an exchange, on this thread if the loop sleeps, has no other one, and had at most two at once lately.
    func start(_ exchange: CURLExchange) {
        guard post(.start(exchange)) else { return }
        // Otherwise the thread that holds the lock, or the loop's, runs the command.
        guard !CURLGuard.blockedSIGPIPE.isNeeded, owner.try() else { return talyn_wakeup_signal(wakeUp) }
        guard multi.mayBeginOnCaller else {
            if multi.isIdle { callersAwait = false }
            owner.unlock()
            return talyn_wakeup_signal(wakeUp)
        }
        let isSequential = multi.isSequential
        var completed = takeCommands()
        if completed.isEmpty {
            if isSequential, multi.isAnsweredAtOnce(exchange) { completed = awaitAnswer(to: exchange) }
            callersAwait = !completed.isEmpty
        }
        let wakes = multi.sockets.nextTime < sleepsUntil || isParked && !multi.isIdle
        owner.unlock()
        if wakes { talyn_wakeup_signal(wakeUp) }
        for exchange in completed { exchange.deliver() }
    }

    /// Waits for a response on the caller's thread, for at most 0.4 ms: waking the loop's thread, and then the caller's
    /// again, takes longer than the response of a server nearby.
    private func awaitAnswer(to exchange: CURLExchange) -> [CURLExchange] {
        var (sockets, ready): ([CInt], [CInt]) = ([0, 0], [0, 0])
        let start = CURLSockets.microseconds
        while true {
            let left = start + 400 - CURLSockets.microseconds
            if left <= 0 { return [] }
            // The loop's thread keeps sleeping: epoll wakes the waiter that came last.
            let count = talyn_poll_wait_briefly(multi.sockets.poll, wakeUp, &sockets, &ready, 2, CInt(clamping: left))
            for index in 0..<max(0, Int(count)) { multi.act(on: sockets[index], ready[index]) }
            // Other callers cannot take the lock: their signals may have ended this wait instead of the thread's.
            let completed = takeCommands()
            if count < 0 || !completed.isEmpty || exchange.isOver { return completed }
        }
    }

    /// Removes an exchange that is over from libcurl or from the queue.
    func stop(_ exchange: CURLExchange) { if post(.stop(exchange)) { talyn_wakeup_signal(wakeUp) } }

    /// Lets the loop look at a paused transfer that can go on.
    func resume(_ exchange: CURLExchange) { if post(.resume(exchange)) { talyn_wakeup_signal(wakeUp) } }

    /// Lets the thread end after the last transfer. No ``start(_:)`` may be under way or follow: a transport calls this
    /// in its deinit, and outlives its calls.
    func finish() { if post(.close) { talyn_wakeup_signal(wakeUp) } }

    /// Hands over a command. Returns whether the loop sleeps.
    private func post(_ command: Command) -> Bool {
        inbox.withLock { inbox in
            // Only exchanges that have ended are left, so this is `stop` or `resume` (see ``finish()``).
            if inbox.isClosed { return false }
            inbox.commands.append(command)
            return inbox.isAsleep
        }
    }

    /// Runs the commands in order, and lets libcurl act. Returns the exchanges that are complete.
    private func takeCommands() -> [CURLExchange] {
        let commands = inbox.withLock { inbox in
            defer { inbox.commands.removeAll() }
            return inbox.commands
        }
        for command in commands {
            switch command {
            case .start(let exchange): multi.start(exchange)
            case .stop(let exchange): multi.stop(exchange)
            case .resume(let exchange): exchange.unpause()
            case .close: multi.isClosing = true
            }
        }
        multi.actOnTimers()
        return multi.takeCompleted()
    }

    /// Yields up to three times, until there are `count` commands: callers often begin their next exchange as soon as
    /// they have a result, and each one would wake the sleeping thread. Returns false after a long yield.
    private func awaitCommands(_ count: Int) -> Bool {
        let end = CURLSockets.microseconds + Self.longYield
        for _ in 0..<3 where inbox.withLock({ $0.commands.count < count }) {
            sched_yield()
            if CURLSockets.microseconds > end { return false }
        }
        return true
    }

    private func run() {
        // Not by Thread.name, which on Linux does nothing until the thread that calls `start` has returned from it.
        talyn_name_thread("Talyn.CURL")
        talyn_block_sigpipe()
        var sockets = [CInt](repeating: 0, count: Self.socketsAtOnce)
        var ready = sockets
        var batchesUntilYield = 0
        owner.lock()
        while true {
            // Delivered together, and without the lock, because each result wakes a thread.
            let completed = takeCommands()
            let isOver = multi.isOver
            isParked = callersAwait && multi.isIdle
            let parks = isParked
            sleepsUntil = multi.sockets.nextTime
            let isBatch = completed.count > 1 && !isOver
            let lingers = isBatch && batchesUntilYield == 0
            if isBatch, !lingers { batchesUntilYield -= 1 }
            let wait = inbox.withLock { inbox -> CInt in
                if isOver { (inbox.isClosed, inbox.commands) = (true, []) }
                inbox.isAsleep = inbox.commands.isEmpty && !isOver && !lingers
                return inbox.isAsleep ? multi.sockets.timeLeft : 0
            }
            owner.unlock()
            for exchange in completed { exchange.deliver() }
            // Without `owner`: commands are refused by now.
            if isOver { return multi.close() }
            if lingers, !awaitCommands(completed.count) { batchesUntilYield = Self.batchesWithoutYield }
            var count: CInt = 0
            if parks {
                talyn_wakeup_wait(wakeUp, wait)
            } else {
                count = talyn_poll_wait(multi.sockets.poll, wakeUp, &sockets, &ready, CInt(sockets.count), wait)
            }
            owner.lock()
            // Not before, because the signal may be meant for a caller's wait.
            if parks { talyn_wakeup_drain(wakeUp) }
            isParked = false
            inbox.withLock { $0.isAsleep = false }
            var waits = 0
            let end = CURLSockets.microseconds + Self.longestBatch
            while count > 0 {
                for index in 0..<Int(count) { multi.act(on: sockets[index], ready[index]) }
                waits += 1
                // Without a transfer, more waits bring no result.
                if multi.isIdle || waits == Self.waitsPerDelivery || CURLSockets.microseconds > end { break }
                count = talyn_poll_wait(multi.sockets.poll, wakeUp, &sockets, &ready, CInt(sockets.count), 0)
            }
        }
    }
}
#endif
