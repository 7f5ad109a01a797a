// Headers and bodies, each on lines of its own. What comes here is without secrets.
extension LogText {
    /// How many bytes of a body are scanned; 4 KB, which a summary needs, also where fewer are written.
    var looked: Int { min(max(bodyLimit, 4_096), 1 << 30) + RedactedBeginning.margin }

    /// Adds a line a field. `all` are the fields that `shown` is the beginning of.
    func add(_ shown: HTTPHeaders, of all: HTTPHeaders, to block: inout LogBlock) {
        for (field, whole) in zip(shown.fields, all.fields) {
            let size = whole.value.utf8.count
            // Cut, it might show half of a secret.
            let isCut = size > LoggedRequest.textLimit
            block.add("\(field.name): \(isCut ? "(\(size) bytes, which are not shown)" : field.value)")
        }
        if shown.count < all.count { block.add("(\(all.count - shown.count) fields more)") }
    }

    /// Adds the text of a body as far as it is shown, and how much of it is left out; else its type and size. `headers`
    /// are those that are shown.
    func add(_ body: Body, _ beginning: RedactedBeginning?, _ headers: HTTPHeaders, to block: inout LogBlock) {
        switch body {
        case .none: break
        case .file(let file):
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
            block.add("(a file\(size.map { " of \($0) bytes" } ?? ""), which is not shown)")
        case .stream: block.add("(\(body), which is not shown)")
        case .data(let data):
            if data.isEmpty { return }
            guard let beginning, Self.isText(beginning.shown) else {
                let type = BodyFormat.name(headers["Content-Type"]) ?? "unknown type"
                return block.add("<\(type), \(data.count) bytes>")
            }
            let shown = Array(beginning.shown)
            let count: Int
            if let json = JSONIndentation(shown, limit: bodyLimit, isCut: beginning.isCut) {
                if !json.output.isEmpty { block.add(lines: json.output) }
                count = json.shown
            } else {
                count = shown.characterStart(atOrBefore: min(bodyLimit, shown.count))
                if count > 0 { block.add(lines: Array(shown[..<count])) }
            }
            let left = beginning.bytes.count - count + beginning.rest
            if left > 0 { block.add("(\(left) bytes more)") }
        }
    }

    /// Whether bytes are UTF-8 without control characters among the first.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Without leaving early, so that many bytes are looked at in one step.
        let (controls, all) = bytes.withUnsafeBufferPointer { bytes in
            var (controls, all): (UInt8, UInt8) = (0, 0)
            for byte in bytes.prefix(4_096) { controls |= byte < 0x20 && byte != 0x09 && !byte.isLineEnd ? 1 : 0 }
            for byte in bytes { all |= byte }
            return (controls, all)
        }
        return controls == 0 && (all < 0x80 || String(bytes: bytes, encoding: .utf8) != nil)
    }
}
