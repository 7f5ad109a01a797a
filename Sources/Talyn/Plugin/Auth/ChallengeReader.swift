/// Reads challenges and parameters byte by byte: commas stand between both, and in quoted strings too.
///
/// Whatever the text, each byte is read a bounded number of times and nothing traps; what is not by the grammar is left out
/// up to the next comma.
struct ChallengeReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The challenges of the whole text (RFC 9110 §11.6.1).
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

    /// The parameters of a text that has no scheme.
    mutating func parameters() -> [AuthenticationChallenge.Parameter] {
        var parameters: [AuthenticationChallenge.Parameter] = []
        while startElement() {
            if let parameter = parameter() { parameters.append(parameter) }
            skipElement()
        }
        return parameters
    }

    /// A scheme, with its first parameter or its token; nil when this is none.
    private mutating func beginning() -> AuthenticationChallenge? {
        guard let scheme = word() else { return nil }
        let isApart = skipSpaces()
        if isAtEnd { return AuthenticationChallenge(scheme: scheme) }
        guard isApart else { return nil }
        let start = index
        if let parameter = parameter() { return AuthenticationChallenge(scheme: scheme, parameters: [parameter]) }
        index = start
        // What can be neither is passed over, and the scheme stays, so that later parameters are not taken for another's.
        while !isAtEnd, bytes[index].isTokenCharacter { index += 1 }
        let token = String(decoding: bytes[start..<index], as: UTF8.self)
        skipSpaces()
        return AuthenticationChallenge(scheme: scheme, token: isAtEnd && !token.isEmpty ? token : nil)
    }

    /// A name, `=` and a value, with nothing behind it; nil when this is none.
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

    /// A token (RFC 9110 §5.6.2); nil when there is none.
    private mutating func word() -> String? {
        let start = index
        while index < bytes.count, PercentEncoding.AllowedBytes.token.contains(bytes[index]) { index += 1 }
        return index == start ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// What stands between quotes, without its backslashes (RFC 9110 §5.6.4); nil when it does not end.
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

    /// Whether an element of the list is over.
    private var isAtEnd: Bool { index == bytes.count || bytes[index] == UInt8(ascii: ",") }

    /// Goes to the beginning of the next element; false at the end of the text.
    private mutating func startElement() -> Bool {
        while index < bytes.count, bytes[index] == UInt8(ascii: ",") || bytes[index].isSpace { index += 1 }
        return index < bytes.count
    }

    /// Goes to the comma behind an element, past those in quotes.
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
