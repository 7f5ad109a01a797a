/// Whether a name says that its value is a secret, judged by the user's decisions and then by its words.
package struct SecretNames: Sendable {
    /// The place of a name.
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

    /// A decision about a name, however it is cut. That of a field holds in queries and forms as well, that of a query
    /// item there only.
    private struct Decision {
        let name: [UInt8]
        let place: Place
        let secrecy: Secrecy

        init(_ name: String, _ place: Place, _ secrecy: Secrecy) {
            self.name = SecretNames.joined(name)
            self.place = place
            self.secrecy = secrecy
        }
    }

    /// Returns the letters and digits of a name in lower case: `smsCode`, `sms_code` and `SMS-Code` are one name. A
    /// name without any stays as it is.
    private static func joined(_ name: String) -> [UInt8] {
        let name = name.lowercased().utf8
        let joined = name.filter { $0.isLetter || $0.isDigit || $0 >= 0x80 }
        return joined.isEmpty ? Array(name) : joined
    }

    /// Decisions of the user and about headers and query items that carry a token. The last one of a name holds.
    private var decisions: [Decision] = []

    /// Adds names under which an endpoint carries its token; the user's decisions precede.
    mutating func add(tokens: Set<CallOptions.TokenName>) {
        for token in tokens {
            let (name, place): (String, Place) =
                switch token {
                case .header(let name): (name, .header)
                case .query(let name): (name, .query)
                }
            decisions.insert(Decision(name, place, .certain), at: 0)
        }
    }

    /// Decides about names; the latest decision holds.
    mutating func decide(headers: [String], names: [String], _ secrecy: Secrecy) {
        for name in headers { decisions.append(Decision(name, .header, secrecy)) }
        for name in names { decisions.append(Decision(name, .field, secrecy)) }
    }

    /// Returns the decision of the user or a plugin; nil when there is none.
    func decided(_ name: ArraySlice<UInt8>, in place: Place) -> Secrecy? {
        if decisions.isEmpty { return nil }
        let name = Self.joined(String(decoding: name, as: UTF8.self))
        return decisions.last { decision in
            decision.name == name && (decision.place == place || decision.place == .field && place != .header)
        }?.secrecy
    }

    /// Returns whether a query item identifies a person, which is no secret but is not logged.
    func isPersonal(_ name: ArraySlice<UInt8>) -> Bool {
        decided(name, in: .query).map { $0 > .none } ?? NameJudgement.isPersonal(name)
    }

    /// Returns whether the value of a name is a secret.
    package func secrecy(of name: ArraySlice<UInt8>, in place: Place) -> Secrecy {
        if let decided = decided(name, in: place) { return decided }
        return switch place {
        case .header: NameJudgement.secrecy(ofHeader: name)
        case .query, .form: NameJudgement.secrecy(ofItem: name)
        case .cookie, .field: NameJudgement(ofField: name).secrecy
        }
    }

    /// Returns the judgement of a field's name.
    func judgement(ofField name: ArraySlice<UInt8>) -> NameJudgement {
        var judgement = NameJudgement(ofField: name)
        if let decided = decided(name, in: .field) { (judgement.secrecy, judgement.isDoubtful) = (decided, false) }
        return judgement
    }
}
