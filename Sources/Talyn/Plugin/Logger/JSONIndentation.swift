/// JSON on lines, two spaces a level. Texts, numbers and the order of members stay byte for byte as they were.
enum JSONIndentation {
    /// Nil for what is not JSON.
    static func indented(_ text: String) -> String? {
        guard let first = text.utf8.first(where: { !isSpace($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            (try? JSONValue(parsing: Data(text.utf8))) != nil
        else { return nil }
        var output: [UInt8] = []
        var depth = 0
        var (isInString, isEscaped, isOpen) = (false, false, false)
        func line() { output += [UInt8(ascii: "\n")] + [UInt8](repeating: 0x20, count: depth * 2) }
        for byte in text.utf8 {
            if isInString {
                output.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            if isSpace(byte) { continue }
            let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            if closes { depth -= 1 }
            // An object or array without members stays on its line.
            if isOpen != closes { line() }
            isOpen = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            output.append(byte)
            if isOpen { depth += 1 }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: ","): line()
            case UInt8(ascii: ":"): output.append(0x20)
            default: break
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
