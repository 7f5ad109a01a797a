/// Whether a name says that its value is a secret: judged by the user's decisions about whole names, and then by words,
/// those of ``NameDictionary`` and the user's own.
package struct SecretNames: Sendable {
    /// The kind of thing that has a name.
    package enum Kind: Sendable {
        case query, form, header, cookie
        /// A field of JSON or multipart, an element or attribute, a name in text.
        case field
    }

    /// Whether a value is hidden. A likely secret is searched for elsewhere only when it looks random.
    package enum Secrecy: Int, Comparable, Sendable {
        case none, likely, certain
        package static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
    }

    /// The user's own names.
    private struct Own: Sendable {
        /// Decisions about whole names, by their letters and digits in lower case.
        var decisions: [String: Secrecy] = [:]
        /// Secrets that are found within a longer name too, like the words of the dictionary.
        var words: Set<NameWord> = []

        mutating func decide(_ names: [String], _ secrecy: Secrecy) {
            for name in names {
                decisions[SecretNames.joined(name)] = secrecy
                let word = NameWord(name)
                // A name with a digit is another one without it.
                if secrecy > .none, word.count > 1, !name.utf8.contains(where: \.isDigit) {
                    words.insert(word)
                } else {
                    words.remove(word)
                }
            }
        }
    }

    private var headers = Own()
    private var fields = Own()
    /// Names of query items with a token.
    private var tokens: Set<String> = []

    /// Returns the letters and digits of a name in lower case: `smsCode`, `sms_code` and `SMS-Code` are one name. A
    /// name without any stays as it is.
    private static func joined(_ name: String) -> String {
        let name = name.lowercased()
        let joined = name.utf8.filter { $0.isLetter || $0.isDigit || $0 >= 0x80 }
        return joined.isEmpty ? name : String(decoding: joined, as: UTF8.self)
    }

    /// Adds names under which an endpoint carries its token; the user's decisions precede.
    mutating func add(tokens names: Set<CallOptions.TokenName>) {
        for name in names {
            switch name {
            case .header(let name):
                if headers.decisions[Self.joined(name)] == nil { headers.decisions[Self.joined(name)] = .certain }
            case .query(let name): tokens.insert(Self.joined(name))
            }
        }
    }

    /// Decides about names; the latest decision holds.
    mutating func decide(headers: [String], names: [String], _ secrecy: Secrecy) {
        self.headers.decide(headers, secrecy)
        fields.decide(names, secrecy)
    }

    /// Returns the decision of the user or a plugin about a whole name; nil when there is none.
    func decided(_ name: ArraySlice<UInt8>, in kind: Kind) -> Secrecy? {
        let decisions = (kind == .header ? headers : fields).decisions
        if decisions.isEmpty, kind != .query || tokens.isEmpty { return nil }
        let name = Self.joined(String(decoding: name, as: UTF8.self))
        return decisions[name] ?? (kind == .query && tokens.contains(name) ? .certain : nil)
    }

    /// Returns the judgement of a name.
    func judgement(of name: ArraySlice<UInt8>, in kind: Kind) -> NameJudgement {
        var judgement = NameJudgement(name, in: kind, and: (kind == .header ? headers : fields).words)
        if let decided = decided(name, in: kind) {
            (judgement.secrecy, judgement.isDoubtful) = (decided, false)
            if decided == .none { judgement.endsWithTwoWordsOfSecret = false }
        }
        return judgement
    }

    /// Returns whether the value of a name is a secret.
    func secrecy(of name: ArraySlice<UInt8>, in kind: Kind) -> Secrecy {
        judgement(of: name, in: kind).secrecy
    }

    /// Returns whether a query item identifies a person, which is no secret but is not logged.
    func isPersonal(_ name: ArraySlice<UInt8>) -> Bool {
        decided(name, in: .query).map { $0 > .none } ?? judgement(of: name, in: .query).isPersonal
    }

    /// Returns whether a text has the words of a secret, whatever the words around make of them.
    func areSecretWords(_ text: ArraySlice<UInt8>) -> Bool { judgement(of: text, in: .field).hasSecretWords }

    /// Returns whether a member of an object is a secret together with the object's name, as `number` is in a `card`.
    func isSecret(_ member: ArraySlice<UInt8>, of object: NameJudgement) -> Bool {
        func isSecret(_ word: NameWord) -> Bool {
            let both = word.followed(by: NameWord(member))
            // As for a name in parts, more than three letters.
            return both.count > 3 && NameDictionary.roles(of: both).contains(.secret) || fields.words.contains(both)
        }
        return object.last.count > 0 && isSecret(object.last) || object.singular.count > 0 && isSecret(object.singular)
    }
}
