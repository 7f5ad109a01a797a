internal import Talyn

/// One connection of a server: its script, and how far it is. Lives on the server's thread.
struct ServerConnection {
    /// What a script answers to a request, and to its head before the body has come.
    struct Answers: Sendable {
        let head: (@Sendable (ReceivedRequest) -> [ServerStep])?
        let request: @Sendable (ReceivedRequest) -> [ServerStep]
    }

    let number: Int
    private let socket: SystemSocket
    private let answers: Answers
    private let journal: Journal<ServerRecord>
    private var reader: RequestReader
    private var steps: ArraySlice<ServerStep>
    private var output = Data()
    private var isHolding = false
    private var inputHasEnded = false
    private(set) var hasEnded = false

    init(
        _ socket: SystemSocket, number: Int, greeting: [ServerStep], answers: Answers, journal: Journal<ServerRecord>
    ) {
        self.socket = socket
        self.number = number
        self.answers = answers
        self.journal = journal
        reader = RequestReader(connection: number)
        steps = greeting[...]
        journal.note { $0.connections.append(ConnectionRecord(number: number)) }
    }

    /// What it waits for.
    var interest: SystemSocket.Interest {
        SystemSocket.Interest(socket: socket, reading: !inputHasEnded, writing: !output.isEmpty)
    }

    /// Reads what came and goes on with the script as far as possible.
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

    /// Goes on behind a hold.
    mutating func release() {
        guard isHolding else { return }
        isHolding = false
        advance()
    }

    /// Ends it.
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
                // What is left of a script may still be read by a client that closed its half only; a hold is over.
                if isHolding { end(.clientClosed) }
            case .failed: end(.clientReset)
            }
        }
    }

    /// Writes; false when the socket takes no more for now, or has ended.
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
            // First, because a release may follow the note at once, from another thread.
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
            if let answer = answers.head {
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
            steps = answers.request(request)[...]
        }
    }

    private func note(_ change: (inout ConnectionRecord) -> Void) {
        // Numbers are given in order, from 1, so each has its place.
        journal.note { change(&$0.connections[number - 1]) }
    }
}
