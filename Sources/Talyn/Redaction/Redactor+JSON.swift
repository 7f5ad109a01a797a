extension Redactor {
    /// Judgements by names that are values, by the start of their object; nil for an object that is cut off, whose name
    /// may follow.
    private typealias Namings = [Int: NameJudgement?]

    /// Scans JSON, also several documents, or a truncated or broken one.
    ///
    /// - Returns: Whether all of it was JSON; if not, it is scanned as text too.
    mutating func scanJSON(_ bytes: ArraySlice<UInt8>, level: Int) -> Bool {
        let before = edits.count
        // Made on demand: it needs a second walk.
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
                if walk.beginsPair { walk.beginPair(self.judgement(ofNamed: string)) }
                scanString(string, judgement, level: level)
            case .number(let number):
                // Not collected: the digits of a number are everywhere.
                if Self.isSecret(number: number, judgement), !judgement.isCount { edit(number, to: [0x30]) }
            case .word(let word): if judgement.secrecy > .none { hide(word, judgement.secrecy) }
            }
            walk.value = nil
        }
        // A text that is cut off has no end.
        let isWhole = walk.isWellFormed && (cut == bytes.endIndex || !walk.isUnfinished)
        if !isWhole, edits.count > before { looksAgain = true }
        return isWhole
    }

    /// Hides a string, or scans it; if its name leaves doubt, its looks decide.
    private mutating func scanString(_ string: ArraySlice<UInt8>, _ judgement: NameJudgement, level: Int) {
        var secrecy = judgement.secrecy
        if secrecy < .certain, judgement.isDoubtful {
            // The looks of a string that is cut off do not excuse it.
            let isPlain = string.endIndex != cut && Wording.isPlain(DecodedText(string, .json).bytes)
            secrecy = isPlain ? .none : .likely
        }
        guard secrecy > .none else { return scanLeaf(string, .json) { $0.scanValue($1, level: level + 1) } }
        let isUUID = string.count == 36 && UUID(uuidString: String(decoding: string, as: UTF8.self)) != nil
        hide(string, secrecy, .json, with: isUUID ? Self.zeroUUID : Self.placeholder)
    }

    /// Returns whether a number is a secret: not one of `"pass": 3` or `"pin": 13`.
    private static func isSecret(number: ArraySlice<UInt8>, _ judgement: NameJudgement) -> Bool {
        switch judgement.secrecy {
        case .certain: !number.elementsEqual([0x30])
        case .likely: number.count >= 4
        case .none: judgement.isDoubtful && !Wording.isPlain(number)
        }
    }

    /// Returns the judgement of a value by its name and the object that it stands in.
    private func judgement(
        ofName raw: ArraySlice<UInt8>, in walk: JSONWalk, of bytes: ArraySlice<UInt8>, _ namings: inout Namings?
    ) -> NameJudgement {
        let name = DecodedText(raw, .json).bytes
        var judgement = names.judgement(of: name, in: .field)
        let container = walk.container
        let isKey = container.isDoubtful && name.isOne(of: ["id", "_id", "key", "uuid", "value"])
        // The code of a device or a card is none of its secrets.
        if isKey || names.isSecret(name, of: container) && !name.isOne(of: ["code", "codes"]) {
            judgement.isDoubtful = true
        }
        judgement.secrecy = max(judgement.secrecy, container.secrecy)
        guard judgement.secrecy == .none, name.isOne(of: Self.values) else { return judgement }
        let known = namings ?? self.namings(ofJSON: bytes)
        namings = known
        guard let naming = known[walk.start] else { return judgement }
        if var naming {
            naming.isDoubtful = naming.isDoubtful || judgement.isDoubtful
            return naming
        }
        // A longer list (`{"value": [{…}, …]}`) is no secret that its name would come behind.
        let value = bytes[raw.endIndex...].dropFirst().drop { $0.isSpace || $0 == 0x3A || $0 == 0x5B }
        if value.first == .quote { judgement.secrecy = .likely }
        return judgement
    }

    /// Returns the judgement by a name that is a value itself: of a header field if it has a hyphen, else of any field;
    /// of a path (JSON Patch's `/user/password`, SCIM's `urn:…:User:password`) that of the most secret step. Nothing
    /// for a text.
    private func judgement(ofNamed raw: ArraySlice<UInt8>) -> NameJudgement {
        let name = DecodedText(raw, .json).bytes
        guard name.count <= 128, name.allSatisfy({ $0.isNameCharacter || $0 == 0x2F || $0 == 0x3A }) else {
            return NameJudgement()
        }
        var worst: NameJudgement?
        for step in name.split(whereSeparator: { $0 == 0x2F || $0 == 0x3A }) {
            let isHeader = step.contains(0x2D) && names.decided(step, in: .field) == nil
            let judgement =
                isHeader || names.decided(step, in: .header) != nil
                ? NameJudgement(names.secrecy(of: step, in: .header)) : names.judgement(of: step, in: .field)
            if let worst, judgement.secrecy < worst.secrecy { continue }
            if let worst, judgement.secrecy == worst.secrecy, judgement.isDoubtful || !worst.isDoubtful { continue }
            worst = judgement
        }
        return worst ?? NameJudgement()
    }

    /// Returns the judgements by names that are values: HAR and Postman write `{"name": "Authorization", "value":
    /// "…"}`. In a walk of its own, since the value may come first.
    private func namings(ofJSON bytes: ArraySlice<UInt8>) -> Namings {
        var namings: Namings = [:]
        var walk = JSONWalk(bytes)
        var isNaming = false
        while let token = walk.next() {
            if case .name(let name) = token {
                isNaming = DecodedText(name, .json).bytes.isOne(of: ["name", "key", "header", "field", "path", "param"])
                continue
            }
            if isNaming, case .string(let string) = token {
                let judgement = self.judgement(ofNamed: string)
                let known = (namings[walk.start] ?? nil)?.secrecy ?? .none
                if judgement.secrecy > known || judgement.isDoubtful && known == .none {
                    namings[walk.start] = judgement
                }
            }
            isNaming = false
        }
        if cut == bytes.endIndex {
            for start in walk.starts where namings[start] == nil { namings[start] = .some(nil) }
        }
        return namings
    }

    /// The members whose name is in another member: `{"name": …, "value": …}`.
    private static let values = ["value", "values"]
    private static let zeroUUID = Array("00000000-0000-0000-0000-000000000000".utf8)
}
