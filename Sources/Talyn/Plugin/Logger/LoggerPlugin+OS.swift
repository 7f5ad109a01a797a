#if canImport(os)
public import os

extension Plugin where Self == LoggerPlugin {
    /// Logs to the system's log: outcomes of failed calls as errors, all else at the debug level.
    ///
    /// The texts are public, because they have no secrets. The other parameters are those of `.logger()`.
    public static func logger(
        _ options: LogOptions = .default, to logger: os.Logger, redacting redaction: Redaction = .standard,
        bodyLimit: Int = 4_096,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) -> LoggerPlugin {
        .logger(
            options, redacting: redaction, bodyLimit: bodyLimit,
            output: { text in
                if text.hasPrefix(bytes: "FAILURE") {
                    logger.error("\(text, privacy: .public)")
                } else {
                    logger.debug("\(text, privacy: .public)")
                }
            }, when: isLogged)
    }
}
#endif
