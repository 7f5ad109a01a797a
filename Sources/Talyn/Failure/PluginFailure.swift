/// An error that a plugin threw, and which plugin it was.
public struct PluginFailure: Error, Sendable, Equatable {
    /// The plugin's ``Plugin/name``.
    public let plugin: String

    /// The error that it threw; a type of Talyn's own when the plugin broke the rules of ``Next``.
    public let underlying: any Error

    /// A failure of a plugin.
    public init(plugin: String, underlying: any Error) {
        self.plugin = plugin
        self.underlying = underlying
    }

    /// Equal when the plugin and the type and code of its error are.
    public static func == (left: PluginFailure, right: PluginFailure) -> Bool {
        let (leftError, rightError) = (left.underlying as NSError, right.underlying as NSError)
        return left.plugin == right.plugin && leftError.domain == rightError.domain && leftError.code == rightError.code
    }

    // Domain and code: a text of its own could carry a secret.
    private var summary: String {
        let type = type(of: underlying)
        guard type is AnyClass || underlying is any CustomNSError else { return "\(type)" }
        let error = underlying as NSError
        return "\(error.domain) \(error.code)"
    }
}

extension PluginFailure: RedactedStringConvertible {
    /// The plugin and the type of its error; the error's own text may hold secrets and is left out.
    public var description: String {
        if let breach = underlying as? PluginBreach { return "plugin \(plugin) \(breach.rawValue)" }
        return "plugin \(plugin) threw \(summary)"
    }
}
