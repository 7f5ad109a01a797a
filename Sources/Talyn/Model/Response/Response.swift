/// The status, headers and body of a response, with the endpoint as it was sent.
///
/// A response holds one reference, so it is cheap to pass on. ``replacing(data:)``, ``replacing(statusCode:)`` and
/// ``replacing(headers:)`` return changed copies that keep everything else. Equality does not compare ``source``.
public struct Response: Sendable {
    private final class Storage: Sendable {
        let statusCode: Int
        let headers: HTTPHeaders
        let body: Body
        let ownURL: URL?
        let endpoint: Endpoint
        let source: Source
        let acceptance: Acceptance?
        let tail: Locked<ResponseTail>?

        init(
            statusCode: Int, headers: HTTPHeaders, body: Body, ownURL: URL?, endpoint: Endpoint, source: Source,
            acceptance: Acceptance?, tail: Locked<ResponseTail>?
        ) {
            self.statusCode = statusCode
            self.headers = headers
            self.body = body
            self.ownURL = ownURL
            self.endpoint = endpoint
            self.source = source
            self.acceptance = acceptance
            self.tail = tail
        }
    }

    private let storage: Storage

    /// Makes a response, for transports and for plugins that respond themselves.
    ///
    /// `url` is the final URL; default: nil, the endpoint's. A cache sets `source`.
    public init(
        statusCode: Int, headers: HTTPHeaders = HTTPHeaders(), body: Body = .none, url: URL? = nil, endpoint: Endpoint,
        source: Source = .network
    ) {
        storage = Storage(
            statusCode: statusCode, headers: headers, body: body, ownURL: url, endpoint: endpoint, source: source,
            acceptance: nil, tail: nil)
    }

    /// Makes a response of a transport that learns more at the end of the body.
    init(
        statusCode: Int, headers: HTTPHeaders, body: Body = .none, url: URL? = nil, endpoint: Endpoint,
        tail: Locked<ResponseTail>?
    ) {
        storage = Storage(
            statusCode: statusCode, headers: headers, body: body, ownURL: url, endpoint: endpoint, source: .network,
            acceptance: nil, tail: tail)
    }

    /// Makes a response without a transfer: its ``transferMetrics`` are ``TransferMetrics/virtual``.
    package init(virtual statusCode: Int, headers: HTTPHeaders, body: Body = .none, endpoint: Endpoint) {
        self.init(statusCode: statusCode, headers: headers, body: body, endpoint: endpoint, tail: ResponseTail.virtual)
    }

    /// Makes a changed copy.
    init(
        _ other: Response, statusCode: Int? = nil, headers: HTTPHeaders? = nil, body: Body? = nil,
        endpoint: Endpoint? = nil, acceptance: Acceptance?, tail: Locked<ResponseTail>? = nil
    ) {
        let old = other.storage
        storage = Storage(
            statusCode: statusCode ?? old.statusCode, headers: headers ?? old.headers, body: body ?? old.body,
            ownURL: old.ownURL, endpoint: endpoint ?? old.endpoint, source: old.source,
            acceptance: acceptance, tail: tail ?? old.tail)
    }

    /// The status code (RFC 9110 §15).
    public var statusCode: Int { storage.statusCode }
    /// The header fields.
    public var headers: HTTPHeaders { storage.headers }
    /// The body: bytes, a file, or a stream.
    public var body: Body { storage.body }
    /// The bytes of the body; empty without a body, and for a file or stream.
    public var data: Data { if case .data(let data) = storage.body { data } else { Data() } }
    /// The URL of the response; after redirects, the last one.
    public var url: URL { storage.ownURL ?? endpoint.url }
    /// The final URL, if different from the endpoint's, which is parsed only when needed.
    var ownURL: URL? { storage.ownURL }
    /// The endpoint as it was sent, after plugins and redirects.
    public var endpoint: Endpoint { storage.endpoint }

    /// The source of a response: the transport or a cache.
    public enum Source: Sendable, Hashable {
        /// The transport: a server, a stub or a cassette.
        case network
        /// A cache, which did not ask the server. `age` is the time since the server made or confirmed the response
        /// (RFC 9111 §4.2.3).
        case cache(age: Duration)
        /// A cache, after the server confirmed that its response is current (RFC 9111 §4.3).
        case revalidated
    }

    /// The source: the transport, or a cache.
    public var source: Source { storage.source }

    /// The part that is known at the end of the body; nil from a transport without it.
    var tail: Locked<ResponseTail>? { storage.tail }
    /// The trailer fields (RFC 9110 §6.5); empty if the transport does not read them, and before the end of a streamed
    /// body.
    public var trailers: HTTPHeaders { storage.tail?.withLock { $0.trailers } ?? HTTPHeaders() }
    /// The times and sizes of the exchange; ``TransferMetrics/virtual`` from a stub. Nil if the transport does not
    /// measure them, and before the end of a streamed body.
    public var transferMetrics: TransferMetrics? { storage.tail?.withLock { $0.metrics } }

    /// The head as Foundation's type, made on each access; nil if Foundation rejects the status code.
    public var httpURLResponse: HTTPURLResponse? {
        var (names, fields): ([String: String], [String: String]) = ([:], [:])
        for field in headers.fields {
            let name = names[field.name.asciiLowercased, default: field.name]
            names[field.name.asciiLowercased] = name
            fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
    }

    /// Returns the response with another body of bytes.
    public func replacing(data: Data) -> Response { replacing(body: .data(data)) }

    /// Returns the response with another body.
    public func replacing(body: Body) -> Response { Response(self, body: body, acceptance: acceptance) }

    /// Returns the response with another status code.
    public func replacing(statusCode: Int) -> Response {
        Response(self, statusCode: statusCode, acceptance: acceptance)
    }

    /// Returns the response with other headers.
    public func replacing(headers: HTTPHeaders) -> Response { Response(self, headers: headers, acceptance: acceptance) }

    /// The call whose validation accepted a response, and the status code at that time.
    struct Acceptance: Sendable, Equatable {
        let call: CallID
        let status: Int
    }

    /// The validation that accepted the response; nil if none did.
    var acceptance: Acceptance? { storage.acceptance }

    /// Returns whether a call's validation accepted it with its current status code.
    func isAccepted(by call: CallID) -> Bool { acceptance == Acceptance(call: call, status: statusCode) }

    /// Returns the same response, marked as accepted by a call's validation.
    func accepted(by call: CallID) -> Response {
        isAccepted(by: call) ? self : Response(self, acceptance: Acceptance(call: call, status: statusCode))
    }

    /// Whether the status code excludes a body: 1xx, 204, 205 and 304, and every response to HEAD (RFC 9110 §6.4.1).
    public var isBodiless: Bool {
        (100...199).contains(statusCode) || [204, 205, 304].contains(statusCode) || endpoint.method == .head
    }
}

/// Equal if status code, headers, body, URL and endpoint are.
extension Response: Equatable {
    public static func == (left: Response, right: Response) -> Bool {
        left.statusCode == right.statusCode && left.headers == right.headers && left.body == right.body
            && left.endpoint == right.endpoint
            && (left.ownURL == nil && right.ownURL == nil || left.url == right.url)
    }
}

extension Response.Source: CustomStringConvertible {
    /// `network`, `cache, 12 s old` or `cache, revalidated`.
    public var description: String {
        switch self {
        case .network: "network"
        case .cache(let age): "cache, \(CallTimeline.text(age)) old"
        case .revalidated: "cache, revalidated"
        }
    }
}

extension Response: RedactedStringConvertible {
    /// The status code, size of the body and endpoint; never values.
    public var description: String { "\(statusCode), \(body), \(endpoint)" }

    /// A mirror that shows ``description`` and headers known to be harmless.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "statusCode": statusCode, "headers": headers.description, "body": body.description,
                "endpoint": endpoint.description,
            ], displayStyle: .struct)
    }
}
