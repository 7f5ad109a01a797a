extension Redactor {
    /// Looks through the parts of a multipart body (RFC 2046 §5.1); returns whether it has any.
    mutating func scanMultipart(_ bytes: ArraySlice<UInt8>, boundary: ArraySlice<UInt8>?, level: Int) -> Bool {
        guard let boundary = boundary ?? Self.guessedBoundary(bytes), !boundary.isEmpty else { return false }
        let lines = Self.delimiters(bytes, [0x2D, 0x2D] + boundary)
        for (index, line) in lines.enumerated() {
            // Without a closing delimiter the last part goes to the end.
            let end = index + 1 < lines.count ? lines[index + 1].lowerBound : bytes.endIndex
            scanPart(bytes[line.upperBound..<end], level: level)
        }
        return !lines.isEmpty
    }

    /// The first line, when it is a delimiter.
    private static func guessedBoundary(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let dash = bytes.firstIndex(where: { !$0.isSpace }), bytes[dash...].starts(with: [0x2D, 0x2D]) else {
            return nil
        }
        return bytes[(dash + 2)...].prefix(200).prefix { !$0.isSpace }
    }

    /// The delimiters with the line breaks around them.
    private static func delimiters(_ bytes: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = bytes.startIndex
        while let dash = bytes[index...].firstIndex(of: 0x2D) {
            index = dash + 1
            let beginsLine = dash == bytes.startIndex || bytes[dash - 1] == 0x0A
            guard beginsLine, bytes[dash...].starts(with: delimiter) else { continue }
            let rest = bytes[(dash + delimiter.count)...]
            let line = rest.prefix { $0 != 0x0A }
            // Another boundary may begin with this one.
            guard line.allSatisfy({ $0.isSpace || $0 == 0x2D }) else { continue }
            var start = dash
            if start > bytes.startIndex { start -= 1 }
            if start > bytes.startIndex, bytes[start] == 0x0A, bytes[start - 1] == 0x0D { start -= 1 }
            found.append(max(start, found.last?.upperBound ?? start)..<min(line.endIndex + 1, bytes.endIndex))
            index = max(index, min(line.endIndex + 1, bytes.endIndex))
        }
        return found
    }

    private mutating func scanPart(_ part: ArraySlice<UInt8>, level: Int) {
        var name: String?
        var type: String?
        var isFile = false
        var rest = part
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            if Self.trimmed(line).isEmpty { break }
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            let field = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self)
            let value = Self.trimmed(line[(colon + 1)...])
            let text = String(decoding: value, as: UTF8.self)
            switch field.lowercased() {
            case "content-type": type = text
            case "content-disposition":
                name = HeaderParameter.value(of: "name", in: text)
                isFile = HeaderParameter.value(of: "filename", in: text) != nil
            default: scanHeader(value, named: field)
            }
        }
        let secrecy = name.map { names.secrecy(of: $0, in: .field) } ?? .none
        if secrecy > .none { return hide(rest.startIndex..<rest.endIndex, in: rest, secrecy: secrecy) }
        scanBody(rest, contentType: type ?? (isFile ? "application/octet-stream" : nil), level: level + 1)
    }
}

/// Parameters of header values, such as the boundary of a content type.
enum HeaderParameter {
    /// The value of a parameter, without quotes; nil when there is none.
    static func value(of name: String, in header: String) -> String? {
        let bytes = Array(header.utf8)
        var index = bytes.firstIndex(of: 0x3B) ?? bytes.endIndex
        while index < bytes.endIndex {
            let start = bytes[(index + 1)...].drop(while: \.isSpace)
            let key = start.prefix { $0 != 0x3D && $0 != 0x3B }
            index = key.endIndex
            guard index < bytes.endIndex, bytes[index] == 0x3D else { continue }
            var value: [UInt8] = []
            (value, index) = parameterValue(bytes[(index + 1)...])
            guard Redactor.trimmed(key).count == name.utf8.count, key.hasPrefix(bytes: name, ignoringCase: true) else {
                continue
            }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
    }

    private static func parameterValue(_ rest: ArraySlice<UInt8>) -> ([UInt8], Int) {
        let rest = rest.drop(while: \.isSpace)
        guard rest.first == 0x22 else {
            let token = rest.prefix { $0 != 0x3B }
            return (Array(Redactor.trimmed(token)), token.endIndex)
        }
        var value: [UInt8] = []
        var index = rest.startIndex + 1
        while index < rest.endIndex, rest[index] != 0x22 {
            if rest[index] == 0x5C, index + 1 < rest.endIndex { index += 1 }
            value.append(rest[index])
            index += 1
        }
        return (value, rest[min(index, rest.endIndex)...].firstIndex(of: 0x3B) ?? rest.endIndex)
    }
}
