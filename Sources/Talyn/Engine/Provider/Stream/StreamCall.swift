/// A case bound to the elements that its response streams. Declare it beside the enum, one line per endpoint:
/// ```swift
/// extension StreamCall where Target == Chat, Element == Delta {
///     static func completions(_ prompt: Prompt) -> Self {
///         .events(.completions(prompt), until: { $0.data == "[DONE]" })
///     }
/// }
/// for try await delta in chat.elements(of: .completions(prompt)) { show(delta.text) }  // each a Delta
/// ```
/// ``Call`` binds a case to one value.
public struct StreamCall<Target: TargetType, Element: Sendable>: Sendable {
    /// The case.
    public let target: Target

    let open: @Sendable (Engine, CallSite) -> CallStream<Element, Target.Failure>

    init(_ target: Target, _ open: @escaping @Sendable (Engine, CallSite) -> CallStream<Element, Target.Failure>) {
        self.target = target
        self.open = open
    }
}

// Lines.
extension StreamCall {
    /// Binds a case to the lines of its response as text, as ``ResponseStream/lines()``.
    public static func lines(_ target: Target) -> Self where Element == String { lines(of: target) { .text } }

    /// Binds a case to the values of its response, one a line (JSON lines), as ``ResponseStream/lines(as:)``. `String`
    /// is the text of the line.
    ///
    /// ```swift
    /// for try await user in api.elements(of: .lines(.export, as: User.self)) { add(user) }
    /// ```
    public static func lines(_ target: Target, as type: Element.Type = Element.self) -> Self where Element: Decodable {
        lines(of: target) { .json(type) }
    }

    private static func lines(
        of target: Target, _ elements: @escaping @Sendable () -> LineReading<Element>.Elements
    ) -> Self {
        Self(target) { engine, site in
            CallStream(catch: { Target.catchChain($0) }) {
                var reading: LineReading<Element>?
                var isOpened = false
                return { () async throws(RequestError) in
                    if let reading { return try await reading.next() }
                    // After a failure there are no elements.
                    if isOpened { return nil }
                    isOpened = true
                    let begun = LineReading(
                        try await engine.open(.target(target), at: site, StreamedBody()), elements())
                    reading = begun
                    return try await begun.next()
                }
            }
        }
    }
}

// Server-sent events.
extension StreamCall {
    /// Binds a case to the server-sent events of its response, up to one that `isLast` accepts, which is not returned.
    ///
    /// ```swift
    /// for try await event in api.elements(of: .events(.news, reconnection: .automatic)) { show(event.data) }
    /// ```
    /// The request has `Accept: text/event-stream` unless the target sets `Accept`. A response of another
    /// `Content-Type` fails the call as ``RequestError/Kind-swift.enum/contentType(_:)``. Comments of the stream keep
    /// it alive for the provider's timeout. Default: up to the end of the body, without a reconnection.
    public static func events(
        _ target: Target, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false }
    ) -> Self where Element == ServerSentEvent {
        events(target, reconnection, isLast) { (event, _) throws(RequestError) in event }
    }

    /// Binds a case to the data of the server-sent events of its response as values, decoded by the target's decoder.
    ///
    /// ```swift
    /// let deltas = api.elements(of: .events(.completions(prompt), as: Delta.self, until: { $0.data == "[DONE]" }))
    /// for try await delta in deltas { show(delta.text) }
    /// ```
    /// Data that does not decode fails as ``RequestError/Kind-swift.enum/decoding(_:)``.
    /// ``events(_:reconnection:until:)`` has the rest.
    public static func events(
        _ target: Target, as type: Element.Type = Element.self, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false }
    ) -> Self where Element: Decodable {
        events(target, reconnection, isLast) { (event, head) throws(RequestError) in
            try head.decodePart(type, from: Data(event.data.utf8))
        }
    }

    private static func events(
        _ target: Target, _ reconnection: EventReconnection, _ isLast: @escaping @Sendable (ServerSentEvent) -> Bool,
        make: @escaping EventConnections<Element>.Make
    ) -> Self {
        Self(target) { engine, site in
            CallStream(catch: { Target.catchChain($0) }) {
                EventConnections(reconnection, engine.clock, until: isLast, make: make) { lastID throws(RequestError) in
                    try await engine.open(.target(target), at: site, StreamedBody(ofEventsAfter: lastID))
                }.next
            }
        }
    }
}

extension StreamCall: RedactedStringConvertible {
    /// The operation and element type; never values.
    public var description: String { "StreamCall(\(target.operation) → \(Element.self))" }

    /// A mirror that shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": target.operation], displayStyle: .struct) }
}
