package import Talyn

// A cassette holds bodies of every format, where a log shows only those that ``Redaction`` reads: here are multipart,
// markup and UTF-16 too. What is not text, such as an image, is recorded as it is.
extension Redaction {
    /// Returns a body without its secrets, which are collected.
    package func recorded(_ data: Data, contentType: String?, found: inout Set<String>) -> Data {
        if let (text, isBigEndian) = Self.wideText(data) {
            let redacted = recorded(Data(text.utf8), contentType: contentType, found: &found)
            if redacted == Data(text.utf8) { return data }
            let changed = String(decoding: redacted, as: UTF8.self)
            let units = changed.utf16.map { isBigEndian ? $0.bigEndian : $0.littleEndian }
            return units.withUnsafeBytes { Data($0) } + data.suffix(data.count % 2)
        }
        return redacted([UInt8](data), found: &found) { $0.scanRecorded($1, contentType, level: 0) }.map { Data($0) }
            ?? data
    }

    /// Returns a text in UTF-16, which JSON and XML may be in, without an odd byte at the end, and the order of its
    /// bytes; nil for another body.
    private static func wideText(_ data: Data) -> (text: String, isBigEndian: Bool)? {
        let start = Array(data.prefix(4))
        guard start.count >= 2 else { return nil }
        let isBigEndian: Bool
        switch (start[0], start[1]) {
        case (0xFF, 0xFE): isBigEndian = false
        case (0xFE, 0xFF): isBigEndian = true
        case (0, 1...0x7F) where start.count == 4 && start[2] == 0: isBigEndian = true
        case (1...0x7F, 0) where start.count == 4 && start[3] == 0: isBigEndian = false
        default: return nil
        }
        let bytes = [UInt8](data)
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        // A byte order mark is a character of the text here, and so comes back.
        return (String(decoding: units, as: UTF16.self), isBigEndian)
    }
}

extension Redactor {
    /// Scans a body of any format.
    fileprivate mutating func scanRecorded(_ bytes: ArraySlice<UInt8>, _ contentType: String?, level: Int) {
        if let format = BodyFormat(contentType, bytes) { return scanBody(bytes, format) }
        let type = (contentType ?? "").prefix(beforeBytes: ";").asciiLowercased
        let start = BodyFormat.start(of: bytes)
        if level < 5, type.hasPrefix(bytes: "multipart/") || BodyFormat.isMultipart(start) {
            var parts = contentType.flatMap(Self.boundary).map { Self.parts(of: bytes, $0) } ?? []
            // A boundary that the body does not have is none: then it is in the first line.
            if parts.isEmpty, start.hasPrefix(bytes: "--") {
                parts = Self.parts(of: start, start.dropFirst(2).prefix { !$0.isSpace })
            }
            if let first = parts.first {
                // The preamble, without the line of the first delimiter.
                let head = bytes[..<first.startIndex]
                let line = head.dropLast().lastIndex(of: 0x0A) ?? head.startIndex
                scanRecorded(head[..<line], nil, level: level + 1)
                for part in parts { scanPart(part, level: level) }
                return
            }
        }
        let isMarkup = type.contains(bytes: "xml") || type.contains(bytes: "html") || start.first == 0x3C
        if isMarkup { scanMarkup(bytes) }
        // Servers give any type to JSON and forms, and write JSON in frames with a binary head.
        if isMarkup || BodyFormat.isText(bytes) || type.contains(bytes: "json") {
            scanBody(bytes, BodyFormat(nil, bytes) ?? .text)
        }
    }

    /// The parts between delimiters (RFC 2046 §5.1). Without a closing one the last goes to the end.
    static func parts(of bytes: ArraySlice<UInt8>, _ boundary: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        if boundary.isEmpty { return [] }
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        var index = bytes.startIndex
        while let dash = bytes[index...].position(of: 0x2D) {
            index = dash + 1
            guard dash == bytes.startIndex || bytes[dash - 1] == 0x0A,
                bytes[dash...].hasPrefix(bytes: "--"), bytes[(dash + 2)...].starts(with: boundary)
            else { continue }
            let line = bytes[(dash + 2 + boundary.count)...].prefix { $0 != 0x0A }
            // Another boundary may begin with this one.
            guard line.allSatisfy({ $0.isSpace || $0 == 0x2D }) else { continue }
            if let start {
                let part = bytes[start..<max(start, dash)]
                parts.append(part.dropLast(part.last != 0x0A ? 0 : part.dropLast().last == 0x0D ? 2 : 1))
            }
            index = min(line.endIndex + 1, bytes.endIndex)
            start = index
        }
        return start.map { parts + [bytes[$0...]] } ?? parts
    }

    private mutating func scanPart(_ part: ArraySlice<UInt8>, level: Int) {
        var (name, type) = (ArraySlice<UInt8>(), String?.none)
        var rest = part
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            if line.allSatisfy(\.isSpace) { break }
            // No field: the epilogue.
            guard let colon = line.position(of: 0x3A) else {
                scanBody(line, .text)
                continue
            }
            let value = line[(colon + 1)...].trimming(while: \.isSpace)
            let field = String(decoding: line[..<colon].trimming(while: \.isSpace), as: UTF8.self)
            switch field.asciiLowercased {
            case "content-type": type = String(decoding: value, as: UTF8.self)
            case "content-disposition": name = Self.parameters(in: value).first { $0.name == "name" }?.value ?? []
            default: break
            }
            scanLeaf(value, .plain) { $0.scanHeader($1, named: field) }
        }
        if !hide(rest, named: name, in: .form) { scanRecorded(rest, type, level: level + 1) }
    }
}
