/// How a call is carried, besides what is sent: timeouts, redirects, tags.
///
/// What is nil is taken from the provider's ``ProviderDefaults``. Options do not count when endpoints are compared.
public struct CallOptions: Sendable {
    /// How long the exchange may stay without a byte moving, `.seconds(.max)` for no limit. Nil: the provider's, which is
    /// 30 seconds by default.
    public var timeout: Duration?

    /// How long the whole call may take, every attempt included. Kept by each exchange: it gets what is left and ends in
    /// time, and none is started afterwards. Nil: the provider's, which is no limit by default.
    public var deadline: Duration?

    /// The largest response body that is kept in memory, in bytes after decompression, `.max` for no limit. Nil: the
    /// provider's, which is 100,000,000 by default.
    public var maxBodySize: Int?

    /// How redirects are answered. Nil: the provider's, which follows up to 20 by default.
    public var redirects: RedirectPolicy?

    /// Values for plugins.
    public var tags: CallTags

    /// The name that a token was sent under, which need not say so.
    enum TokenName: Sendable, Hashable {
        case header(String)
        case query(String)
    }

    /// Where plugins put tokens, for what is written down of the call. `Authorization` is not among them: everybody knows it.
    var tokenNames: Set<TokenName> = []

    /// Whether a plugin of the exchange ring has yet to say who asks: until then nobody may share the answer.
    var awaitsSignature = false

    /// Takes over what plugins noted before, for one that made the endpoint anew and does not know of it.
    mutating func keepNotes(of before: CallOptions) {
        if !before.tokenNames.isEmpty { tokenNames.formUnion(before.tokenNames) }
        if before.awaitsSignature { awaitsSignature = true }
    }

    /// Options that leave everything to the provider.
    public init() { tags = CallTags() }
}

/// The key of a typed value on a call.
///
/// ```swift
/// enum Priority: CallTagKey { static let defaultValue = 0 }
/// let route = Route.get("feed").tag(Priority.self, 5)  // on a route
/// let priority = context.tags[Priority.self]  // in a plugin: 5
/// ```
public protocol CallTagKey: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// What a call without the tag has.
    static var defaultValue: Value { get }
}

/// Typed values on a call, for plugins to read.
public struct CallTags: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// No tags.
    public init() {}

    /// The value of a tag; the key's default when it was not set.
    public subscript<Key: CallTagKey>(_ key: Key.Type) -> Key.Value {
        get {
            // First whether it was set: a cast of nil succeeds when the value is an Optional.
            guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
            return value as? Key.Value ?? Key.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

extension CallTags: RedactedStringConvertible {
    /// How many tags there are; never their values.
    public var description: String { "\(values.count) \(values.count == 1 ? "tag" : "tags")" }
}
