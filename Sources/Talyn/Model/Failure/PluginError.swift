/// An error of a plugin that says what it is. Other errors that plugins throw have the category
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
/// 200 characters. ``RequestError/errorDescription`` and ``RequestError/recoverySuggestion`` are the error's own unless
/// these are nil. None of these texts may contain a secret.
public protocol PluginError: LocalizedError, CustomStringConvertible {
    /// The category of the failure, for catch chains, logs and metrics.
    var category: ErrorCategory { get }

    /// The time after which another attempt can help; ``RetryPlugin`` adds it to its delay. Nil: another attempt cannot
    /// help, and there is none. Default: nil.
    var retryAfter: Duration? { get }
}

extension PluginError {
    /// Nil: another attempt cannot help.
    public var retryAfter: Duration? { nil }
}

extension PluginFailure {
    /// The plugin's error if it says what it is.
    var error: (any PluginError)? { underlying as? any PluginError }
}
