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
    /// Whether it is of personal data.
    private(set) var isPersonal = false
    /// The last word.
    private(set) var last = NameWord()

    init(_ secrecy: Secrecy = .none) { self.secrecy = secrecy }

    /// Judges a name by its words, each alone and together with one or two before it, and `own` words of the user.
    init(_ name: ArraySlice<UInt8>, in place: SecretNames.Place, and own: Set<NameWord>) {
        func roles(of word: NameWord) -> WordRoles {
            let roles = NameDictionary.roles[word] ?? []
            return !own.isEmpty && own.contains(word) ? roles.union(.secret) : roles
        }
        // Words of three letters are not sought in parts: `c_vc`.
        func roles(together words: NameWord) -> WordRoles { words.count > 3 ? roles(of: words) : [] }

        var (count, whole, lastTwo) = (0, NameWord(), NameWord())
        var (ofLast, ofTwo, isLikely, isMeasure) = (WordRoles(), WordRoles(), false, false)
        for word in NameWords(name) {
            // `X-Session` is the `session` of a header.
            if place == .header, count == 0, word.count == 1, word.first?.lowercased == UInt8(ascii: "x") { continue }
            let (before, three) = (ofLast, count > 1 ? lastTwo.appending(word) : NameWord())
            lastTwo = count > 0 ? last.appending(word) : NameWord()
            last = NameWord(word)
            whole.append(word)
            count += 1
            (ofLast, ofTwo) = (roles(of: last), roles(together: lastTwo))
            isMeasure = isMeasure || ofLast.contains(.measure) || ofTwo.contains(.measure)
            isPersonal = isPersonal || ofLast.contains(.personal)
            isLikely = isLikely || ofLast.contains(.likely)
            let isToken = ofLast.contains(.token) && !before.contains(.paging)
                && !(last.count == 6 && before.contains(.amount))
            if isToken || ofLast.contains(.secret) || ofTwo.contains(.secret) || Self.isLongSecret(word)
                || roles(together: three).contains(.secret)
            {
                hasSecretWords = true
            }
        }
        let ofAll = count < 2 ? ofLast : count == 2 ? ofTwo : roles(together: whole)
        if ofAll.contains(.secret) { hasSecretWords = true }
        let isProperty = ofLast.contains(.property) || ofTwo.contains(.property)
        isDoubtful = ofLast.contains(.doubtful) || isProperty && !isMeasure && hasSecretWords
        isPersonal = isPersonal && !ofLast.contains(.property)
        if isProperty || isMeasure { return }
        if hasSecretWords || place == .header && ofLast.contains(.headerLast) {
            secrecy = .certain
        } else if isLikely || ofLast.contains(.likelyLast) || count == 1 && ofLast.contains(.likelyAlone)
            || (place == .query || place == .form) && ofAll.contains(.grant)
        {
            secrecy = .likely
        }
    }

    /// Returns whether several words in one end like a secret, as `newpassword` and `resettoken` do, but not
    /// `nextpagetoken`.
    private static func isLongSecret(_ word: ArraySlice<UInt8>) -> Bool {
        for ending in NameDictionary.endings where word.count > ending.utf8.count {
            let rest = word.dropLast(ending.utf8.count)
            guard word[rest.endIndex...].hasPrefix(bytes: ending, ignoringCase: true) else { continue }
            return ending != "token" || !rest.indices.suffix(12).contains { start in
                NameDictionary.roles[NameWord(rest[start...])]?.contains(.paging) == true
            }
        }
        return false
    }

    /// Whether it is `tokens`, which may be a number of them.
    var isCount: Bool { last == Self.tokens }

    private static let tokens = NameWord(Array("tokens".utf8)[...])

    /// The judgement of the members of an object: one that is named `auth` or `pin` holds other things as well.
    var within: NameJudgement {
        guard secrecy == .likely else { return self }
        var members = self
        (members.secrecy, members.isDoubtful) = (.none, true)
        return members
    }
}
