/// An error that a plugin threw, with the plugin's name.
public struct PluginFailure: Error, Sendable, Equatable {
    /// The plugin's ``Plugin/name``.
    public let plugin: String
    /// The error that it threw; a type of Talyn's own when the plugin broke the rules of ``Next``.
    public var underlying: any Error { (thrown as? MappedFailure)?.failure ?? thrown }

    private let thrown: any Error

    /// Makes a failure.
    public init(plugin: String, underlying: any Error) {
        self.plugin = plugin
        thrown = underlying
    }

    /// The raw error of a call that the plugin made and whose failure it threw; nil for another error.
    var requestError: RequestError? {
        (thrown as? MappedFailure)?.requestError ?? thrown.rawError
    }

    /// Whether it is the failure of a call that was to get or refresh the credential.
    var isOfCredential: Bool { thrown is MappedFailure }

    /// Equal if the plugin and the type and code of its error are.
    public static func == (left: PluginFailure, right: PluginFailure) -> Bool {
        left.plugin == right.plugin && left.underlying.isSameCase(as: right.underlying)
    }
}

/// The failure of a call as its target's ``CatchChain`` made it, with the raw error.
struct MappedFailure: Error {
    let failure: any Error
    let requestError: RequestError
}

extension MappedFailure {
    /// Makes one of the error of a call that is or has its raw error; nil for another error.
    init?(ofCall error: any Error) {
        guard let raw = error.rawError, raw.callID != nil else { return nil }
        self.init(failure: error, requestError: raw)
    }
}

extension PluginFailure: RedactedStringConvertible {
    /// The plugin and the type of its error, without the error's own text, which may contain secrets; of a call that
    /// the plugin made, also its name, the category and the status code; the text of a ``PluginError``.
    public var description: String {
        if let error = described {
            var found = Set<String>()
            return "plugin \(plugin): \(Redaction.standard.text(error.description, found: &found).inOneLine(upTo: 200))"
        }
        if let breach = underlying as? PluginBreach { return "plugin \(plugin) \(breach.rawValue)" }
        guard let error = requestError else { return "plugin \(plugin) threw \(underlying.typeOrCode)" }
        let call = [error.operation, "\(error.category)\(error.statusCode.map { " \($0)" } ?? "")"]
        return "plugin \(plugin) threw \(underlying.typeOrCode) (\(call.compactMap { $0 }.joined(separator: ": ")))"
    }
}

extension Error {
    /// The ``RequestError`` that it is, or that a ``MyAPIError`` has; nil for another error.
    fileprivate var rawError: RequestError? { self as? RequestError ?? (self as? MyAPIError)?.requestError }

    /// The type of the error, or the domain and code of an `NSError`: never its text, which may contain secrets.
    var typeOrCode: String {
        let type = type(of: self)
        guard type is AnyClass || self is any CustomNSError else { return "\(type)" }
        let error = self as NSError
        return "\(error.domain) \(error.code)"
    }

    /// Returns whether the types and codes are equal; the code of an enum is its case.
    func isSameCase(as other: any Error) -> Bool {
        let (own, other) = (self as NSError, other as NSError)
        return own.domain == other.domain && own.code == other.code
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
