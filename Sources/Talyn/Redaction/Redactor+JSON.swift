extension Redactor {
    /// An open object or list.
    private struct Container {
        /// The judgement of all that is in it.
        let secrecy: SecretNames.Secrecy
        /// The number of those that began before it.
        let number: Int
        let isList: Bool
        /// The number of commas.
        var count = 0
        /// The judgement of the second item by the first.
        var second = SecretNames.Secrecy.none
    }

    /// Scans JSON, also several documents, or a truncated or broken one.
    ///
    /// - Returns: Whether all of it was JSON; if not, it is to be scanned as text too.
    mutating func scanJSON(_ bytes: ArraySlice<UInt8>, level: Int) -> Bool {
        var tokens = JSONTokens(bytes)
        var (open, count, isWellFormed, isUnclosed) = ([Container](), 0, true, false)
        var pairs: [SecretNames.Secrecy] = []
        // The last name, and the judgement of its value.
        var member: (name: ArraySlice<UInt8>, secrecy: SecretNames.Secrecy)?
        let before = edits.count
        while let range = tokens.next() {
            let token = bytes[range]
            let around = open.last
            let second = around?.count == 1 ? around?.second ?? .none : .none
            let (name, secrecy) = member ?? ([], max(around?.secrecy ?? .none, second))
            let isValue = member != nil
            member = nil
            switch bytes[range.lowerBound] {
            case .quote:
                isUnclosed = isUnclosed || tokens.isUnclosed
                let text = token.dropFirst().dropLast(tokens.isUnclosed ? 0 : 1)
                if tokens.skipColon() {
                    let name = TextEncoding.json.decoded(text)
                    var ownSecrecy = names.secrecy(of: name, in: .field)
                    scanName(text, .json)
                    // A value with a colon behind it, as in `{"token":"…":"…"}`.
                    if isValue {
                        isWellFormed = false
                        hide(text, secrecy, .json)
                        ownSecrecy = max(ownSecrecy, secrecy)
                    }
                    if let around, names.decided(name, in: .field) == nil {
                        ownSecrecy = max(ownSecrecy, around.secrecy)
                        if name.isWord("value") || name.isWord("values") {
                            if pairs.isEmpty { pairs = self.pairs(in: bytes) }
                            ownSecrecy = max(ownSecrecy, pairs[around.number])
                        }
                    }
                    member = (name, ownSecrecy)
                } else {
                    // A code for one login has six digits or more.
                    let isCount = text.count < 6 && Self.isCount(text, name)
                    scanString(text, isCount ? .none : secrecy, level: level)
                    if around?.isList == true, around?.count == 0, open.dropLast().last?.isList == true {
                        open[open.count - 1].second = self.secrecy(ofNamed: text)
                    }
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isList = bytes[range.lowerBound] == UInt8(ascii: "[")
                // An object that is called `auth` or `pin` holds other things as well.
                let within = !isList && secrecy == .likely ? .ambiguous : secrecy
                open.append(Container(secrecy: within, number: count, isList: isList))
                count += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): if open.popLast() == nil { isWellFormed = false }
            case UInt8(ascii: ","): if !open.isEmpty { open[open.count - 1].count += 1 }
            // The separator of JSON text sequences (RFC 7464).
            case 0x1E: break
            case let byte where JSONTokens.isWordPart(byte):
                if JSONTokens.isNumber(token) {
                    scanNumber(token, secrecy, isCount: Self.isCount([], name))
                } else if !JSONTokens.isLiteral(token) {
                    isWellFormed = false
                    if secrecy > .ambiguous { hide(token, secrecy) }
                }
            default: isWellFormed = false
            }
        }
        // A text that is cut off has no end.
        let isWhole = isWellFormed && (cut == bytes.endIndex || !isUnclosed && open.isEmpty)
        if !isWhole, edits.count > before { mayFindMore = true }
        return isWhole
    }

    /// Hides a string, or scans it.
    private mutating func scanString(_ string: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy, level: Int) {
        let isUUID = string.count == 36 && UUID(uuidString: String(decoding: string, as: UTF8.self)) != nil
        if hide(string, secrecy, .json, with: isUUID ? Self.zeroUUID : Self.placeholder) { return }
        scanLeaf(string, .json) { $0.scanValue($1, level: level + 1) }
    }

    /// Hides a number: of a likely name not one of `"pass": 3` or `"pin": 13`. Its digits are everywhere, so that they
    /// are not collected.
    private mutating func scanNumber(_ number: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy, isCount: Bool) {
        let isSecret =
            switch secrecy {
            case .none: false
            case .ambiguous: number.looksLikeKey
            case .likely: number.count >= 4
            case .certain: !isCount && (number.first != 0x30 || number.count > 1)
            }
        if isSecret { edit(number, to: [0x30]) }
    }

    /// Returns the judgements of values by a name that is a value too, for each object and list in the order they
    /// begin: HAR and Postman write `{"name": "Authorization", "value": "…"}`, JSON Patch has a `path`. In a walk of
    /// its own, since the value may come first.
    private func pairs(in bytes: ArraySlice<UInt8>) -> [SecretNames.Secrecy] {
        var (pairs, open, isName) = ([SecretNames.Secrecy](), [(number: Int, kind: SecretNames.Kind)](), false)
        // Pairs in HAR's and Postman's lists of a URL's items are judged like these.
        var kind = SecretNames.Kind.field
        var tokens = JSONTokens(bytes)
        while let range = tokens.next() {
            let (byte, wasName) = (bytes[range.lowerBound], isName)
            isName = false
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                open.append((pairs.count, kind))
                pairs.append(.none)
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                _ = open.popLast()
                kind = open.last?.kind ?? .field
            } else if byte == .quote, let (number, around) = open.last {
                let text = bytes[range].dropFirst().dropLast(tokens.isUnclosed ? 0 : 1)
                if tokens.skipColon() {
                    let name = TextEncoding.json.decoded(text)
                    isName = name.isOne(of: Self.naming)
                    kind = name.isWord("querystring") || name.isWord("params") ? .query : .field
                } else if wasName {
                    pairs[number] = max(pairs[number], secrecy(ofNamed: text, in: around))
                }
            }
        }
        // The name of an object that is cut off may follow.
        if cut == bytes.endIndex { for (number, _) in open where pairs[number] == .none { pairs[number] = .likely } }
        return pairs
    }

    private static let naming = ["name", "key", "header", "field", "path", "param"]

    /// Returns the judgement by a name that is a value itself: of a header field if it has a hyphen, else of any field;
    /// of a path (JSON Patch's `/user/password`, SCIM's `urn:…:User:password`) by its words. Nothing for a text.
    private func secrecy(
        ofNamed raw: ArraySlice<UInt8>, in kind: SecretNames.Kind = .field
    ) -> SecretNames.Secrecy {
        let name = TextEncoding.json.decoded(raw)
        if name.count > 128 || name.hasAny(of: name.first == 0x2F ? .whiteSpace : .noName) { return .none }
        let asHeader = name.position(of: 0x2D) != nil ? names.secrecy(of: name, in: .header) : .none
        return max(names.secrecy(of: name, in: kind), names.decided(name, in: .header) ?? asHeader)
    }

    private static let zeroUUID = Array("00000000-0000-0000-0000-000000000000".utf8)
}
