internal import Talyn

/// A parser of the requests on one connection (RFC 9112).
struct RequestReader {
    /// A parsed part of the input.
    enum Event {
        /// The head of a request whose body is incomplete.
        case head(ReceivedRequest)
        /// A complete request, or a malformed one.
        case request(ReceivedRequest)
    }

    private enum Stage {
        case head
        case body(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailers
        case broken
    }

    private let connection: Int
    private var stage = Stage.head
    private var request: ReceivedRequest?
    /// Bytes that arrived and are not parsed yet.
    private var input = Data()
    /// The number of bytes of `input` that were already searched for the end of a line.
    private var searched = 0

    /// A head or a line longer than this is malformed.
    private static let limit = 1 << 20
    private static let lineEnd = Data("\r\n".utf8)
    private static let headEnd = Data("\r\n\r\n".utf8)

    init(connection: Int) { self.connection = connection }

    mutating func append(_ bytes: Data) { input.append(bytes) }

    /// Bytes that belong to no request.
    var unparsed: Data { Data(input) }

    /// The request whose body is incomplete.
    var unfinished: ReceivedRequest? { request }

    /// Whether the input is malformed, so that nothing more is parsed.
    var isBroken: Bool { if case .broken = stage { true } else { false } }

    /// Returns the next event; nil when more bytes are needed.
    mutating func next() -> Event? {
        while true {
            switch stage {
            case .broken: return nil
            case .head:
                guard let event = readHead() else { return nil }
                return event
            case .body(let left):
                let rest = takeBody(left)
                guard rest == 0 else {
                    stage = .body(left: rest)
                    return nil
                }
                return finish()
            case .chunkSize:
                guard let line = takeLine() else { return overlong("a chunk's size is too long") }
                let digits = line.prefix(beforeBytes: ";").trimmed
                guard let size = Int(digits, radix: 16), size >= 0 else { return fail("a chunk has no size") }
                stage = size == 0 ? .trailers : .chunk(left: size)
            case .chunk(let left):
                let rest = takeBody(left)
                stage = rest == 0 ? .chunkEnd : .chunk(left: rest)
                if rest > 0 { return nil }
            case .chunkEnd:
                guard let line = takeLine() else { return overlong("a chunk is longer than its size") }
                guard line.isEmpty else { return fail("a chunk is longer than its size") }
                stage = .chunkSize
            case .trailers:
                guard let line = takeLine() else { return overlong("a trailer is too long") }
                if line.isEmpty { return finish() }
                guard let field = Self.field(line) else { return fail("a trailer has no colon") }
                request?.trailers.add(field.name, field.value)
            }
        }
    }

    private mutating func readHead() -> Event? {
        // Empty lines before a request are no part of it (RFC 9112 §2.2).
        while input.starts(with: Self.lineEnd) { take(2) }
        guard let first = input.first, !(first == 0x0D && input.count == 1) else { return nil }
        // A TLS greeting, say, has no blank line.
        guard first >= 0x21, first < 0x7F else { return fail("it does not begin with a method") }
        guard let end = search(Self.headEnd) else { return overlong("the head is too long") }
        let head = take(end)
        var request = ReceivedRequest(connection: connection, head: head)
        var lines = String(decoding: head.dropLast(4), as: UTF8.self).split(atBytes: "\r\n")
        let parts = lines.removeFirst().split(atBytes: " ").map(String.init)
        self.request = request
        guard parts.count == 3, parts[2].hasPrefix(bytes: "HTTP/") else { return fail("the request line is malformed") }
        (request.method, request.target, request.version) = (parts[0], parts[1], parts[2])
        for line in lines {
            guard let field = Self.field(line) else { return fail("a header has no colon") }
            request.headers.add(field.name, field.value)
        }
        self.request = request
        if request.headers["Transfer-Encoding"]?.asciiLowercased.hasSuffix(bytes: "chunked") == true {
            stage = .chunkSize
        } else {
            let length = request.headers.values(for: "Content-Length").first ?? "0"
            guard let length = Int(length), length >= 0 else { return fail("the Content-Length is malformed") }
            if length == 0 { return finish() }
            stage = .body(left: length)
        }
        return .head(request)
    }

    private mutating func finish() -> Event? {
        stage = .head
        defer { request = nil }
        return request.map(Event.request)
    }

    private mutating func fail(_ problem: String) -> Event? {
        var broken = request ?? ReceivedRequest(connection: connection, head: Data(input))
        broken.problem = problem
        request = nil
        stage = .broken
        return .request(broken)
    }

    private mutating func overlong(_ problem: String) -> Event? {
        input.count > Self.limit ? fail(problem) : nil
    }

    /// Consumes available bytes of the body; returns the number of bytes that are missing.
    private mutating func takeBody(_ left: Int) -> Int {
        let count = min(left, input.count)
        if count > 0 {
            let piece = take(count)
            request?.body.append(piece)
        }
        return left - count
    }

    private mutating func takeLine() -> Substring? {
        search(Self.lineEnd).map { Substring(decoding: take($0).dropLast(2), as: UTF8.self) }
    }

    /// Returns the number of bytes up to the end of a mark; nil when it has not arrived.
    private mutating func search(_ mark: Data) -> Int? {
        let start = input.startIndex + max(0, searched - mark.count)
        if let found = input.range(of: mark, in: start..<input.endIndex) {
            return found.upperBound - input.startIndex
        }
        searched = input.count
        return nil
    }

    @discardableResult private mutating func take(_ count: Int) -> Data {
        let taken = Data(input.prefix(count))
        input.removeFirst(count)
        searched = 0
        return taken
    }

    private static func field(_ line: Substring) -> HTTPHeaders.Field? {
        guard let (name, value) = line.cut(atBytes: ":"), !name.isEmpty else { return nil }
        return HTTPHeaders.Field(String(name), String(value.trimmed))
    }
}
