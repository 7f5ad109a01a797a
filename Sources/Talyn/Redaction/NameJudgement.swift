/// The meaning of a name for its value, by its words.
struct NameJudgement: Sendable {
    typealias Secrecy = SecretNames.Secrecy

    /// As the name of a field, or of an object around.
    var secrecy = Secrecy.none
    /// Whether the name only describes a secret (`secret_name`) or means something else too (`session`): in JSON the looks
    /// of the value decide.
    var isDoubtful = false
    /// Whether it counts tokens rather than holding them.
    private(set) var isCount = false
    /// The last word, also without an `s` at its end. It makes a secret with the name of a member: `card` and `number`.
    private var last: WordHash?
    private var singular: WordHash?

    init(_ secrecy: Secrecy = .none) { self.secrecy = secrecy }

    init(ofField name: ArraySlice<UInt8>) {
        let words = NameReading(name)
        (secrecy, isDoubtful) = (words.isHarmless ? .none : words.secrecy, words.isDoubtful)
        isCount = words.roles.contains(.tokens)
        (last, singular) = (words.count > 0 ? words.last : nil, words.singular)
    }

    /// Returns the secrecy of an item of a query or form.
    static func secrecy(ofItem name: ArraySlice<UInt8>) -> Secrecy {
        let words = NameReading(name)
        if words.isHarmless { return .none }
        let isGrant = words.joined.roles.contains(.grant) || WordHash(name).roles.contains(.grantName)
        return words.secrecy == .none && isGrant ? .likely : words.secrecy
    }

    /// Returns the secrecy of a header field. `X-Session` is the `session` of a header.
    static func secrecy(ofHeader name: ArraySlice<UInt8>) -> Secrecy {
        let words = NameReading(name, droppingX: true)
        if words.isHarmless || words.isOpenHeader { return .none }
        return words.roles.contains(.headerEnd) ? .certain : words.secrecy
    }

    /// Returns whether a name is of personal data.
    static func isPersonal(_ name: ArraySlice<UInt8>) -> Bool {
        let words = NameReading(name)
        return words.isPersonal && !words.roles.contains(.describer)
    }

    /// Returns whether a name has the words of a secret, whatever the last one makes of them.
    static func hasSecretWords(_ name: ArraySlice<UInt8>) -> Bool { NameReading(name).secrecy == .certain }

    /// The judgement of the members of an object: one that is named `auth` or `pin` holds other things as well.
    var within: NameJudgement {
        guard secrecy == .likely else { return self }
        var members = self
        (members.secrecy, members.isDoubtful) = (.none, true)
        return members
    }

    /// Returns whether a member of an object of this name is a secret together with it.
    func isSecret(with member: ArraySlice<UInt8>) -> Bool {
        guard let last else { return false }
        let member = WordHash(member)
        if member.roles.contains(.code) { return false }
        return last.followed(by: member).roles.contains(.compound)
            || singular?.followed(by: member).roles.contains(.compound) == true
    }
}

/// The words of a name, read one by one.
private struct NameReading {
    private(set) var count = 0
    /// The last word, its roles, and the same without an `s` at its end.
    private(set) var last = WordHash()
    private(set) var roles = WordRoles()
    private(set) var singular: WordHash?
    /// All words in one.
    private(set) var joined = WordHash()
    private(set) var isPersonal = false
    /// The last two words in one.
    private var pair = WordRoles()
    private var worst = SecretNames.Secrecy.none
    private var isMeasure = false
    private var isOpenStart = false
    /// Whether the words before the last one name a secret.
    private var wasSecret = false

    init(_ name: ArraySlice<UInt8>, droppingX: Bool = false) {
        var words = NameWords(name)
        var word = words.next()
        if droppingX, let x = word, x.elementsEqual([0x58]) || x.elementsEqual([0x78]), let second = words.next() {
            word = second
        }
        while let next = word {
            add(next)
            word = words.next()
        }
    }

    private mutating func add(_ word: ArraySlice<UInt8>) {
        wasSecret = !isHarmless && secrecy == .certain
        let (before, previous) = (roles, last)
        (last, singular) = (WordHash(), nil)
        // The last eight letters.
        var end: UInt64 = 0
        for byte in word {
            singular = byte | 0x20 == UInt8(ascii: "s") ? last : nil
            last.add(byte)
            end = end << 8 | UInt64(byte.isUpper ? byte | 0x20 : byte)
        }
        count += 1
        joined = joined.followed(by: last)
        roles = last.roles
        pair = count > 1 ? previous.followed(by: last).roles : WordRoles()
        if roles.contains(.measure) || pair.contains(.measure) { isMeasure = true }
        if roles.contains(.personal) { isPersonal = true }
        if count == 2, pair.contains(.openStart) { isOpenStart = true }
        let isSecret =
            switch true {
            case roles.contains(.token): !before.contains(.turner)
            case roles.contains(.tokens): !before.contains(.turner) && !before.contains(.counter)
            default: roles.contains(.secret) || roles.contains(.compound) || Self.isSecret(end, of: word)
            }
        if isSecret || pair.contains(.compound) { worst = .certain }
        if roles.contains(.likely) { worst = max(worst, .likely) }
    }

    /// The secrecy of the words, before what the last one makes of them.
    var secrecy: SecretNames.Secrecy {
        if worst == .certain || joined.roles.contains(.compound) { return .certain }
        return roles.contains(.likelyEnd) || count == 1 && roles.contains(.likelyAlone) ? .likely : worst
    }

    /// Whether the last word makes it the name of a property.
    private var isDescription: Bool { roles.contains(.describer) || pair.contains(.identifier) }

    /// Whether the words of a secret, if any, only describe it or measure it.
    var isHarmless: Bool { isDescription || isMeasure }

    /// Whether it is a header field that has the words of a secret and holds none.
    var isOpenHeader: Bool { isOpenStart || pair.contains(.openKey) }

    /// Whether it is the name of a secret but for a last word, which excuses short and plain values only.
    var isDoubtful: Bool {
        if roles.contains(.meeting), count == 1 || !roles.contains(.likelyAlone) { return true }
        return isDescription && wasSecret
    }

    /// Returns whether several words in one end like a secret, as `newpassword` and `resettoken` do, but not
    /// `nextpagetoken`.
    private static func isSecret(_ end: UInt64, of word: ArraySlice<UInt8>) -> Bool {
        for (mask, ending) in endings where end & mask == ending { return true }
        guard end & token.mask == token.ending else { return false }
        let before = word.dropLast(5)
        return !before.indices.suffix(12).contains { WordHash(before[$0...]).roles.contains(.turner) }
    }

    private static let endings = ["apikey", "passwd", "password", "pwd", "secret"].map(masked)
    private static let token = masked("token")

    private static func masked(_ text: String) -> (mask: UInt64, ending: UInt64) {
        (.max >> UInt64(64 - 8 * text.utf8.count), text.utf8.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
