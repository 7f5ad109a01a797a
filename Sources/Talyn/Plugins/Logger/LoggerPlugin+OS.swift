extension LoggerPlugin {
    /// Returns a text in parts of less than 1,000 bytes, because the system's log cuts a message off after 1,024. They
    /// end at line ends; a longer line is divided between Unicode scalars.
    static func messages(of text: String) -> [String] {
        var messages: [String] = []
        var rest = Substring(text)
        while rest.utf8.count > 999 {
            var end = rest.utf8.index(rest.startIndex, offsetBy: 999)
            if let lineEnd = rest.utf8[...end].lastIndex(of: UInt8(ascii: "\n")) {
                messages.append(String(rest[..<lineEnd]))
                rest = rest[rest.utf8.index(after: lineEnd)...]
            } else {
                while 0x80...0xBF ~= rest.utf8[end] { end = rest.utf8.index(before: end) }
                messages.append(String(rest[..<end]))
                rest = rest[end...]
            }
        }
        return messages + [String(rest)]
    }
}

#if canImport(os)
public import os

extension Plugin where Self == LoggerPlugin {
    /// Logs to the system's log: outcomes of failed calls as errors, all else at the debug level.
    ///
    /// The texts are public, because they have no secrets. A text of 1,000 bytes or more is written as several
    /// messages, one directly after the other. The other parameters are those of `.logger()`.
    public static func logger(
        _ options: LogOptions = .default, to logger: os.Logger, redacting redaction: Redaction = .standard,
        bodyLimit: Int = 4_096,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) -> LoggerPlugin {
        let lock = Locked(0)
        return .logger(
            options, redacting: redaction, bodyLimit: bodyLimit,
            output: { text in
                lock.withLock { _ in
                    for message in LoggerPlugin.messages(of: text) {
                        if text.hasPrefix(bytes: "FAILURE") {
                            logger.error("\(message, privacy: .public)")
                        } else {
                            logger.debug("\(message, privacy: .public)")
                        }
                    }
                }
            }, when: isLogged)
    }
}
#endif
