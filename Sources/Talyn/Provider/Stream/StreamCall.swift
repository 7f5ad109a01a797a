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

    let stream: @Sendable (Provider<Target>) -> CallStream<Element, Target.Failure>

    /// Binds a case to the lines of its response, as ``Provider/lines(_:fileID:function:line:)``.
    public static func lines(_ target: Target) -> Self where Element == String {
        Self(target: target) { $0.lines(target) }
    }

    /// Binds a case to the values of its response, one a line (`lines` binds to text), as
    /// ``Provider/lines(_:as:fileID:function:line:)``.
    public static func jsonLines(_ target: Target) -> Self where Element: Decodable {
        Self(target: target) { $0.lines(target, as: Element.self) }
    }

    /// Binds a case to the values of its pages, as ``Provider/pages(_:as:atKeyPath:limit:fileID:function:line:)``.
    public static func pages(_ target: Target, atKeyPath keyPath: String? = nil) -> Self where Element: Decodable {
        Self(target: target) { $0.pages(target, as: Element.self, atKeyPath: keyPath) }
    }

    /// Binds a case to the events of its response, as ``Provider/events(_:reconnection:until:fileID:function:line:)``.
    public static func events(
        _ target: Target, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false }
    ) -> Self where Element == ServerSentEvent {
        Self(target: target) { $0.events(target, reconnection: reconnection, until: isLast) }
    }

    /// Binds a case to the data of the events of its response, as
    /// ``Provider/events(_:as:reconnection:until:fileID:function:line:)``.
    public static func events(
        _ target: Target, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false }
    ) -> Self where Element: Decodable {
        Self(target: target) { $0.events(target, as: Element.self, reconnection: reconnection, until: isLast) }
    }
}

extension StreamCall: RedactedStringConvertible {
    /// The operation and element type; never values.
    public var description: String { "StreamCall(\(target.operation) → \(Element.self))" }

    /// A mirror that shows the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": target.operation], displayStyle: .struct) }
}
