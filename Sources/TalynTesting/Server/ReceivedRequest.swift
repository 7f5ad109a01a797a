public import Talyn

/// A request that a ``LoopbackServer`` received: the raw head, and its parts.
public struct ReceivedRequest: Sendable, Hashable {
    /// The number of the connection it came on, from 1.
    public let connection: Int

    /// The head exactly as it arrived, from the request line to the blank line.
    public let head: Data

    /// The request method; empty when the head is not HTTP.
    public internal(set) var method = ""

    /// The request target, such as `/users?page=2`; empty when the head is not HTTP.
    public internal(set) var target = ""

    /// The version, such as `HTTP/1.1`; empty when the head is not HTTP.
    public internal(set) var version = ""

    /// The fields in their order, names as they were written.
    public internal(set) var headers = HTTPHeaders()

    /// The body, without the framing of chunks; one in gzip is not decompressed. ``form`` has the parts of a multipart
    /// form.
    public internal(set) var body = Data()

    /// The trailer fields of a chunked body.
    public internal(set) var trailers = HTTPHeaders()

    /// The violation of HTTP/1.1; nil when there is none. No further request is read from the connection after one.
    public internal(set) var problem: String?

    init(connection: Int, head: Data) {
        self.connection = connection
        self.head = head
    }

    /// The target without its query.
    public var path: String { String(target.prefix(beforeBytes: "?")) }

    /// The body as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The head as text; bytes that are not UTF-8 are replaced.
    public var headText: String { String(decoding: head, as: UTF8.self) }
}

extension ReceivedRequest: CustomStringConvertible {
    /// Method, target and size of the body, or the problem.
    public var description: String {
        problem.map { "malformed: \($0)" } ?? "\(method) \(target), \(body.count) bytes, connection \(connection)"
    }
}
