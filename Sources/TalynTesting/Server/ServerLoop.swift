internal import Talyn

/// The thread of a server, which accepts, reads and writes until it is stopped. It blocks only in `poll`.
final class ServerLoop: Sendable {
    private enum Command {
        case release(connections: [Int])
        case stop
    }

    let journal = Journal(ServerRecord())
    let listener: SystemSocket
    private let alarm: (waiting: SystemSocket, waking: SystemSocket)
    private let script: ServerConnection.Script
    private let commands = Locked<[Command]?>([])
    private let ended = DispatchSemaphore(value: 0)
    private let thread = Locked<ObjectIdentifier?>(nil)

    init(_ script: ServerConnection.Script) throws {
        self.script = script
        listener = try SystemSocket.bound()
        do { alarm = try SystemSocket.pair() } catch {
            listener.discard()
            throw error
        }
    }

    func start() {
        Thread {
            // Before its start a name does not reach the system on Linux.
            Thread.current.name = "LoopbackServer"
            self.run()
        }.start()
    }

    func release(connection: Int?) {
        // Noted at once: a wait for a hold that begins now is for the next one.
        let released = journal.note { record in
            let held = record.connections.filter { $0.isHolding && (connection ?? $0.number) == $0.number }
            for held in held { record.connections[held.number - 1].isHolding = false }
            return held.map(\.number)
        }
        if !released.isEmpty { send(.release(connections: released)) }
    }

    /// Ends the thread and closes its connections.
    func stop(waiting: Bool) {
        send(.stop)
        // On the server's own thread, in `respond`, this would wait for itself.
        guard waiting, ObjectIdentifier(Thread.current) != thread.withLock({ $0 }) else { return }
        ended.wait()
        ended.signal()
    }

    private func send(_ command: Command) {
        commands.withLock { commands in
            guard commands != nil else { return }
            commands?.append(command)
            // Under the lock: the thread closes the alarm once it accepts no more commands.
            _ = alarm.waking.write(Data([0]))
        }
    }

    private func run() {
        thread.withLock { $0 = ObjectIdentifier(Thread.current) }
        var connections: [ServerConnection] = []
        var count = 0
        while true {
            let standing: [SystemSocket.Interest] = [.init(socket: alarm.waiting), .init(socket: listener)]
            let isReady = SystemSocket.wait(for: standing + connections.map(\.interest))
            if isReady[0], !obey(&connections) { break }
            for (index, isReady) in isReady.dropFirst(2).enumerated() where isReady { connections[index].advance() }
            while isReady[1], let socket = listener.nextConnection() {
                count += 1
                var connection = ServerConnection(socket, number: count, script: script, journal: journal)
                connection.advance()
                connections.append(connection)
            }
            connections.removeAll(where: \.hasEnded)
        }
        listener.discard()
        for index in connections.indices { connections[index].end(.stopped) }
        commands.withLock { commands in
            commands = nil
            alarm.waiting.discard()
            alarm.waking.discard()
        }
        thread.withLock { $0 = nil }
        journal.close()
        ended.signal()
    }

    /// Executes the pending commands; false after a stop.
    private func obey(_ connections: inout [ServerConnection]) -> Bool {
        while case .bytes = alarm.waiting.read() {}
        let asked = commands.withLock { commands in
            defer { commands = [] }
            return commands ?? []
        }
        for command in asked {
            switch command {
            case .stop: return false
            case .release(let numbers):
                for index in connections.indices where numbers.contains(connections[index].number) {
                    connections[index].release()
                }
            }
        }
        return true
    }
}
