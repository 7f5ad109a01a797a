extension Redactor {
    /// Scans JSON, also several documents, or one that is cut or wrong.
    ///
    /// - Returns: whether it was JSON throughout. What was not may hide secrets that are no JSON.
    @discardableResult
    mutating func scanJSON(_ bytes: ArraySlice<UInt8>, level: Int) -> Bool {
        let before = edits.count
        // A walk of its own, and most documents have no use for it.
        var namings: Namings?
        var walk = JSONWalk(bytes)
        while let token = walk.next() {
            if case .name(let name) = token {
                walk.value = judgement(ofName: name, in: walk, of: bytes, &namings)
                continue
            }
            let judgement = walk.judgement
            switch token {
            case .name: break
            case .string(let string):
                if walk.beginsPair { walk.beginPair(self.judgement(ofNamed: DecodedText(string, .json))) }
                scanString(string, judgement, level: level)
            case .number(let number):
                // Not collected: the digits of a number are everywhere.
                if Self.isSecret(number: number, judgement), !judgement.isCount { edit(number, to: [0x30]) }
            case .word(let word): if judgement.secrecy > .none { hide(word, judgement.secrecy) }
            }
            walk.value = nil
        }
        // What is cut has no end.
        let isWhole = walk.isWellFormed && (cut == bytes.endIndex || !walk.isUnfinished)
        if !isWhole, edits.count > before { looksAgain = true }
        return isWhole
    }

    /// Hides a string, or scans it; when its name leaves doubt, its looks decide.
    private mutating func scanString(_ string: ArraySlice<UInt8>, _ judgement: NameJudgement, level: Int) {
        var secrecy = judgement.secrecy
        if secrecy < .certain, judgement.isDoubtful {
            // The looks of what is cut do not excuse it.
            let isPlain = string.endIndex != cut && Wording.isPlain(DecodedText(string, .json).bytes)
            secrecy = isPlain ? .none : .likely
        }
        guard secrecy > .none else { return scanLeaf(string, .json) { $0.scanValue($1, level: level + 1) } }
        let isUUID = string.count == 36 && UUID(uuidString: String(decoding: string, as: UTF8.self)) != nil
        hide(string, secrecy, .json, with: isUUID ? Self.zeroUUID : Self.placeholder)
    }

    /// Whether a number is a secret: not one of `"pass": 3` or `"pin": 13`.
    private static func isSecret(number: ArraySlice<UInt8>, _ judgement: NameJudgement) -> Bool {
        switch judgement.secrecy {
        case .certain: !number.elementsEqual([0x30])
        case .likely: number.count >= 4
        case .none: judgement.isDoubtful && !Wording.isPlain(number)
        }
    }

    /// What a name says of its value, with what is said of the object that it stands in.
    private func judgement(
        ofName raw: ArraySlice<UInt8>, in walk: JSONWalk, of bytes: ArraySlice<UInt8>, _ namings: inout Namings?
    ) -> NameJudgement {
        let name = DecodedText(raw, .json).text
        var said = names.judgement(ofField: name)
        let container = walk.container
        let isIdentifier = container.isDoubtful && Self.isOne(name, of: ["id", "_id", "key", "uuid", "value"])
        if isIdentifier || container.isSecret(with: name) { said.isDoubtful = true }
        said.secrecy = max(said.secrecy, container.secrecy)
        guard said.secrecy == .none, Self.isOne(name, of: ["value", "values"]) else { return said }
        let known = namings ?? self.namings(ofJSON: bytes)
        namings = known
        if var named = known.said[walk.start] {
            named.isDoubtful = named.isDoubtful || said.isDoubtful
            return named
        }
        // A longer list (`{"value": [{…}, …]}`) is no secret that its name would come behind.
        let value = bytes[raw.endIndex...].dropFirst().drop { $0.isSpace || $0 == 0x3A || $0 == 0x5B }
        if known.open.contains(walk.start), value.first == 0x22 { said.secrecy = .likely }
        return said
    }

    /// What is said by a name that is a value itself: of a header field when it has a hyphen, else of any field; of a path
    /// (JSON Patch's `/user/password`, SCIM's `urn:…:User:password`) the step that says most. Nothing when it is a text.
    private func judgement(ofNamed name: DecodedText) -> NameJudgement {
        guard name.bytes.count <= 128, name.bytes.allSatisfy({ $0.isNameCharacter || $0 == 0x2F || $0 == 0x3A }) else {
            return NameJudgement()
        }
        let steps = name.bytes.split { $0 == 0x2F || $0 == 0x3A }.map { step in
            let text = String(decoding: step, as: UTF8.self)
            let isHeader = step.contains(0x2D) && names.decided(text, in: .field) == nil
            guard isHeader || names.decided(text, in: .header) != nil else { return names.judgement(ofField: text) }
            return NameJudgement(names.secrecy(of: text, in: .header))
        }
        return steps.max { ($0.secrecy, $1.isDoubtful ? 1 : 0) < ($1.secrecy, $0.isDoubtful ? 1 : 0) }
            ?? NameJudgement()
    }

    /// What is said by names that are values themselves, by where their object begins.
    private struct Namings {
        var said: [Int: NameJudgement] = [:]
        /// The objects that are cut: their name may follow.
        var open: Set<Int> = []
    }

    /// HAR and Postman write `{"name": "Authorization", "value": "…"}`. In a walk of its own, since the value may come
    /// first.
    private func namings(ofJSON bytes: ArraySlice<UInt8>) -> Namings {
        var namings = Namings()
        var walk = JSONWalk(bytes)
        var isNaming = false
        while let token = walk.next() {
            if case .name(let name) = token {
                isNaming = Self.isOne(
                    DecodedText(name, .json).text, of: ["name", "key", "header", "field", "path", "param"])
                continue
            }
            if isNaming, case .string(let string) = token {
                let said = judgement(ofNamed: DecodedText(string, .json))
                let known = namings.said[walk.start]?.secrecy ?? .none
                if said.secrecy > known || said.isDoubtful && known == .none { namings.said[walk.start] = said }
            }
            isNaming = false
        }
        if cut == bytes.endIndex { namings.open.formUnion(walk.starts.filter { namings.said[$0] == nil }) }
        return namings
    }

    /// Whether a name is one of a few short ones in lower case, in any case.
    private static func isOne(_ name: String, of names: [String]) -> Bool {
        name.utf8.count <= 6 && names.contains(name.asciiLowercased)
    }

    private static let zeroUUID = Array("00000000-0000-0000-0000-000000000000".utf8)
}
