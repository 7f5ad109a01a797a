// Headers and bodies, each on lines of its own. What comes here is without secrets.
extension LogText {
    /// How many bytes of a body are looked at; those of a summary also where none is written.
    var looked: Int { min(max(bodyLimit, Self.summaryLimit), 1 << 30) + RedactedBeginning.margin }

    private static let summaryLimit = 4_096

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

    /// Adds the text of a body as far as it is shown; else what it is, and how much of it is left out.
    func add(_ body: Body, _ beginning: RedactedBeginning?, _ contentType: String?, to block: inout LogBlock) {
        switch body {
        case .none: break
        case .file(let file):
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
            block.add("(a file\(size.map { " of \($0) bytes" } ?? ""), which is not shown)")
        case .stream: block.add("(\(body), which is not shown)")
        case .data(let data):
            guard let beginning, !data.isEmpty else { return }
            let shown = Array(beginning.shown)
            guard Self.isText(shown) else {
                let type = contentType?.withoutParameters ?? "no known type"
                return block.add("(\(data.count) bytes of \(type), which are no text)")
            }
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

    /// Whether bytes are UTF-8 without control characters among the first, unlike those of an image.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        // Without leaving early, so that many bytes are looked at in one step.
        let controls = bytes.prefix(4_096).reduce(into: 0 as UInt8) { controls, byte in
            controls |= byte < 0x20 && byte != 0x09 && !byte.isLineEnd ? 1 : 0
        }
        if controls > 0 { return false }
        let isASCII = bytes.reduce(into: 0 as UInt8) { $0 |= $1 } < 0x80
        return isASCII || String(bytes: bytes, encoding: .utf8) != nil
    }

    /// What the body of a refusal says, in a few words: ``ErrorSummary``; nil when there is none that is text.
    static func summary(of beginning: RedactedBeginning?) -> String? {
        guard let beginning else { return nil }
        let shown = Array(beginning.shown)
        return shown.isEmpty || !isText(shown) ? nil : ErrorSummary.text(of: shown, isCut: beginning.isCut)
    }
}
