/// The meaning of a name for its value, by its words.
struct NameJudgement: Sendable {
    typealias Secrecy = SecretNames.Secrecy

    /// As the name of a field, or of an object around.
    var secrecy = Secrecy.none
    /// Whether the name only describes a secret (`secret_name`) or means something else too (`session`): in JSON the
    /// looks of the value decide.
    var isDoubtful = false

    private var count = 0
    /// The last word, also without an `s` at its end. It makes a secret with the name of a member: `card` and `number`.
    private var last = WordHash()
    private var singular: WordHash?
    /// The roles of the last word.
    private var roles = WordRoles()
    /// The roles of the last two words in one: `appkey`.
    private var pair = WordRoles()
    /// The roles of the last two words with a hyphen between: `access-control`.
    private var twoWords = WordRoles()
    /// All words in one.
    private var joined = WordHash()
    /// The secrecy of the words so far, whatever the last one makes of them.
    private var worst = Secrecy.none
    private var isPersonal = false
    private var isMeasure = false
    private var isOpenStart = false

    init(_ secrecy: Secrecy = .none) { self.secrecy = secrecy }

    /// Judges a name. `X-Session` is the `session` of a header.
    private init(_ name: ArraySlice<UInt8>, droppingX: Bool) {
        var words = NameWords(name)
        var word = words.next()
        if droppingX, let x = word, x.elementsEqual([0x58]) || x.elementsEqual([0x78]), let second = words.next() {
            word = second
        }
        var wasSecret = false
        while let next = word {
            wasSecret = count > 0 && !isHarmless && secrecyOfWords == .certain
            add(next)
            word = words.next()
        }
        secrecy = isHarmless ? .none : secrecyOfWords
        // Without its last word the name of a secret; or `sessions` at the end, `session` alone.
        isDoubtful = isDescription && wasSecret
        if roles.contains(.meeting), count == 1 || !roles.contains(.likelyAlone) { isDoubtful = true }
    }

    private mutating func add(_ word: ArraySlice<UInt8>) {
        let (before, previous) = (roles, last)
        (last, singular) = (WordHash(), nil)
        // The last eight letters, packed in lower case.
        var end: UInt64 = 0
        for byte in word {
            singular = byte | 0x20 == UInt8(ascii: "s") ? last : nil
            last.add(byte)
            end = end << 8 | UInt64(byte.isUpper ? byte | 0x20 : byte)
        }
        count += 1
        joined = joined.followed(by: last)
        roles = last.roles
        if count > 1 {
            pair = previous.followed(by: last).roles
            twoWords = previous.followed(by: Self.hyphen).followed(by: last).roles
        }
        if roles.contains(.measure) || twoWords.contains(.measure) { isMeasure = true }
        if roles.contains(.personal) { isPersonal = true }
        if count == 2, twoWords.contains(.openStart) { isOpenStart = true }
        let isSecret =
            if roles.isEmpty {
                Self.isSecret(end, of: word)
            } else if roles.contains(.token) || roles.contains(.tokens) {
                !before.contains(.turner) && !(roles.contains(.tokens) && before.contains(.counter))
            } else {
                roles.contains(.secret) || roles.contains(.compound) || Self.isSecret(end, of: word)
            }
        if isSecret || pair.contains(.compound) { worst = .certain }
        if worst == .none, roles.contains(.likely) { worst = .likely }
    }

    /// The secrecy of the words, whatever the last one makes of them.
    private var secrecyOfWords: Secrecy {
        if worst == .certain || joined.roles.contains(.compound) { return .certain }
        return roles.contains(.likelyEnd) || count == 1 && roles.contains(.likelyAlone) ? .likely : worst
    }

    /// Whether the last word makes it the name of a property.
    private var isDescription: Bool { roles.contains(.describer) || twoWords.contains(.identifier) }

    /// Whether the words of a secret, if any, only describe it or measure it.
    private var isHarmless: Bool { isDescription || isMeasure }

    /// Returns whether several words in one end like a secret, as `newpassword` and `resettoken` do, but not
    /// `nextpagetoken`.
    private static func isSecret(_ end: UInt64, of word: ArraySlice<UInt8>) -> Bool {
        for (mask, ending) in endings where end & mask == ending { return true }
        guard end & token.mask == token.ending else { return false }
        let before = word.dropLast(5)
        return !before.indices.suffix(12).contains { WordHash(before[$0...]).roles.contains(.turner) }
    }

    private static let hyphen = WordHash([0x2D])
    private static let endings = ["apikey", "passwd", "password", "pwd", "secret"].map(masked)
    private static let token = masked("token")

    private static func masked(_ text: String) -> (mask: UInt64, ending: UInt64) {
        (.max >> UInt64(64 - 8 * text.utf8.count), text.utf8.reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension NameJudgement {
    init(ofField name: ArraySlice<UInt8>) { self.init(name, droppingX: false) }

    /// Returns the secrecy of an item of a query or form.
    static func secrecy(ofItem name: ArraySlice<UInt8>) -> Secrecy {
        let said = NameJudgement(ofField: name)
        if said.secrecy > .none || said.isHarmless { return said.secrecy }
        let isGrant = said.joined.roles.contains(.grant) || WordHash(name).roles.contains(.grantName)
        return isGrant ? .likely : .none
    }

    /// Returns the secrecy of a header field.
    static func secrecy(ofHeader name: ArraySlice<UInt8>) -> Secrecy {
        let said = NameJudgement(name, droppingX: true)
        if said.isHarmless || said.isOpenStart || said.pair.contains(.openKey) { return .none }
        return said.roles.contains(.headerEnd) ? .certain : said.secrecy
    }

    /// Returns whether a name is of personal data.
    static func isPersonal(_ name: ArraySlice<UInt8>) -> Bool {
        let said = NameJudgement(ofField: name)
        return said.isPersonal && !said.roles.contains(.describer)
    }

    /// Returns whether a name has the words of a secret, whatever the last one makes of them.
    static func hasSecretWords(_ name: ArraySlice<UInt8>) -> Bool {
        NameJudgement(ofField: name).secrecyOfWords == .certain
    }

    /// Whether it counts tokens rather than holding them.
    var isCount: Bool { roles.contains(.tokens) }

    /// The judgement of the members of an object: one that is named `auth` or `pin` holds other things as well.
    var within: NameJudgement {
        guard secrecy == .likely else { return self }
        var members = self
        (members.secrecy, members.isDoubtful) = (.none, true)
        return members
    }

    /// Returns whether a member of an object of this name is a secret together with it.
    func isSecret(with member: ArraySlice<UInt8>) -> Bool {
        if count == 0 { return false }
        let member = WordHash(member)
        if member.roles.contains(.code) { return false }
        return last.followed(by: member).roles.contains(.compound)
            || singular?.followed(by: member).roles.contains(.compound) == true
    }
}
