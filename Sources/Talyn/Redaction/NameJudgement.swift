/// The meaning of a name for its value.
struct NameJudgement: Sendable {
    typealias Secrecy = SecretNames.Secrecy

    /// As the name of a value, or of an object around.
    var secrecy = Secrecy.none
    /// Whether the name only describes a secret (`secret_name`) or means something else too (`session`): in JSON the
    /// looks of the value decide.
    var isDoubtful = false
    /// Whether it has the words of a secret, whatever the last one makes of them.
    private(set) var hasSecretWords = false
    /// Whether its last two words are a secret together, as in `the sms code`.
    var endsWithTwoWordsOfSecret = false
    /// Whether it is of personal data.
    private(set) var isPersonal = false
    /// The last word, and without an `s` at its end. Both make a secret with the name of a member: `cards` and
    /// `number`.
    private(set) var last = NameWord()
    private(set) var singular = NameWord()

    init(_ secrecy: Secrecy = .none) { self.secrecy = secrecy }

    /// Judges a name by its words, each alone and together with one or two before it, and `own` words of the user.
    init(_ name: ArraySlice<UInt8>, in kind: SecretNames.Kind, and own: Set<NameWord>) {
        func roles(of word: NameWord) -> WordRoles {
            let roles = NameDictionary.roles(of: word)
            return !own.isEmpty && own.contains(word) ? roles.union(.secret) : roles
        }
        // Words of three letters are not sought in parts: `c_vc`.
        func roles(together words: NameWord) -> WordRoles { words.count > 3 ? roles(of: words) : [] }

        var (words, count, lastTwo, range) = (NameWords(name), 0, NameWord(), 0..<0)
        var (any, ofLast, ofTwo, ofThree) = (WordRoles(), WordRoles(), WordRoles(), WordRoles())
        while let word = words.next() {
            // `X-Session` is the `session` of a header.
            if kind == .header, count == 0, word == Self.x { continue }
            let before = ofLast
            ofThree = count > 1 ? roles(together: lastTwo.followed(by: word)) : []
            lastTwo = count > 0 ? last.followed(by: word) : NameWord()
            (last, range) = (word, words.range)
            (ofLast, ofTwo) = (roles(of: last), roles(together: lastTwo))
            count += 1
            any.formUnion(ofLast.union(ofTwo).union(ofThree))
            if ofLast.contains(.token) {
                let isNumber = last.count == 6 && before.contains(.amount)
                if !isNumber, !before.contains(.paging) { any.insert(.secret) }
            } else if ofLast.isEmpty, Self.isLongSecret(last, name[range]) {
                any.insert(.secret)
            }
        }
        if last.lastLetter == Self.tokens.lastLetter { singular = NameWord(name[range].dropLast()) }
        let ofAll = count > 3 ? roles(of: NameWord(name)) : count == 3 ? ofThree : count == 2 ? ofTwo : ofLast
        hasSecretWords = any.contains(.secret) || ofAll.contains(.secret)
        endsWithTwoWordsOfSecret = ofTwo.contains(.secret)
        let isProperty = ofLast.contains(.property) || ofTwo.contains(.property)
        isPersonal = any.contains(.personal) && !ofLast.contains(.property)
        isDoubtful = ofLast.contains(.doubtful) || isProperty && hasSecretWords && !any.contains(.measure)
        if isProperty || any.contains(.measure) { return }
        if hasSecretWords || kind == .header && ofLast.contains(.headerLast) {
            secrecy = .certain
        } else if any.contains(.likely) || ofLast.contains(.likelyLast)
            || (kind == .query || kind == .form) && ofAll.contains(.grant)
        {
            secrecy = .likely
        }
    }

    /// Returns whether several words in one end like a secret.
    private static func isLongSecret(_ word: NameWord, _ bytes: ArraySlice<UInt8>) -> Bool {
        for ending in NameDictionary.endings where word.ends(with: ending) { return true }
        guard word.ends(with: NameDictionary.token) else { return false }
        let rest = bytes.dropLast(NameDictionary.token.count)
        return !rest.indices.suffix(12).contains { start in
            NameDictionary.roles(of: NameWord(rest[start...])).contains(.paging)
        }
    }

    /// Whether it is `tokens`, which may be a number of them.
    var isCount: Bool { last == Self.tokens }

    private static let tokens = NameWord("tokens")
    private static let x = NameWord("x")

    /// The judgement of the members of an object: one that is named `auth` or `pin` holds other things as well.
    var within: NameJudgement {
        guard secrecy == .likely else { return self }
        var members = self
        (members.secrecy, members.isDoubtful) = (.none, true)
        return members
    }
}
