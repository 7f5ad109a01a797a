/// An error of a plugin that describes itself. Other errors that plugins throw have the category
/// ``ErrorCategory/plugin``, and their own texts are not shown, because they may contain secrets.
///
/// ```swift
/// nonisolated struct CircuitIsOpen: PluginError {
///     let category = ErrorCategory(rawValue: "circuitOpen")
///     let description = "the circuit is open"
///     var errorDescription: String? { "The service is not available at the moment." }
/// }
/// ```
/// `description` is for engineers: it stands in errors and logs behind the name of the plugin, in one line of at most
/// 200 Unicode scalars. ``RequestError/errorDescription`` and ``RequestError/recoverySuggestion`` are the error's own
/// unless these are nil; with a `retryAfter`, the suggestion is then to try again later. None of these texts may
/// contain a secret.
public protocol PluginError: LocalizedError, CustomStringConvertible {
    /// The category of the failure, for catch chains, logs and metrics.
    var category: ErrorCategory { get }

    /// The time after which another attempt can help; ``RetryPlugin`` adds it to its delay. Nil if another attempt
    /// cannot help; then ``RetryPlugin`` makes none. Default: nil.
    var retryAfter: Duration? { get }
}

extension PluginError {
    /// Nil: another attempt cannot help.
    public var retryAfter: Duration? { nil }
}

extension RequestError {
    /// The error of a plugin that describes itself, also in a call that another plugin made; nil for another failure.
    var pluginError: (any PluginError)? { if case .plugin(let failure) = kind { failure.described } else { nil } }
}

extension PluginFailure {
    /// The error if it describes itself.
    var described: (any PluginError)? {
        underlying as? any PluginError ?? requestError?.pluginError
    }
}
