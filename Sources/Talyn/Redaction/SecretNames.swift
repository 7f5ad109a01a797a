/// Whether a name says that its value is a secret, judged by the user's decisions and then by its words.
package struct SecretNames: Sendable {
    /// Where a name stands.
    package enum Place: Sendable {
        case query, form, header, cookie
        /// A field of JSON or multipart, an element or attribute, a name in text.
        case field
    }

    /// Whether a value is hidden. A likely secret is searched for elsewhere only when it looks random.
    package enum Secrecy: Int, Comparable, Sendable {
        case none, likely, certain
        package static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
    }

    /// The user's decisions and the headers that carry a token, by lower-case name.
    private var headers: [String: Secrecy] = [:]
    private var fields: [String: Secrecy] = [:]
    /// Lower-case names of query items that carry a token.
    private var tokenItems: Set<String> = []

    /// Adds names under which an endpoint carries its token; the user's decisions precede.
    mutating func add(tokens: Set<CallOptions.TokenName>) {
        for token in tokens {
            switch token {
            case .header(let name): headers[name.lowercased()] = headers[name.lowercased()] ?? .certain
            case .query(let name): tokenItems.insert(name.lowercased())
            }
        }
    }

    /// Decides about names; the latest decision holds.
    mutating func decide(headers: [String], names: [String], _ secrecy: Secrecy) {
        for name in headers { self.headers[name.lowercased()] = secrecy }
        for name in names { fields[name.lowercased()] = secrecy }
    }

    /// The decision of the user or a plugin; nil when there is none.
    func decided(_ name: String, in place: Place) -> Secrecy? {
        if headers.isEmpty, fields.isEmpty, tokenItems.isEmpty { return nil }
        let name = name.lowercased()
        if place == .header { return headers[name] }
        return fields[name] ?? (place == .query && tokenItems.contains(name) ? .certain : nil)
    }

    /// Whether a query item tells who somebody is, which is no secret and still not for a log.
    func isPersonal(_ name: String) -> Bool {
        if let decided = decided(name, in: .query) { return decided > .none }
        let words = NameWords(name).all
        guard let last = words.last, !NameWords.has(last, .describer) else { return false }
        return words.contains { NameWords.has($0, .personal) }
    }

    /// Whether the value of a name is a secret.
    package func secrecy(of name: String, in place: Place) -> Secrecy {
        if let decided = decided(name, in: place) { return decided }
        let judgement = NameJudgement.of(name)
        return switch place {
        case .header: judgement.header
        case .query, .form: judgement.item
        case .cookie, .field: judgement.secrecy
        }
    }

    /// The judgement of a field's name.
    func judgement(ofField name: String) -> NameJudgement {
        var judgement = NameJudgement.of(name)
        if let decided = decided(name, in: .field) { (judgement.secrecy, judgement.isDoubtful) = (decided, false) }
        return judgement
    }
}

/// What the words of a name say of its value.
struct NameJudgement: Sendable {
    typealias Secrecy = SecretNames.Secrecy

    /// As the name of a field, or of an object around.
    var secrecy = Secrecy.none
    /// As the name of an item of a query or form.
    fileprivate(set) var item = Secrecy.none
    /// As the name of a header field.
    fileprivate(set) var header = Secrecy.none
    /// Whether the name only describes a secret (`secret_name`) or may be of something else (`session`): in JSON the looks
    /// of the value decide.
    var isDoubtful = false
    /// Whether it counts tokens rather than holding them.
    private(set) var isCount = false
    /// The last word, which makes a secret with the name of a member: `card` and `number`.
    private var last = ""

    init(_ secrecy: Secrecy = .none) { self.secrecy = secrecy }

    private init(of name: String) {
        var words = NameWords(name)
        last = words.last
        isCount = last == "tokens"
        (secrecy, isDoubtful) = (words.isHarmless ? .none : words.secrecy, words.isDoubtful)
        item = secrecy
        let isGrant = NameWords.has(words.joined, .grant) || ["key", "appid"].contains(name.asciiLowercased)
        if item == .none, isGrant, !words.isHarmless { item = .likely }
        // `X-Session` is the `session` of a header.
        words.dropX()
        if !words.isHarmless, !words.isOpenHeader {
            header = NameWords.has(words.last, .headerEnd) ? .certain : words.secrecy
        }
    }

    /// The judgement of the members of an object: one that is named `auth` or `pin` holds other things as well.
    var within: NameJudgement {
        guard secrecy == .likely else { return self }
        var members = self
        (members.secrecy, members.isDoubtful) = (.none, true)
        return members
    }

    /// Whether a member of an object of this name is a secret together with it.
    func isSecret(with member: String) -> Bool {
        if last.isEmpty { return false }
        let member = member.asciiLowercased
        if member == "code" || member == "codes" { return false }
        return NameWords.has(last + member, .compound)
            || last.hasSuffix(bytes: "s") && NameWords.has(last.dropLast() + member, .compound)
    }

    /// Documents repeat their names, and so do those of one API: the judgements of the last few hundred are kept.
    private static let known = Locked<[String: NameJudgement]>([:])

    static func of(_ name: String) -> NameJudgement {
        if let judgement = known.withLock({ $0[name] }) { return judgement }
        let judgement = NameJudgement(of: name)
        if name.utf8.count > 128 { return judgement }
        known.withLock { known in
            if known.count >= 512 { known = [:] }
            known[name] = judgement
        }
        return judgement
    }
}
