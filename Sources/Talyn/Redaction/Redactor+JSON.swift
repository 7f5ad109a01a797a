extension Redactor {
    /// Looks through JSON: one document, several, or what is left of one.
    ///
    /// It follows the tokens and asks nothing of their order, so a document that is cut or wrong is redacted as far as it
    /// goes, and depth costs a few bytes a level.
    ///
    /// - Returns: whether it was JSON throughout. What was not may hide secrets that are no JSON.
    @discardableResult
    mutating func scanJSON(_ bytes: ArraySlice<UInt8>, level: Int) -> Bool {
        let before = edits.count
        // A walk of its own, and most documents have no use for it.
        var namings: Namings?
        var walk = JSONWalk(bytes)
        while let token = walk.next() {
            switch token {
            case .name(let range):
                let name = DecodedText(bytes[range], .json)
                var said = judgement(name, in: walk)
                if said.secrecy == .none, Self.isOne(name.bytes, of: Self.valueNames) {
                    let known = namings ?? self.namings(ofJSON: bytes)
                    namings = known
                    if let named = known.said[walk.start] {
                        said.secrecy = named.secrecy
                        said.isDoubtful = said.isDoubtful || named.isDoubtful
                        said.isCount = named.isCount
                    } else if known.open.contains(walk.start), Self.isText(bytes[range.upperBound...]) {
                        said.secrecy = .likely
                    }
                }
                walk.value = said
                walk.isCount = said.isCount
            case .string(let range):
                if walk.beginsPair { walk.beginPair(judgement(ofNamed: DecodedText(bytes[range], .json))) }
                var secrecy = Self.secrecy(of: bytes[range], walk.judgement)
                // The looks of what is cut do not excuse it.
                if secrecy == .none, walk.judgement.isDoubtful, range.upperBound == cut { secrecy = .likely }
                if secrecy > .none {
                    hideString(range, in: bytes, secrecy)
                } else {
                    scanLeaf(bytes[range], .json) { $0.scanValue($1, level: level + 1) }
                }
                walk.endValue()
            case .number(let range):
                // Not collected: the digits of a number are everywhere.
                if Self.isSecret(number: bytes[range], walk.judgement), !walk.isCount { edit(range, to: [0x30]) }
                walk.endValue()
            case .word(let range):
                let secrecy = walk.judgement.secrecy
                if secrecy > .none { hide(range, in: bytes, secrecy: secrecy) }
                walk.endValue()
            }
        }
        // What is cut has no end.
        let isWhole = walk.isWellFormed && (cut == bytes.endIndex || !walk.isUnfinished)
        if !isWhole, edits.count > before { looksAgain = true }
        return isWhole
    }

    /// What a name says of its value, with what is said of the object that it stands in.
    private mutating func judgement(_ name: DecodedText, in walk: JSONWalk) -> SecretNames.Judgement {
        var said = judgement(ofField: name)
        let container = walk.container
        // Of what is in a list of sessions only the identifiers are secrets.
        let isPart = !container.companions.isEmpty && container.companions.contains(name.text.lowercased())
        if isPart || container.isDoubtful && Self.isOne(name.bytes, of: Self.identifierNames) { said.isDoubtful = true }
        said.secrecy = max(said.secrecy, container.secrecy)
        return said
    }

    /// What is said by names that are values themselves, by where their object begins.
    private struct Namings {
        var said: [Int: SecretNames.Judgement] = [:]
        /// The objects that are cut: their name may follow.
        var open: Set<Int> = []
    }

    /// Whether the value behind a name is a text, or a list that begins with one. A longer list (`{"value": [{…}, …]}`) is
    /// no secret that its name would come behind.
    private static func isText(_ rest: ArraySlice<UInt8>) -> Bool {
        let value = rest.dropFirst().drop { $0.isSpace || $0 == 0x3A || $0 == 0x5B }
        return value.first == 0x22
    }

    /// HAR and Postman write `{"name": "Authorization", "value": "…"}`. In a walk of its own, since the value may come
    /// first.
    private mutating func namings(ofJSON bytes: ArraySlice<UInt8>) -> Namings {
        var namings = Namings()
        var walk = JSONWalk(bytes)
        var isNaming = false
        while let token = walk.next() {
            if case .name(let range) = token {
                isNaming = Self.isOne(DecodedText(bytes[range], .json).bytes, of: Self.namingNames)
                continue
            }
            if isNaming, case .string(let range) = token {
                let said = judgement(ofNamed: DecodedText(bytes[range], .json))
                let known = namings.said[walk.start]?.secrecy ?? SecretNames.Secrecy.none
                if said.secrecy > known || said.isDoubtful && known == .none { namings.said[walk.start] = said }
            }
            isNaming = false
        }
        if cut == bytes.endIndex { namings.open.formUnion(walk.starts.filter { namings.said[$0] == nil }) }
        return namings
    }

    /// Whether a name is one of a few, in lower case, in any case.
    private static func isOne(_ name: ArraySlice<UInt8>, of names: [String]) -> Bool {
        name.count <= 6
            && names.contains { $0.utf8.count == name.count && name.hasPrefix(bytes: $0, ignoringCase: true) }
    }

    /// How secret a string is; when the name leaves doubt, its looks decide.
    private static func secrecy(
        of string: ArraySlice<UInt8>, _ judgement: SecretNames.Judgement
    ) -> SecretNames.Secrecy {
        if judgement.secrecy == .certain || !judgement.isDoubtful { return judgement.secrecy }
        return Wording.isPlain(DecodedText(string, .json).bytes) ? .none : .likely
    }

    /// Whether a number is a secret: not one of `"pass": 3` or `"pin": 13`.
    private static func isSecret(number: ArraySlice<UInt8>, _ judgement: SecretNames.Judgement) -> Bool {
        switch judgement.secrecy {
        case .certain: !number.elementsEqual([0x30])
        case .likely: number.count >= 4
        case .none: judgement.isDoubtful && !Wording.isPlain(number)
        }
    }

    private mutating func hideString(_ range: Range<Int>, in bytes: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy) {
        let isUUID = bytes[range].count == 36 && UUID(uuidString: String(decoding: bytes[range], as: UTF8.self)) != nil
        hide(range, in: bytes, secrecy: secrecy, .json, with: isUUID ? Self.zeroUUID : Self.placeholder)
    }

    private static let zeroUUID = Array("00000000-0000-0000-0000-000000000000".utf8)
    private static let namingNames = ["name", "key", "header", "field", "path", "param"]
    private static let valueNames = ["value", "values"]
    private static let identifierNames = ["id", "_id", "key", "uuid", "value"]
}
