/// An error that a plugin threw, with the plugin's name.
public struct PluginFailure: Error, Sendable, Equatable {
    /// The plugin's ``Plugin/name``.
    public let plugin: String
    /// The error that it threw; a type of Talyn's own when the plugin broke the rules of ``Next``.
    public let underlying: any Error

    /// Makes a failure.
    public init(plugin: String, underlying: any Error) {
        self.plugin = plugin
        self.underlying = underlying
    }

    /// The status code of a call that the plugin made and that failed; nil for another error.
    var statusCode: Int? {
        switch underlying {
        case let error as RequestError: error.statusCode
        case let error as MyAPIError: error.statusCode
        default: nil
        }
    }

    /// Equal if the plugin and the type and code of its error are.
    public static func == (left: PluginFailure, right: PluginFailure) -> Bool {
        let (leftError, rightError) = (left.underlying as NSError, right.underlying as NSError)
        return left.plugin == right.plugin && leftError.domain == rightError.domain && leftError.code == rightError.code
    }
}

extension PluginFailure: RedactedStringConvertible {
    /// The plugin and the type of its error, without the error's own text, which may contain secrets; the text of a
    /// ``PluginError``.
    public var description: String {
        if let error = described {
            var found = Set<String>()
            return "plugin \(plugin): \(Redaction.standard.text(error.description, found: &found).inOneLine(upTo: 200))"
        }
        if let breach = underlying as? PluginBreach { return "plugin \(plugin) \(breach.rawValue)" }
        return "plugin \(plugin) threw \(underlying.typeOrCode)"
    }
}

extension Error {
    /// The type of the error, or the domain and code of an `NSError`: never its text, which may contain secrets.
    var typeOrCode: String {
        let type = type(of: self)
        guard type is AnyClass || self is any CustomNSError else { return "\(type)" }
        let error = self as NSError
        return "\(error.domain) \(error.code)"
    }
}

/// A rule of ``Next`` that a plugin broke, as the end of a sentence that begins with the plugin's name.
enum PluginBreach: String, Error {
    /// The work that it began would belong to no call any more.
    case nextAfterTheEnd = "called next after its hook had returned"

    /// Two exchanges would answer one. In the call ring each is an attempt of its own.
    case nextTwiceAtOnce =
        "called next while its next was running, or again in another task, which only interceptCall may"
}
