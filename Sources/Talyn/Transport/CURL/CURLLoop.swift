#if os(Linux)
internal import CTalynCURL

/// The event loop of a transport: all transfers over one multi handle, and the thread that alone calls libcurl's
/// functions, and waits in epoll(7) for their sockets. Other threads leave commands.
///
/// epoll, because `curl_multi_poll` looks at every socket in each wait: it made a fifth fewer calls over 8 connections.
/// Transfers on the caller's thread were tried: no gain as soon as a response takes 0.2 ms.
///
/// Unchecked for `multi` and all that it has, the handles and the transfers of exchanges: libcurl's handles are not
/// thread-safe (libcurl-thread(3)). The initializer makes `multi` before it starts the thread. From then on only that
/// thread uses it, until it ends. Everything else is constant or `Locked`. No lock of the loop is held while libcurl
/// runs or a result is delivered.
///
/// - A command is appended under the lock of `inbox`. `isAsleep` is set there too, if there is none, so that either the
///   thread sees the command before it waits, or the caller sees that it has to wake it.
/// - The thread keeps the loop, and ends after ``finish()`` with the last exchange. Commands are refused from then on,
///   so that nobody waits for them.
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
        /// Whether the thread waits, or is about to, and was not woken yet.
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

    /// Used only on the loop's thread, where libcurl's callbacks run.
    let multi: CURLMulti
    private let inbox = Locked(Inbox())
    /// The descriptor that wakes the thread.
    private let wakeUp: CInt

    /// Makes a loop and starts its thread. Without one, as for tests, the owner of the loop uses `multi` instead.
    /// - Throws: `URLError.unknown` without memory or descriptors.
    init(_ configuration: NetworkConfiguration, hasThread: Bool = true) throws(URLError) {
        wakeUp = talyn_wakeup_make()
        guard wakeUp >= 0, let multi = CURLMulti(configuration, wakeUp: wakeUp) else {
            if wakeUp >= 0 { talyn_close(wakeUp) }
            throw URLError(.unknown, text: "libcurl has no memory or no descriptors")
        }
        self.multi = multi
        if hasThread { Thread { [self] in run() }.start() } else { inbox.withLock { $0.isClosed = true } }
    }

    deinit { talyn_close(wakeUp) }

    /// Starts an exchange, or queues it.
    func start(_ exchange: CURLExchange) { post(.start(exchange)) }

    /// Removes an exchange that is over from libcurl or from the queue.
    func stop(_ exchange: CURLExchange) { post(.stop(exchange)) }

    /// Lets the loop look at a paused transfer that can go on.
    func resume(_ exchange: CURLExchange) { post(.resume(exchange)) }

    /// Lets the thread end after the last transfer. No ``start(_:)`` may be under way or follow: a transport calls this
    /// in its deinit, and outlives its calls.
    func finish() { post(.close) }

    /// Hands over a command, and wakes the thread if it waits.
    private func post(_ command: Command) {
        let wakes = inbox.withLock { inbox in
            // Only exchanges that have ended are left, so this is `stop` or `resume` (see ``finish()``).
            if inbox.isClosed { return false }
            inbox.commands.append(command)
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if wakes { talyn_wakeup_signal(wakeUp) }
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

    /// Runs the commands, delivers what is complete, and returns the milliseconds to wait at most; nil at the end.
    private func step() -> CInt? {
        // Delivered together, because each result wakes a thread.
        let completed = takeCommands()
        let isOver = multi.isOver
        let wait = inbox.withLock { inbox -> CInt in
            if isOver { (inbox.isClosed, inbox.commands) = (true, []) }
            inbox.isAsleep = inbox.commands.isEmpty && !isOver
            return inbox.isAsleep ? multi.sockets.timeLeft : 0
        }
        for exchange in completed { exchange.deliver() }
        // Commands are refused by now.
        return isOver ? nil : wait
    }

    private func run() {
        // Not by Thread.name, which on Linux does nothing until the thread that calls `start` has returned from it.
        talyn_name_thread("Talyn.CURL")
        talyn_block_sigpipe()
        var sockets = [CInt](repeating: 0, count: Self.socketsAtOnce)
        var ready = sockets
        // Nothing that a step has used is kept during the wait.
        while let wait = step() {
            var count = talyn_poll_wait(multi.sockets.poll, wakeUp, &sockets, &ready, CInt(sockets.count), wait)
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
        multi.close()
    }
}
#endif
