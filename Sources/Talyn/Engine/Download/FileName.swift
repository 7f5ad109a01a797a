/// Names of files that servers suggest, made safe for a folder.
enum FileName {
    /// The longest name that file systems accept, in bytes of UTF-8: 255.
    static let limit = 255

    /// Returns the name for the body of a response: that of `Content-Disposition`, otherwise the last segment of the
    /// final URL, otherwise "download".
    static func suggested(by response: Response) -> String {
        ContentDisposition.fileName(in: response.headers).flatMap(safe) ?? safe(response.url.lastPathComponent)
            ?? "download"
    }

    /// Returns the safe part of a name; nil if nothing is left.
    ///
    /// That is the text behind the last separator (RFC 6266 §4.3), without control characters, line separators and
    /// characters that reverse text, without dots and white space at its beginning, and cut to ``limit``.
    static func safe(_ text: String) -> String? {
        let last = text.unicodeScalars.lastIndex(where: "/\\".unicodeScalars.contains)
        let rest = text.unicodeScalars[(last.map(text.unicodeScalars.index(after:)) ?? text.startIndex)...]
        var name = String.UnicodeScalarView()
        // The Finder shows a colon as a slash.
        for scalar in rest where !scalar.isUnsafe { name.append(scalar == ":" ? "_" : scalar) }
        let begun = name.drop { ".".unicodeScalars.contains($0) || $0.properties.isWhitespace }
        let end = begun.lastIndex { !$0.properties.isWhitespace }
        guard let end else { return nil }
        return cut(String(begun[...end]), to: limit)
    }

    /// Returns the name with a number before its extension: "film 2.mp4".
    static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, suffix) = parts(of: name)
        let ending = " \(number)\(suffix)"
        return "\(beginning(of: stem, limit - ending.utf8.count))\(ending)"
    }

    /// Returns the name cut to a number of bytes, with its extension.
    private static func cut(_ name: String, to limit: Int) -> String {
        if name.utf8.count <= limit { return name }
        let (stem, suffix) = parts(of: name)
        return "\(beginning(of: stem, limit - suffix.utf8.count))\(suffix)"
    }

    /// Returns the name without its extension, and the extension with its dot. A long one is none.
    private static func parts(of name: String) -> (stem: String, suffix: String) {
        guard let (stem, suffix) = name.cut(atLast: "."), !stem.isEmpty, 1...32 ~= suffix.utf8.count else {
            return (name, "")
        }
        return (String(stem), ".\(suffix)")
    }

    /// Returns the whole characters at the beginning of a text that take at most `limit` bytes; of a single larger
    /// character its first scalars.
    private static func beginning(of text: String, _ limit: Int) -> String {
        if text.utf8.count <= limit { return text }
        var (kept, size) = ("", 0)
        for character in text {
            size += character.utf8.count
            if size > limit { break }
            kept.append(character)
        }
        if !kept.isEmpty { return kept }
        var scalars = String.UnicodeScalarView()
        size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            if size > limit { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, ends a line, or changes the direction of the text behind it (U+202E).
    fileprivate var isUnsafe: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
