internal import Talyn

/// One connection of a server, with the state of its script. Used on the server's thread only.
struct ServerConnection {
    /// The steps before a request, for its head before the body has arrived, and for the whole request.
    struct Script: Sendable {
        let greeting: [ServerStep]
        let head: (@Sendable (ReceivedRequest) -> [ServerStep])?
        let request: @Sendable (ReceivedRequest) -> [ServerStep]
    }

    let number: Int
    private let socket: SystemSocket
    private let script: Script
    private let journal: Journal<ServerRecord>
    private var reader: RequestReader
    private var steps: ArraySlice<ServerStep>
    private var output = Data()
    private var isHolding = false
    private var inputHasEnded = false
    private(set) var hasEnded = false

    init(_ socket: SystemSocket, number: Int, script: Script, journal: Journal<ServerRecord>) {
        self.socket = socket
        self.number = number
        self.script = script
        self.journal = journal
        reader = RequestReader(connection: number)
        steps = script.greeting[...]
        journal.note { $0.connections.append(ConnectionRecord(number: number)) }
    }

    /// The events that it waits for.
    var interest: SystemSocket.Interest {
        SystemSocket.Interest(socket: socket, reading: !inputHasEnded, writing: !output.isEmpty)
    }

    /// Reads the available bytes and continues the script as far as possible.
    mutating func advance() {
        read()
        while !hasEnded {
            if !output.isEmpty {
                guard write() else { return }
            } else if isHolding {
                return
            } else if let step = steps.popFirst() {
                perform(step)
            } else if let event = reader.next() {
                answer(event)
            } else {
                if reader.isBroken { end(.closed) } else if inputHasEnded { end(.clientClosed) }
                return
            }
        }
    }

    /// Continues after a hold.
    mutating func release() {
        guard isHolding else { return }
        isHolding = false
        advance()
    }

    /// Closes the connection.
    mutating func end(_ end: ConnectionRecord.End) {
        guard !hasEnded else { return }
        hasEnded = true
        if end == .reset { socket.discardWithReset() } else { socket.discard() }
        let (unfinished, unparsed) = (reader.unfinished, reader.unparsed)
        note { connection in
            connection.isHolding = false
            connection.end = end
            connection.unfinished = unfinished
            connection.unparsed = unparsed
        }
    }

    private mutating func read() {
        while !inputHasEnded, !hasEnded {
            switch socket.read() {
            case .bytes(let bytes):
                reader.append(bytes)
                note { $0.received += bytes.count }
            case .nothingYet: return
            case .end:
                inputHasEnded = true
                // A client that closed only its half may still read the rest of the script; a hold ends.
                if isHolding { end(.clientClosed) }
            case .failed: end(.clientReset)
            }
        }
    }

    /// Writes; false when the socket accepts no more for now, or has ended.
    private mutating func write() -> Bool {
        guard let count = socket.write(output) else {
            end(inputHasEnded ? .clientClosed : .clientReset)
            return false
        }
        output = count == output.count ? Data() : Data(output.dropFirst(count))
        if count > 0 { note { $0.sent += count } }
        return output.isEmpty
    }

    private mutating func perform(_ step: ServerStep) {
        switch step {
        case .send(let bytes): output = bytes
        case .hold:
            if inputHasEnded { return end(.clientClosed) }
            // Before the note: another thread may release the hold right after it.
            isHolding = true
            note { connection in
                connection.isHolding = true
                connection.holds += 1
            }
        case .halfClose: socket.halfClose()
        case .close: end(.closed)
        case .reset: end(.reset)
        }
    }

    private mutating func answer(_ event: RequestReader.Event) {
        switch event {
        case .head(let head):
            if let answer = script.head {
                steps = answer(head)[...]
            } else if head.headers["Expect"]?.asciiLowercased == "100-continue" {
                steps = [.send("HTTP/1.1 100 Continue\r\n\r\n")]
            }
        case .request(let request):
            let number = number
            journal.note { record in
                record.requests.append(request)
                record.connections[number - 1].requests.append(request)
            }
            steps = script.request(request)[...]
        }
    }

    private func note(_ change: (inout ConnectionRecord) -> Void) {
        // Numbers are consecutive, from 1.
        journal.note { change(&$0.connections[number - 1]) }
    }
}
