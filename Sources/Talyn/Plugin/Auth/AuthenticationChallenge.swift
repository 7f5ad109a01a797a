/// A challenge of a `WWW-Authenticate` field, of any scheme (RFC 9110 §11.6.1).
struct AuthenticationChallenge: Sendable {
    /// A parameter name and its unquoted value.
    struct Parameter: Sendable {
        let name: String
        let value: String
    }

    /// The scheme as sent, such as `Digest`.
    let scheme: String

    /// The token68 that replaces parameters, as after `Negotiate`; nil without one.
    var token: String?

    /// The parameters in order, without malformed ones.
    var parameters: [Parameter] = []

    init(scheme: String, token: String? = nil, parameters: [Parameter] = []) {
        self.scheme = scheme
        self.token = token
        self.parameters = parameters
    }

    /// The value of the first parameter of a name; nil if there is none.
    subscript(name: String) -> String? { parameters.value(of: name) }

    /// Returns whether it has a scheme, compared without case.
    func isOf(scheme: String) -> Bool { HTTPHeaders.isSameName(self.scheme, scheme) }

    /// Returns the challenges of a head in order. Each field line is parsed separately; malformed text is skipped.
    static func all(in headers: HTTPHeaders) -> [AuthenticationChallenge] {
        headers.values(for: "WWW-Authenticate").flatMap { value in
            var reader = ChallengeReader(value)
            return reader.challenges()
        }
    }
}

extension [AuthenticationChallenge.Parameter] {
    /// Returns the value of the first parameter of a name, compared without case; nil if there is none.
    func value(of name: String) -> String? {
        first { HTTPHeaders.isSameName($0.name, name) }?.value
    }

    /// Parses parameters without a scheme, such as the value of `Authentication-Info` (RFC 7615 §3).
    static func read(from text: String) -> Self {
        var reader = ChallengeReader(text)
        return reader.parameters()
    }
}

/// Parses challenges and parameters byte by byte. Commas separate both, and occur in quoted strings.
///
/// Any text is parsed in linear time without a trap. Malformed text is skipped up to the next comma.
struct ChallengeReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Parses the challenges of the whole text (RFC 9110 §11.6.1).
    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        while startElement() {
            let start = index
            if let parameter = parameter() {
                if !challenges.isEmpty { challenges[challenges.count - 1].parameters.append(parameter) }
            } else {
                index = start
                if let challenge = beginning() { challenges.append(challenge) }
            }
            skipElement()
        }
        return challenges
    }

    /// Parses the parameters of a text without a scheme.
    mutating func parameters() -> [AuthenticationChallenge.Parameter] {
        var parameters: [AuthenticationChallenge.Parameter] = []
        while startElement() {
            if let parameter = parameter() { parameters.append(parameter) }
            skipElement()
        }
        return parameters
    }

    /// Parses a scheme with its first parameter or token68; nil if there is none.
    private mutating func beginning() -> AuthenticationChallenge? {
        guard let scheme = word() else { return nil }
        let isApart = skipSpaces()
        if isAtEnd { return AuthenticationChallenge(scheme: scheme) }
        guard isApart else { return nil }
        let start = index
        if let parameter = parameter() { return AuthenticationChallenge(scheme: scheme, parameters: [parameter]) }
        index = start
        // Skips text that is neither. The scheme is kept, so that later parameters do not count as another scheme's.
        while !isAtEnd, bytes[index].isTokenCharacter { index += 1 }
        let token = String(decoding: bytes[start..<index], as: UTF8.self)
        skipSpaces()
        return AuthenticationChallenge(scheme: scheme, token: isAtEnd && !token.isEmpty ? token : nil)
    }

    /// Parses a complete element of a name, `=` and a value; nil if there is none.
    private mutating func parameter() -> AuthenticationChallenge.Parameter? {
        guard let name = word() else { return nil }
        skipSpaces()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
        index += 1
        skipSpaces()
        let isQuoted = index < bytes.count && bytes[index] == UInt8(ascii: "\"")
        guard let value = isQuoted ? quoted() : word() else { return nil }
        skipSpaces()
        return isAtEnd ? AuthenticationChallenge.Parameter(name: name, value: value) : nil
    }

    /// Parses a token (RFC 9110 §5.6.2); nil if there is none.
    private mutating func word() -> String? {
        let start = index
        while index < bytes.count, PercentEncoding.AllowedBytes.token.contains(bytes[index]) { index += 1 }
        return index == start ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Parses a quoted string and removes its backslashes (RFC 9110 §5.6.4); nil if it does not end.
    private mutating func quoted() -> String? {
        var content: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), index < bytes.count {
                content.append(bytes[index])
                index += 1
            } else {
                content.append(byte)
            }
        }
        return nil
    }

    /// Whether an element of the list has ended.
    private var isAtEnd: Bool { index == bytes.count || bytes[index] == UInt8(ascii: ",") }

    /// Moves to the beginning of the next element; false at the end of the text.
    private mutating func startElement() -> Bool {
        while index < bytes.count, bytes[index] == UInt8(ascii: ",") || bytes[index].isSpace { index += 1 }
        return index < bytes.count
    }

    /// Moves to the comma after an element, skipping quoted ones.
    private mutating func skipElement() {
        while !isAtEnd {
            if bytes[index] == UInt8(ascii: "\"") { _ = quoted() } else { index += 1 }
        }
    }

    @discardableResult
    private mutating func skipSpaces() -> Bool {
        let start = index
        while index < bytes.count, bytes[index].isSpace { index += 1 }
        return index > start
    }
}
