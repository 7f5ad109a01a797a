/// Judges by a name whether its value is a secret: by the user's names first, then by ``SecretWords``.
package struct SecretNames: Sendable {
    /// The kind of thing that has a name.
    package enum Kind: Sendable {
        case query, form, header, cookie
        /// A field of JSON or multipart, an element or attribute, a name in text.
        case field
    }

    /// The judgement of a name.
    package enum Secrecy: Int, Comparable, Sendable {
        case none
        /// A secret if the value looks like a key.
        case ambiguous
        /// A secret; its repetitions elsewhere are searched for only if it looks random.
        case likely
        /// A secret.
        case certain
        package static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
    }

    /// Decisions of the user about names, by their letters and digits in lower case.
    private var headers: [String: Secrecy] = [:]
    private var fields: [String: Secrecy] = [:]
    /// Names of query items with a token.
    private var tokens: Set<String> = []
    /// Whether a query item that identifies a person counts as a secret. It is none, but is not logged.
    var hidesPeople = false

    /// Returns the letters and digits of a name in lower case: `smsCode`, `sms_code` and `SMS-Code` are one name. A
    /// name without any stays as it is.
    private static func joined(_ name: String) -> String {
        let name = name.lowercased()
        let joined = name.utf8.filter { $0.isLetter || $0.isDigit || $0 >= 0x80 }
        return joined.isEmpty ? name : String(decoding: joined, as: UTF8.self)
    }

    /// Adds names under which an endpoint carries its token; the user's decisions precede.
    mutating func add(tokens names: [TokenName]) {
        for name in names {
            switch name {
            case .header(let name): headers[Self.joined(name)] = headers[Self.joined(name)] ?? .certain
            case .query(let name): tokens.insert(Self.joined(name))
            }
        }
    }

    /// Decides about names; the latest decision holds.
    mutating func decide(headers: [String], names: [String], _ secrecy: Secrecy) {
        for name in headers { self.headers[Self.joined(name)] = secrecy }
        for name in names { fields[Self.joined(name)] = secrecy }
    }

    /// Returns the decision of the user or a plugin about a whole name; nil when there is none.
    func decided(_ name: ArraySlice<UInt8>, in kind: Kind) -> Secrecy? {
        let decisions = kind == .header ? headers : fields
        if decisions.isEmpty, kind != .query || tokens.isEmpty { return nil }
        let name = Self.joined(String(decoding: name, as: UTF8.self))
        return decisions[name] ?? (kind == .query && tokens.contains(name) ? .certain : nil)
    }

    /// Returns the judgement of a name.
    package func secrecy(of name: ArraySlice<UInt8>, in kind: Kind) -> Secrecy {
        if kind == .cookie { return .likely }
        if let decided = decided(name, in: kind) { return decided }
        let words = NameWords(name)
        // Before the properties: `user_name` and `email_address` are personal data too.
        if hidesPeople, kind == .query, words.contains(where: SecretWords.personal.contains) { return .certain }
        let secrecy = secrecy(of: words, in: kind)
        return secrecy > .none && words.areProperty ? .none : secrecy
    }

    private func secrecy(of words: NameWords, in kind: Kind) -> Secrecy {
        if words.areSecret(or: kind == .header ? headers : fields) { return .certain }
        let last = words.last()
        if SecretWords.last.contains(last) || kind == .header && last.isWord("key") { return .likely }
        let hasParameters = kind == .query || kind == .form
        if hasParameters, SecretWords.protocolParameters.contains(words.letters[...]) { return .likely }
        return SecretWords.ambiguous.contains(last) ? .ambiguous : .none
    }

    /// Returns whether a text has the words of a secret, also if it ends with a property.
    package func areSecretWords(_ text: ArraySlice<UInt8>) -> Bool { NameWords(text).areSecret(or: fields) }
}

/// The words of a name: split where a character is no letter, and at camel-case boundaries (`accessToken`,
/// `APIKey`).
struct NameWords {
    /// The letters of all words, in lower case.
    private(set) var letters: [UInt8] = []
    /// The beginnings of the words.
    private var starts: [Int] = []

    init(_ name: ArraySlice<UInt8>) {
        letters.reserveCapacity(name.count)
        // The byte before; a separator at the beginning.
        var before: UInt8 = 0x2E
        for index in name.indices {
            let byte = name[index]
            if byte.isNameLetter {
                let isBoundary =
                    byte.isUpper && (!before.isUpper || index + 1 < name.endIndex && name[index + 1].isLower)
                if isBoundary || !before.isNameLetter { starts.append(letters.count) }
                letters.append(byte.lowercased)
            }
            before = byte
        }
    }

    /// Returns the last words, in one.
    func last(_ count: Int = 1) -> ArraySlice<UInt8> {
        starts.count < count ? [] : letters[starts[starts.count - count]...]
    }

    /// Whether the last word, or the last two in one, describe a secret.
    var areProperty: Bool { SecretWords.property.contains(last()) || SecretWords.property.contains(last(2)) }

    /// Returns whether a word is a secret, ends with one, or is a secret of the user's.
    func areSecret(or own: [String: SecretNames.Secrecy]) -> Bool {
        contains { word in
            SecretWords.secret.contains(word)
                || SecretWords.endings.contains { word.count > $0.count && word.ends(with: $0) }
                || !own.isEmpty && word.count > 1 && own[String(decoding: word, as: UTF8.self)] == .certain
        }
    }

    /// Returns whether a condition holds for a word, or for two or three in one. These have more than three letters, so
    /// that `c_vc` is no `cvc`.
    func contains(where holds: (ArraySlice<UInt8>) -> Bool) -> Bool {
        for index in starts.indices {
            for first in max(index - 2, 0)...index {
                let word = letters[starts[first]..<end(of: index)]
                if first == index || word.count > 3, holds(word) { return true }
            }
        }
        return false
    }

    private func end(of index: Int) -> Int { index + 1 < starts.count ? starts[index + 1] : letters.count }
}

extension UInt8 {
    /// Whether it is a letter of a name: an ASCII letter or part of another character.
    var isNameLetter: Bool { isLetter || self >= 0x80 }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with other: [UInt8]) -> Bool { last == other.last && suffix(other.count) == other[...] }

    /// Whether it may be a key or the number of a card: 12 characters or more with a letter and a digit, without spaces
    /// and colons; or 14 digits or more, in groups or not.
    var looksLikeKey: Bool {
        var (digits, hasLetter, hasGap, isGrouped) = (0, false, false, true)
        for byte in self {
            if byte.isDigit {
                digits += 1
            } else if byte.isLetter {
                hasLetter = true
            } else {
                hasGap = hasGap || byte.isSpace || byte == 0x3A
                isGrouped = isGrouped && (byte == 0x20 || byte == 0x2D)
            }
        }
        return hasLetter ? count >= 12 && digits > 0 && !hasGap : digits >= 14 && isGrouped
    }
}
