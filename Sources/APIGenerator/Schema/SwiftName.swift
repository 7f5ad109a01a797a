/// Makes names of Swift out of a document's names.
enum SwiftName {
    /// Returns a name for a property, a parameter or a case: `created_at` is `createdAt`, `html_url` is `htmlURL`.
    /// `fallback` stands for a name without letters and digits.
    static func member(_ text: String, fallback: String = "value") -> String {
        let words = words(of: text)
        guard let first = words.first else { return fallback }
        let rest = words.dropFirst().map(capitalized)
        let name = ([lowercasedStart(first)] + rest).joined()
        return startsWithDigit(name) ? fallback + capitalizedStart(name) : name
    }

    /// Returns a name for a type: `pet-owner` is `PetOwner`.
    static func type(_ text: String, fallback: String = "Value") -> String {
        let name = words(of: text).map(capitalized).joined()
        if name.isEmpty { return fallback }
        return startsWithDigit(name) ? fallback + name : name
    }

    /// Returns a name as it is written in a declaration: a keyword stands in backticks.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The words of a name: runs of letters and digits of ASCII. Signs with a meaning are words.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                // A capital behind a small letter begins a word.
                if let last = word.last, (0x61...0x7A).contains(last) || (0x30...0x39).contains(last) { end() }
                word.append(byte)
            case UInt8(ascii: "+") where index == 0 || bytes.count == 1:
                end()
                words.append("plus")
            case UInt8(ascii: "-") where index == 0 && bytes.count > 1:
                words.append("minus")
            case UInt8(ascii: "*") where bytes.count == 1: words.append("any")
            case UInt8(ascii: "<"): if bytes.count < 3 { words.append("less") } else { end() }
            case UInt8(ascii: ">"): if bytes.count < 3 { words.append("greater") } else { end() }
            case UInt8(ascii: "=") where bytes.count < 3: words.append("equal")
            case UInt8(ascii: "!") where index == 0: words.append("not")
            default: end()
            }
        }
        end()
        // In `NOT_SET` capitals say nothing.
        let isLoud = words.count > 1 && !text.utf8.contains { (0x61...0x7A).contains($0) }
        return isLoud ? words.map { $0.lowercased() } : words
    }

    private static func capitalized(_ word: String) -> String {
        acronyms[word.lowercased()]
            ?? capitalizedStart(isUppercase(word) && word.utf8.count > 4 ? word.lowercased() : word)
    }

    /// Words that Swift's libraries write in one case.
    private static let acronyms = [
        "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "uri": "URI", "api": "API", "html": "HTML",
        "http": "HTTP", "https": "HTTPS", "json": "JSON", "uuid": "UUID", "ip": "IP", "sha": "SHA", "ssh": "SSH",
    ]

    private static func capitalizedStart(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// Lowercases the letters at the start of the first word: `URLPath` is `urlPath`, `ID` is `id`.
    private static func lowercasedStart(_ word: String) -> String {
        let bytes = Array(word.utf8)
        let isUpper = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
        let upper = bytes.prefix(while: isUpper).count
        if upper == 0 { return word }
        // The last one of several begins the next word, unless nothing but digits and an `s` follows.
        let rest = bytes.dropFirst(upper)
        let count = upper == 1 || rest.isEmpty || !(0x61...0x7A).contains(rest.first ?? 0) ? upper : upper - 1
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static func isUppercase(_ word: String) -> Bool { !word.utf8.contains { (0x61...0x7A).contains($0) } }

    private static func startsWithDigit(_ name: String) -> Bool { (0x30...0x39).contains(name.utf8.first ?? 0) }

    /// The keywords that a name cannot be without backticks.
    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The types that the output names, which a model would hide, and names that no nested type may have.
    static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Array", "AuthorizationType", "AccessTokenAuthorizable", "AnyKey", "Bool", "BodyDecoder",
        "BodyEncoder",
        "Box", "Call", "CalendarDate", "CaseIterable", "CatchChain", "Closest", "Codable", "CodingKey", "CodingKeys",
        "Data", "Date", "DateComponents", "Decodable",
        "Decoder", "DecodingError", "Dictionary", "Double", "DownloadedFile", "Encodable", "Encoder", "EncodingError",
        "Equatable", "Error", "Failure", "File", "Float", "HTTPHeaders", "HTTPMethod", "HTTPTask", "Hashable",
        "ISO8601DateFormatter",
        "Int", "Int32", "Int64", "JSONDecoder", "JSONEncoder", "JSONValue", "KeyPath", "KeyedDecodingContainer",
        "Never", "Nullable", "Optional", "Part",
        "Protocol", "QueryConvertible", "QueryEncoder", "QueryItems", "QueryValue", "RawRepresentable", "RequestError",
        "Response", "Result", "Route", "RoutedTarget", "SampledTarget", "Self", "Sendable",
        "SingleValueDecodingContainer", "ServerSentEvent", "Set",
        "StreamCall", "String", "StubAnswer", "Swift", "Foundation", "Talyn", "TalynStubs", "TargetType", "Type",
        "UInt", "UInt64",
        "URL", "URLPath", "UTF8", "Void",
    ]

    /// Members of a target and of every value, which a case, a property or a nested enum's case cannot be named.
    static let reservedCases: Set<String> = [
        "baseURL", "path", "method", "task", "headers", "validation", "timeout", "maxBodySize", "encoder", "decoder",
        "queryEncoder", "bodyTransformers", "catchChain", "operation", "resolvedRoute", "route", "sample", "sampleData",
        "authorizationType", "self", "init", "rawValue", "host", "request", "withResponse", "allCases", "Type",
        "Protocol",
        "description", "debugDescription", "hashValue", "customMirror", "jsonEncoder", "jsonDecoder", "queryStyle",
        "server",
        "encode", "additionalProperties", "failure", "object", "text",
    ]
}

/// The names that are given in a scope already.
struct NameScope {
    private var used: Set<String>

    init(_ used: Set<String> = []) { self.used = used }

    func contains(_ name: String) -> Bool { used.contains(name) }

    /// Returns a name that is not given yet, and gives it: the name itself, with a word behind it if the name is
    /// reserved, or with a number.
    mutating func unique(_ name: String, reserved: Set<String> = [], suffix: String = "") -> String {
        let base = reserved.contains(name) ? name + suffix : name
        var (candidate, number) = (base, 2)
        while reserved.contains(candidate) || !used.insert(candidate).inserted {
            candidate = "\(base)\(number)"
            number += 1
        }
        return candidate
    }
}
