extension Redactor {
    /// An open object or list.
    private struct Container {
        /// The judgement of all that is in it.
        let secrecy: SecretNames.Secrecy
        let start: Int
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
        // Without a byte order mark.
        var tokens = JSONTokens(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
        var (open, isWellFormed, isUnclosed) = ([Container](), true, false)
        var pairs: [Int: SecretNames.Secrecy]?
        // The last name, and the judgement of its value.
        var member: (name: ArraySlice<UInt8>, secrecy: SecretNames.Secrecy)?
        let before = edits.count
        while let range = tokens.next() {
            let token = bytes[range]
            let around = open.last
            let second = around?.count == 1 ? around?.second ?? .none : .none
            let (name, secrecy) = member ?? ([], max(around?.secrecy ?? .none, second))
            member = nil
            switch bytes[range.lowerBound] {
            case .quote:
                isUnclosed = isUnclosed || tokens.isUnclosed
                let text = token.dropFirst().dropLast(tokens.isUnclosed ? 0 : 1)
                if tokens.skipColon() {
                    let name = TextEncoding.json.decoded(text)
                    var secrecy = max(names.secrecy(of: name, in: .field), around?.secrecy ?? .none)
                    if let around, name.isOne(of: ["value", "values"]) {
                        pairs = pairs ?? self.pairs(in: bytes)
                        secrecy = max(secrecy, pairs?[around.start] ?? .none)
                    }
                    member = (name, secrecy)
                } else {
                    scanString(text, secrecy, level: level)
                    if around?.isList == true, around?.count == 0, open.dropLast().last?.isList == true {
                        open[open.count - 1].second = self.secrecy(ofNamed: text)
                    }
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isList = bytes[range.lowerBound] == UInt8(ascii: "[")
                // An object that is called `auth` or `pin` holds other things as well.
                let within = !isList && secrecy == .likely ? .ambiguous : secrecy
                open.append(Container(secrecy: within, start: range.lowerBound, isList: isList))
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
            case .certain: !isCount && !number.elementsEqual([0x30])
            }
        if isSecret { edit(number, to: [0x30]) }
    }

    /// Returns the judgements of values by a name that is a value too, by the start of their object: HAR and Postman
    /// write `{"name": "Authorization", "value": "…"}`, JSON Patch has a `path`. In a walk of its own, since the value
    /// may come first.
    private func pairs(in bytes: ArraySlice<UInt8>) -> [Int: SecretNames.Secrecy] {
        var (pairs, starts, isName) = ([Int: SecretNames.Secrecy](), [Int](), false)
        var tokens = JSONTokens(bytes)
        while let range = tokens.next() {
            let (byte, wasName) = (bytes[range.lowerBound], isName)
            isName = false
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                starts.append(range.lowerBound)
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                _ = starts.popLast()
            } else if byte == .quote, let start = starts.last {
                let text = bytes[range].dropFirst().dropLast(tokens.isUnclosed ? 0 : 1)
                if tokens.skipColon() {
                    let names = ["name", "key", "header", "field", "path", "param"]
                    isName = TextEncoding.json.decoded(text).isOne(of: names)
                } else if wasName {
                    pairs[start] = max(pairs[start] ?? .none, secrecy(ofNamed: text))
                }
            }
        }
        // The name of an object that is cut off may follow.
        if cut == bytes.endIndex { for start in starts where pairs[start] == nil { pairs[start] = .likely } }
        return pairs
    }

    /// Returns the judgement by a name that is a value itself: of a header field if it has a hyphen, else of any field;
    /// of a path (JSON Patch's `/user/password`, SCIM's `urn:…:User:password`) by its words. Nothing for a text.
    private func secrecy(ofNamed raw: ArraySlice<UInt8>) -> SecretNames.Secrecy {
        let name = TextEncoding.json.decoded(raw)
        guard name.count <= 128, name.allSatisfy({ $0.isNameCharacter || $0 == 0x2F || $0 == 0x3A }) else {
            return .none
        }
        let asHeader = name.contains(0x2D) ? names.secrecy(of: name, in: .header) : .none
        return max(names.secrecy(of: name, in: .field), names.decided(name, in: .header) ?? asHeader)
    }

    private static let zeroUUID = Array("00000000-0000-0000-0000-000000000000".utf8)
}
