extension FormPart {
    /// Returns the value of cURL's option `-F`; nil if cURL cannot express the part. `input` receives the bytes of one
    /// part that is not one line of text: cURL reads them from its standard input.
    func curlOption(_ search: SecretSearch, _ input: inout Data) -> String? {
        // cURL gives a file a type and a name of its own unless they are set.
        var parameters = contentType.map { ";type=\($0)" } ?? ""
        if let fileName { parameters += ";filename=\(search.scrubbed(fileName).curlQuoted)" }
        for field in search.scrubbed(headers).fields {
            parameters += ";headers=\("\(field.name): \(field.value)".curlQuoted)"
        }
        // cURL takes the name up to the first equals sign, and a line break would begin a line of a log.
        if name.contains(bytes: "=") || (name + parameters).hasInvisible { return nil }
        switch source {
        case .stream: return nil
        case .file(let file):
            let path = search.scrubbed(file.url.path)
            return path.hasInvisible ? nil : "\(name)=@\(path.curlQuoted)\(parameters)"
        case .data(let data):
            let data = search.scrubbed(data)
            if let text = data.lineOfText {
                return "\(name)=\(text.isPlainForCURL ? text : text.curlQuoted)\(parameters)"
            }
            guard input.isEmpty else { return nil }
            input = data
            return "\(name)=\(fileName == nil ? "<-" : "@-")\(parameters)"
        }
    }
}

extension String {
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
