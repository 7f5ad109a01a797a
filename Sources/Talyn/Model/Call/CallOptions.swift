/// The options of a call: timeouts, redirects and tags.
///
/// ``ProviderDefaults`` supply the options that are nil. Comparing endpoints ignores options.
public struct CallOptions: Sendable {
    /// The longest time without a transferred byte, `.seconds(.max)` for no limit. Nil: the provider's default,
    /// initially 30 seconds.
    public var timeout: Duration?

    /// The longest time for the whole call, including all attempts. The exchange in flight ends at the deadline, and no
    /// other starts. Nil: the provider's default, initially no limit.
    public var deadline: Duration?

    /// The largest response body in memory, in bytes after decompression, `.max` for no limit. Nil: the provider's
    /// default, initially 100,000,000.
    public var maxBodySize: Int?

    /// The redirect policy. Nil: the provider's default, initially up to 20 redirects.
    public var redirects: RedirectPolicy?
    /// The coding of the request's body. Nil: the provider's default, initially the body as it is.
    public var contentCoding: ContentCoding?
    /// Whether ``CURLTransport`` decodes the response's body from its `Content-Encoding`, and accepts codings. False:
    /// the body arrives byte for byte, and no `Accept-Encoding` is sent unless the endpoint has one.
    /// ``URLSessionTransport``, which cannot do that, then refuses the call. Default: true.
    public var decodesContent = true
    /// Values for plugins.
    public var tags: CallTags

    /// The fields with tokens from plugins, which logs and descriptions hide besides `Authorization`.
    package internal(set) var tokenNames: [TokenName] = []
    /// Whether a plugin of the exchange ring has yet to add the user's identity. Until then no exchange is shared.
    package var awaitsSignature = false
    /// Whether a server gave the URL: that of a redirect or a further page.
    package internal(set) var isLinked = false

    /// Keeps the notes of other plugins, for a plugin that makes the endpoint anew.
    mutating func keepNotes(of before: CallOptions) {
        for name in before.tokenNames where !tokenNames.contains(name) { tokenNames.append(name) }
        if before.awaitsSignature { awaitsSignature = true }
    }

    /// Makes options that use the provider's defaults.
    public init() { tags = CallTags() }
}

/// The key of a tag: a typed value on a call.
///
/// ```swift
/// enum Priority: CallTagKey { static let defaultValue = 0 }
/// let route = Route.get("feed").tag(Priority.self, 5)  // on a route
/// let priority = context.tags[Priority.self]  // in a plugin: 5
/// ```
public protocol CallTagKey: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value of calls without the tag.
    static var defaultValue: Value { get }
}

/// Typed values on a call, for plugins.
public struct CallTags: Sendable {
    // An array, because a call has few tags.
    private var values: [(key: ObjectIdentifier, value: any Sendable)] = []

    /// Makes an empty set of tags.
    public init() {}

    /// The value of a tag; the key's default if it is not set.
    public subscript<Key: CallTagKey>(_ key: Key.Type) -> Key.Value {
        get {
            // Checked before the cast: casting nil succeeds if the value is an Optional.
            guard let index = index(of: key) else { return Key.defaultValue }
            return values[index].value as? Key.Value ?? Key.defaultValue
        }
        set {
            if let index = index(of: key) {
                values[index].value = newValue
            } else {
                values.append((ObjectIdentifier(key), newValue))
            }
        }
    }
}

extension CallTags {
    private func index(of key: Any.Type) -> Int? {
        let key = ObjectIdentifier(key)
        return values.firstIndex { $0.key == key }
    }
}

extension CallTags: RedactedStringConvertible {
    /// The number of tags; never their values.
    public var description: String { "\(values.count) \(values.count == 1 ? "tag" : "tags")" }
}
