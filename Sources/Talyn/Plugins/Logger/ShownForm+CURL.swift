extension ShownForm {
    /// The parts of a form as options of cURL, not quoted for a shell.
    struct CURLOptions {
        /// The values of `-F`.
        var values: [String] = []
        /// The bytes of the one part that cURL reads from its standard input; nil if there is none.
        var input: [UInt8]?
        /// The parts that no option can express or that are not shown.
        var missing: [String] = []
    }

    /// The options of cURL that send the form.
    var curlOptions: CURLOptions {
        var options = CURLOptions()
        for (index, part) in parts.enumerated() {
            if let content = part.curlContent(&options.input) {
                options.values.append("\(part.sent.name)=\(content)\(part.curlParameters)")
            } else {
                options.missing.append("part \(index + 1) of the form (\(part.size))")
            }
        }
        if rest > 0 { options.missing.append("\(rest) parts of the form") }
        return options
    }
}

extension ShownForm.Part {
    /// The content behind the equals sign; nil if cURL cannot express the part. `input` is set for bytes that are not
    /// one line of text.
    fileprivate func curlContent(_ input: inout [UInt8]?) -> String? {
        // cURL takes the name up to the first equals sign, and a line break would begin a line of a log.
        let texts = [sent.name, fileName ?? ""] + headers.fields.map(\.value)
        if sent.name.contains(bytes: "=") || texts.contains(where: \.hasInvisible) { return nil }
        switch content {
        case .hidden: return nil
        case .file(let path): return path.hasInvisible ? nil : "@\(path.curlQuoted)"
        case .bytes(let bytes):
            if let text = String(bytes: bytes, encoding: .utf8), !text.hasInvisible {
                return text.isPlainForCURL ? text : text.curlQuoted
            }
            guard input == nil else { return nil }
            input = bytes
            return fileName == nil ? "<-" : "@-"
        }
    }

    /// The parameters behind the content. cURL gives a file a type and a name of its own unless they are set.
    fileprivate var curlParameters: String {
        var text = headers["Content-Type"].map { ";type=\($0)" } ?? ""
        if let fileName { text += ";filename=\(fileName.curlQuoted)" }
        for field in headers.fields where !HTTPHeaders.isSameName(field.name, "Content-Type") {
            text += ";headers=\("\(field.name): \(field.value)".curlQuoted)"
        }
        return text
    }
}

extension String {
    fileprivate var hasInvisible: Bool { unicodeScalars.contains(where: \.isInvisible) }

    /// Whether cURL takes the text behind `-F name=` as it is.
    fileprivate var isPlainForCURL: Bool {
        if utf8.contains(where: { $0 == 0x22 || $0 == 0x3B || $0 == 0x5C }) { return false }
        // Of the first bytes, three announce files and forms within forms. Spaces at the ends are dropped.
        guard let first = utf8.first, let last = utf8.last else { return true }
        return !" @<(".utf8.contains(first) && last != 0x20
    }

    /// The text in double quotes, in which cURL reads a backslash before a quote and a backslash.
    fileprivate var curlQuoted: String {
        "\"\(replacing(bytes: "\\", with: #"\\"#).replacing(bytes: "\"", with: #"\""#))\""
    }
}
