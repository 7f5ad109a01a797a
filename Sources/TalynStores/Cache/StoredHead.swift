public import Foundation
public import Talyn

/// The head of a stored response, with the times that its age needs. It is one reference, cheap to pass on.
public struct StoredHead: Sendable {
    private final class Storage: Sendable {
        let variant: CacheVariant
        let statusCode: Int
        let headers: HTTPHeaders
        let requestedAt: Date
        let receivedAt: Date
        let control: CacheControl
        let date: Date
        let initialAge: Double
        let explicitLifetime: Double?

        init(
            _ variant: CacheVariant, _ statusCode: Int, _ headers: HTTPHeaders, _ requestedAt: Date,
            _ receivedAt: Date
        ) {
            self.variant = variant
            self.statusCode = statusCode
            self.headers = headers
            self.requestedAt = requestedAt
            self.receivedAt = receivedAt
            control = CacheControl(headers)
            let date = headers["Date"].flatMap { HTTPDate.date(exactly: $0, at: receivedAt) } ?? receivedAt
            self.date = date
            // The first of several (§5.1).
            let age = headers.values(for: "Age").first.map { String($0.prefix(beforeBytes: ",").trimmed) }
            initialAge = age.flatMap { CacheControl.seconds($0) } ?? 0
            if let maxAge = control.maxAge {
                explicitLifetime = maxAge
            } else if let text = headers["Expires"] {
                // An invalid date is in the past (§5.3).
                let expires = HTTPDate.date(exactly: text, at: receivedAt)
                explicitLifetime = expires.map { max(0, $0.timeIntervalSince(date)) } ?? 0
            } else {
                explicitLifetime = nil
            }
        }
    }

    private let storage: Storage

    /// Makes a head.
    public init(
        variant: CacheVariant, statusCode: Int, headers: HTTPHeaders, requestedAt: Date, receivedAt: Date
    ) {
        storage = Storage(variant, statusCode, headers, requestedAt, receivedAt)
    }

    /// The difference to others of its URL.
    public var variant: CacheVariant { storage.variant }
    /// The status code.
    public var statusCode: Int { storage.statusCode }
    /// The header fields, without those of the connection (RFC 9111 §3.1).
    public var headers: HTTPHeaders { storage.headers }
    /// The date when the request was sent, or the one that confirmed the response.
    public var requestedAt: Date { storage.requestedAt }
    /// The date when the head was received.
    public var receivedAt: Date { storage.receivedAt }

    var control: CacheControl { storage.control }
    /// The date of the response: its `Date`, without one when it was received.
    var date: Date { storage.date }
    /// The seconds of `Age`.
    private var initialAge: Double { storage.initialAge }
    /// The seconds for which the server says that it is fresh; nil if it says nothing.
    var explicitLifetime: Double? { storage.explicitLifetime }

    /// Returns the age in seconds (§4.2.3). Infinite if the system's date was set back by more than a minute since.
    func age(at now: Date) -> Double {
        let apparent = max(0, receivedAt.timeIntervalSince(date))
        let corrected = initialAge + max(0, receivedAt.timeIntervalSince(requestedAt))
        let resident = now.timeIntervalSince(receivedAt)
        return resident < -Date.tolerance ? .infinity : max(apparent, corrected) + max(0, resident)
    }

    /// Returns the seconds for which it is fresh (§4.2.1): what the server says, the given ones, or a tenth of the time
    /// since it was modified, at most a week (§4.2.2).
    func lifetime(otherwise given: Duration?) -> Double {
        if let explicitLifetime { return explicitLifetime }
        // An error that says nothing would stay for as long.
        if let given, statusCode < 400, Self.isCacheableByDefault(statusCode) { return given / .seconds(1) }
        guard Self.isCacheableByDefault(statusCode) || control.isPublic,
            let modified = headers["Last-Modified"].flatMap({ HTTPDate.date(exactly: $0, at: receivedAt) })
        else { return 0 }
        return min(max(0, date.timeIntervalSince(modified)) / 10, 7 * 86_400)
    }

    /// The status codes that a response without a lifetime may be stored with (RFC 9110 §15.1), but for 206.
    static func isCacheableByDefault(_ statusCode: Int) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(statusCode)
    }

    /// Whether a stored response has what a server can compare (§4.3.1).
    var hasValidator: Bool { headers.contains("ETag") || headers.contains("Last-Modified") }

    /// Returns whether it is the same head: of the same request.
    func isSame(as other: StoredHead) -> Bool {
        variant == other.variant && requestedAt == other.requestedAt && receivedAt == other.receivedAt
    }

    /// Returns whether it is the response to a later request. One of more than a minute later was stored before the
    /// system's date was set back.
    func isNewer(than other: StoredHead) -> Bool {
        isNewer(than: other.requestedAt, at: other.receivedAt)
    }

    /// Returns whether it is the response to a later request than one of a date, as of now.
    func isNewer(than start: Date, at now: Date) -> Bool { requestedAt > start && requestedAt <= now + Date.tolerance }

    /// Returns whether a response to a later request precedes another one: that of the user's own cookies, then the
    /// newer one. A date in the future is that of its arrival.
    func precedes(_ other: StoredHead) -> Bool {
        let (isOwn, isOthersOwn) = (variant.cookies != "-", other.variant.cookies != "-")
        if isOwn != isOthersOwn { return isOwn }
        let (date, otherDate) = (min(date, receivedAt), min(other.date, other.receivedAt))
        return date == otherDate ? receivedAt > other.receivedAt : date > otherDate
    }

    /// Returns the head after the server confirmed it (§3.2, §4.3.4). Fields that describe the body stay.
    func confirmed(by response: HTTPHeaders, requestedAt: Date, receivedAt: Date) -> StoredHead {
        var merged = headers
        merged.remove("Age")
        // Without one it is that of its arrival (RFC 9110 §6.6.1).
        if !response.contains("Date") { merged.remove("Date") }
        let stay = ["Content-Length", "Content-Encoding", "Content-Range", "Vary"]
        let new = response.storable.fields.filter { field in !stay.contains { $0.isSameName(as: field.name) } }
        merged.merge(HTTPHeaders(new))
        return StoredHead(
            variant: variant, statusCode: statusCode, headers: merged, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}

/// A stored response: its head, and its body in bytes or as a stream.
public struct StoredResponse: Sendable {
    /// The head.
    public let head: StoredHead
    /// The body. A stream is read once; it throws if its bytes are not those that were stored.
    public let body: Body

    /// Makes a stored response.
    public init(_ head: StoredHead, body: Body) {
        self.head = head
        self.body = body
    }
}

extension String {
    fileprivate func isSameName(as other: String) -> Bool { HTTPHeaders.isSameName(self, other) }
}

extension HTTPHeaders {
    /// The fields of the connection and of proxies, which are not stored (RFC 9111 §3.1, RFC 9110 §7.6.1).
    private static let ofConnection = [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Transfer-Encoding", "Upgrade",
    ]

    /// The fields that are stored: without those of the connection, those it names, and those that `no-cache` names.
    var storable: HTTPHeaders {
        let listed = values(for: "Connection").flatMap { $0.split(atBytes: ",") }.map { String($0.trimmed) }
        let isNamed = self["Cache-Control"]?.asciiLowercased.contains(bytes: "no-cache=") ?? false
        let left = listed + (isNamed ? CacheControl(self).uncachedFields : [])
        var storable: [Field] = []
        storable.reserveCapacity(count)
        for field in fields
        where !Self.isOfConnection(field.name) && !left.contains(where: { $0.isSameName(as: field.name) }) {
            storable.append(field)
        }
        return HTTPHeaders(storable)
    }

    private static func isOfConnection(_ name: String) -> Bool {
        for other in ofConnection where isSameName(name, other) { return true }
        return false
    }
}

extension StoredHead: RedactedStringConvertible {
    /// The status code and the variant; never a value.
    public var description: String { "\(statusCode), \(variant)" }
}
