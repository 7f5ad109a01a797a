/// The text of an event: lines in which no character moves a terminal's cursor or begins a line. Its parts come without
/// secrets.
struct LogBlock {
    private static let lineStart = Array("\n    ".utf8)

    private var bytes: [UInt8] = []

    init(_ line: String) { append(Array(line.utf8)[...]) }

    /// The text, without a line break at its end.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds lines of UTF-8, which end with LF, CR or both.
    mutating func add(lines: [UInt8]) {
        bytes.reserveCapacity(bytes.count + lines.count * 3 / 2)
        var start = 0
        while true {
            let end = lines.withUnsafeBufferPointer { $0[start...].firstIndex(where: \.isLineEnd) } ?? lines.count
            bytes += Self.lineStart
            append(lines[start..<end])
            if end == lines.count { return }
            start = end + 1
            if lines[end] == 0x0D, start < lines.count, lines[start] == 0x0A { start += 1 }
        }
    }

    /// Adds a line for each field. `all` are the fields of which `shown` is the beginning.
    mutating func add(_ shown: HTTPHeaders, of all: HTTPHeaders) {
        for (field, whole) in zip(shown.fields, all.fields) {
            let size = whole.value.utf8.count
            // A part of it might show half of a secret.
            let isCut = size > LogScan.textLimit
            add("\(field.name.cut(to: 128)): \(isCut ? "(\(size) bytes, which are not shown)" : field.value)")
        }
        if shown.count < all.count { add("(\(all.count - shown.count) fields more)") }
    }

    /// Adds the text of a body up to `limit` bytes, and the number of bytes left out; for other bodies type and size.
    /// `headers` are those that are shown.
    mutating func add(_ body: Body, _ prefix: RedactedPrefix?, _ headers: HTTPHeaders, limit: Int) {
        switch body {
        case .none: break
        case .file(let file):
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
            add("(a file\(size.map { " of \($0) bytes" } ?? ""), which is not shown)")
        case .stream(let stream): add(stream.form == nil ? "(\(body), which is not shown)" : "(\(body))")
        case .data(let data):
            if data.isEmpty { return }
            guard let prefix, Self.isText(prefix.shown) else {
                return add("<\(BodyFormat.name(headers["Content-Type"]) ?? "unknown type"), \(data.count) bytes>")
            }
            let shown = Array(prefix.shown)
            var count = shown.characterStart(atOrBefore: min(limit, shown.count))
            var lines = shown[..<count]
            if let json = JSONIndentation(shown, limit: limit, isCut: prefix.isCut) {
                (lines, count) = (json.output[...], json.shown)
            }
            if !lines.isEmpty { add(lines: Array(lines)) }
            let left = prefix.bytes.count - count + prefix.rest
            if left > 0 { add("(\(left) bytes more)") }
        }
    }

    /// Adds a line for each part of a form: text that was declared as text, up to `limit` bytes in all, of others type
    /// and size. `texts` are those of the first parts, without secrets.
    mutating func add(_ form: MultipartForm?, _ texts: [String?], limit: Int) {
        guard let form else { return }
        var rest = limit
        for (part, text) in zip(form.parts, texts) {
            rest -= text?.utf8.count ?? 0
            let shown = part.isText && rest >= 0 ? text : nil
            add("\(part.shownName): \(shown ?? "(\(part.body.size(of: part.contentType)))")")
        }
        let left = form.parts.count - texts.count
        if left > 0 { add("(\(left) parts more)") }
    }

    /// Returns whether bytes are UTF-8 without control characters but tabs and line ends.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let (isControlled, isASCII) = bytes.withUnsafeBufferPointer { bytes in
            (bytes.contains { $0 < 0x20 && $0 != 0x09 && !$0.isLineEnd }, bytes.allSatisfy { $0 < 0x80 })
        }
        return !isControlled && (isASCII || String(bytes: bytes, encoding: .utf8) != nil)
    }

    private mutating func add(_ line: String) {
        bytes += Self.lineStart
        append(Array(line.utf8)[...])
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        let isPrintable = line.withUnsafeBufferPointer { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        if isPrintable { return bytes += line }
        let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
        guard scalars.contains(where: \.isInvisible) else { return bytes += line }
        for scalar in scalars {
            bytes += (scalar.isInvisible ? scalar.escaped(asASCII: true) : String(scalar)).utf8
        }
    }
}
