/// Whether a name says that its value is a secret, judged by its words.
package struct SecretNames: Sendable {
    /// Where a name stands.
    package enum Place: Sendable {
        case query, form, header, cookie
        /// A field of JSON or multipart, an element or attribute, a name in text.
        case field
    }

    /// How sure it is. A likely secret is hidden as well, but looked for elsewhere only when it looks like one.
    enum Secrecy: Int, Comparable {
        case none, likely, certain
        static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a name says of its value.
    struct Judgement {
        var secrecy = Secrecy.none
        /// Whether it only describes a secret (`secret_name`) or may be of something else (`session`): in JSON the looks of
        /// the value decide.
        var isDoubtful = false
        /// Whether it counts tokens rather than holding them.
        var isCount = false
        /// Names within an object of this name that are secrets together with it: `card` and `number`.
        var companions: Set<String> = []

        /// What is said of the members of an object: one that is named `auth` or `pin` holds other things as well.
        var within: Judgement {
            guard secrecy == .likely else { return self }
            var members = self
            (members.secrecy, members.isDoubtful) = (.none, true)
            return members
        }
    }

    private var addedHeaders: Set<String> = []
    private var addedNames: Set<String> = []
    private var exceptedHeaders: Set<String> = []
    private var exceptedNames: Set<String> = []
    private var tokenHeaders: Set<String> = []
    private var tokenItems: Set<String> = []

    /// Names under which a token was sent: of a header, or of a query item. What is excepted still is.
    mutating func add(tokens: Set<CallOptions.TokenName>) {
        for token in tokens {
            switch token {
            case .header(let name): tokenHeaders.insert(name.lowercased())
            case .query(let name): tokenItems.insert(name.lowercased())
            }
        }
    }

    /// More names; what was excepted before no longer is.
    mutating func add(headers: [String], names: [String]) {
        let (headers, names) = (headers.map { $0.lowercased() }, names.map { $0.lowercased() })
        addedHeaders.formUnion(headers)
        exceptedHeaders.subtract(headers)
        addedNames.formUnion(names)
        exceptedNames.subtract(names)
    }

    /// Fewer names; what was added before no longer is.
    mutating func except(headers: [String], names: [String]) {
        let (headers, names) = (headers.map { $0.lowercased() }, names.map { $0.lowercased() })
        exceptedHeaders.formUnion(headers)
        addedHeaders.subtract(headers)
        exceptedNames.formUnion(names)
        addedNames.subtract(names)
    }

    /// Whether any token was sent.
    var hasTokens: Bool { !tokenHeaders.isEmpty || !tokenItems.isEmpty }

    /// Whether a token was sent under a name.
    func isToken(_ name: String, in place: Place) -> Bool {
        switch place {
        case .header: tokenHeaders.contains(name.lowercased())
        case .query: tokenItems.contains(name.lowercased())
        case .form, .cookie, .field: false
        }
    }

    /// Whether nobody said a word about any name.
    private var isUndecided: Bool {
        addedHeaders.isEmpty && addedNames.isEmpty && exceptedHeaders.isEmpty && exceptedNames.isEmpty && !hasTokens
    }

    /// The word of the user, or else of a plugin, about a name; nil when there is none.
    func decided(_ name: String, in place: Place) -> Secrecy? {
        if isUndecided { return nil }
        let name = name.lowercased()
        let isHeader = place == .header
        if (isHeader ? exceptedHeaders : exceptedNames).contains(name) { return Secrecy.none }
        if (isHeader ? addedHeaders : addedNames).contains(name) { return .certain }
        return isToken(name, in: place) ? .certain : nil
    }

    /// Whether a query item tells who somebody is: no secret, and nothing for a log either.
    func isPersonal(_ name: String) -> Bool {
        if let decided = decided(name, in: .query) { return decided > .none }
        let words = Self.words(of: name)
        guard let last = words.last, !Self.describers.contains(last) else { return false }
        return words.contains { Self.personalWords.contains($0) }
    }

    /// Whether a name speaks of a secret in a place.
    func secrecy(of name: String, in place: Place) -> Secrecy {
        if let decided = decided(name, in: place) { return decided }
        var words = Self.words(of: name)
        // `X-Session` is the `session` of a header.
        if place == .header, words.count > 1, words.starts(with: ["x"]) { words.removeFirst() }
        guard let last = words.last, !Self.isHarmless(words, last, place) else { return .none }
        let byWord = Self.secrecy(ofWords: words, last)
        if byWord == .certain { return byWord }
        if Self.compounds.contains(words.joined()) { return .certain }
        let isItem = place == .query || place == .form
        if isItem, Self.grantNames.contains(words.joined()) { return .likely }
        if isItem, ["key", "appid"].contains(name.asciiLowercased) { return .likely }
        if place == .header, ["key", "authentication", "sign"].contains(last) { return .certain }
        return byWord
    }

    /// What the name of a field says.
    func judgement(ofField name: String) -> Judgement {
        let words = Self.words(of: name)
        let secrecy = secrecy(of: name, in: .field)
        let isOpen = secrecy == .none && decided(name, in: .field) == nil
        let isDoubtful = isOpen && Self.isDoubtful(words) || secrecy == .likely && words == ["session"]
        let last = words.last ?? ""
        let companions = Self.pairs[last] ?? (last.hasSuffix(bytes: "s") ? Self.pairs[String(last.dropLast())] : nil)
        return Judgement(
            secrecy: secrecy, isDoubtful: isDoubtful, isCount: last == "tokens",
            companions: (companions ?? []).subtracting(["code", "codes"]))
    }

    /// Names of secrets but for a last word that excuses short and plain values only.
    private static func isDoubtful(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        if last == "sessions" { return true }
        let described = Array(words.dropLast())
        guard describes(words, last), let end = described.last, !isHarmless(described, end, .field) else {
            return false
        }
        return secrecy(ofWords: described, end) == .certain || compounds.contains(described.joined())
    }

    private static func secrecy(ofWords words: [String], _ last: String) -> Secrecy {
        var secrecy = Secrecy.none
        for (index, word) in words.enumerated() {
            let before = index > 0 ? words[index - 1] : ""
            switch word {
            case "token", "tokens":
                if !turners.contains(before), word == "token" || !counters.contains(before) { return .certain }
            case _ where secretWords.contains(word) || compounds.contains(word): return .certain
            case _ where pairs[before]?.contains(word) == true: return .certain
            case "session", "pass":
                if words.count == 1 { secrecy = .likely }
            case "auth", "cookie", "cookies", "pin":
                if index == words.count - 1 || word == "pin" { secrecy = .likely }
            default: if endsLikeASecret(word) { return .certain }
            }
        }
        return secrecy
    }

    /// Several words in one, such as `newpassword` and `resettoken`, but not `nextpagetoken`.
    private static func endsLikeASecret(_ word: String) -> Bool {
        if secretEndings.contains(where: { word.hasSuffix(bytes: $0) }) { return true }
        return word.hasSuffix(bytes: "token") && !turners.contains { word.hasSuffix(bytes: "\($0)token") }
    }

    /// Whether the last word makes a name one of a property: an identifier of a token names it and opens nothing.
    private static func describes(_ words: [String], _ last: String) -> Bool {
        describers.contains(last) || last == "id" && ["credential", "token"].contains(words.dropLast().last)
    }

    /// Names with the words of secrets that only describe them.
    private static func isHarmless(_ words: [String], _ last: String, _ place: Place) -> Bool {
        if describes(words, last) || !openWords.isDisjoint(with: words) { return true }
        if zip(words, words.dropFirst()).contains(where: { $0 == ("rate", "limit") }) { return true }
        guard place == .header else { return false }
        return words.starts(with: ["access", "control"]) || openKeys.contains { words.suffix($0.count) == $0[...] }
    }
}
