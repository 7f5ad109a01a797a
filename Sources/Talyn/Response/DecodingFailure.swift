public import Foundation

/// Why a body could not be decoded, in the words a person needs to mend it.
///
/// ```
/// items[3].author_id: expected String, found null
/// ```
/// A body may hold secrets, so descriptions, `dump` and ``reason`` carry keys and kinds of values but no values. Only
/// ``excerpt`` does, for whoever asks for it.
public struct DecodingFailure: Error, Sendable {
    /// Where in the document it failed, such as `items[3].author_id`; empty at the root.
    ///
    /// A key stands here as the model names it, which a key decoding strategy may make differ from the document.
    public let path: String

    /// What was wanted there: the name of a type such as `Int`, or `object` or `array`; nil when not known.
    public let expected: String?

    /// The kind of JSON value that is there: `null`, `boolean`, `integer`, `number`, `string`, `array`, or
    /// `object with keys id, name` with ten keys at most; `nothing` when the key or element is missing; nil when it
    /// cannot be told.
    public let found: String?

    /// What went wrong, in a sentence without values from the body.
    public let reason: String

    /// The `Content-Type` of the body; nil when it came without one or the failure was made by hand.
    public let contentType: String?

    /// The part of the body where it failed, at most 120 characters of it; nil when there is none.
    ///
    /// It may hold secrets and is in no description: log it only where the body may be logged.
    public let excerpt: String?

    /// Makes a failure by hand, with no excerpt and no content type.
    /// - Parameters:
    ///   - reason: What went wrong; it is logged, so it should quote nothing from the body.
    ///   - path: Where in the document, such as `items[3].id`; the root by default.
    ///   - expected: What was wanted there; nil, when that says nothing, by default.
    ///   - found: What is there instead; nil by default.
    public init(reason: String, path: String = "", expected: String? = nil, found: String? = nil) {
        self.init(path: path, expected: expected, found: found, reason: reason, contentType: nil, excerpt: nil)
    }

    /// Explains the error that decoding a body threw.
    ///
    /// The text of a `DecodingError` is not taken over, as it may quote the body ("invalid String value hunter2").
    /// What is not in the error is looked up in the body, which is read once more as JSON for that.
    /// - Parameters:
    ///   - error: A `DecodingError`; a failure to read the body's charset; a `DecodingFailure`, which is taken over; or
    ///     any other error, of which only the type is told.
    ///   - data: The body that was decoded.
    ///   - contentType: Its `Content-Type`, if it had one.
    public init(_ error: any Error, data: Data, contentType: String?) {
        if let failure = error as? DecodingFailure {
            self = failure
            return
        }
        let body = InspectedBody(data, contentType: contentType)
        let finding =
            switch error {
            case let error as DecodingError: Finding(error, in: body)
            case let error as TextDecoding.Failure: Finding(error, excerpt: body.excerpt(nil))
            default:
                Finding(reason: "decoding threw an error of the type \(type(of: error))", excerpt: body.excerpt(nil))
            }
        self.init(
            path: finding.path, expected: finding.expected, found: finding.found, reason: finding.reason,
            contentType: contentType, excerpt: finding.excerpt)
    }

    private init(
        path: String, expected: String?, found: String?, reason: String, contentType: String?, excerpt: String?
    ) {
        self.path = path
        self.expected = expected
        self.found = found
        self.reason = reason
        self.contentType = contentType
        self.excerpt = excerpt
    }
}

extension DecodingFailure: Equatable {
    /// Whether path, expectation, finding and reason are the same; the body they came from is left out of account.
    public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
        (left.path, left.expected, left.found, left.reason) == (right.path, right.expected, right.found, right.reason)
    }
}

extension DecodingFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The failure in one line, such as `items[3].author_id: expected String, found null`, without values.
    public var description: String {
        var text = path.isEmpty ? "" : "\(path): "
        if let expected {
            let summary = Self.summary(expected: expected, found: found)
            text += reason.hasPrefix(summary) ? reason : "\(summary) (\(reason))"
        } else {
            text += reason
        }
        return text
    }

    /// The same as ``description``; the excerpt is not in it.
    public var debugDescription: String { description }

    /// A mirror without the excerpt, so that `dump` does not show it.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "path": path, "expected": expected as Any, "found": found as Any, "reason": reason,
                "contentType": contentType as Any,
            ])
    }

    fileprivate static func summary(expected: String, found: String?) -> String {
        "expected \(expected)" + (found.map { ", found \($0)" } ?? "")
    }
}

// MARK: - Reading the error

/// What can be told of a `DecodingError` without a word of its own text.
private struct Finding {
    var path = ""
    var expected: String?
    var found: String?
    var reason: String
    var excerpt: String?

    init(reason: String, excerpt: String?) {
        self.reason = reason
        self.excerpt = excerpt
    }

    init(_ error: TextDecoding.Failure, excerpt: String?) {
        switch error {
        case .unknownCharset(let name):
            self.init(reason: "the charset \"\(JSONValue.label(name))\" is not known", excerpt: excerpt)
        case .notText(let charset):
            self.init(reason: "the body is not text in the charset \"\(JSONValue.label(charset))\"", excerpt: excerpt)
        }
    }

    init(_ error: DecodingError, in body: InspectedBody) {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self.init(wanted: Self.name(of: type), context, in: body)
        case .keyNotFound(let key, let context):
            self.init(missing: key, context, in: body)
        case .dataCorrupted(let context):
            if context.codingPath.isEmpty {
                self.init(corrupted: context, in: body)
                return
            }
            self.init(rejected: context, in: body)
        @unknown default:
            self.init(reason: "the decoder failed for a reason that is not known", excerpt: body.excerpt(nil))
        }
        // JSONDecoder reads strings and numbers late: broken ones can come to light as any error. A body that is
        // markup is left alone, as it may well have been read by a decoder of markup.
        if let fault = body.fault, !body.isEmpty, !body.beginsWithAngleBracket {
            reason += "; the body is not valid JSON: \(fault)"
            excerpt = body.excerpt(around: fault.offset)
        }
    }

    /// A value of the wrong kind, a null, or an element past the end of an array.
    private init(wanted: String, _ context: DecodingError.Context, in body: InspectedBody) {
        let place = body.place(of: context.codingPath)
        path = Self.text(of: context.codingPath)
        expected = wanted
        found = place.kind
        reason = DecodingFailure.summary(expected: wanted, found: found)
        if place.value == nil, case .array(let items)? = place.container {
            reason = "the array ends after \(items.count) elements"
        }
        excerpt = body.excerpt(place.value ?? place.container)
    }

    private init(missing key: any CodingKey, _ context: DecodingError.Context, in body: InspectedBody) {
        let place = body.place(of: context.codingPath)
        let name = JSONValue.label(key.stringValue)
        path = Self.text(of: context.codingPath + [key])
        found = "nothing"
        reason = "the key \"\(name)\" is missing"
        if case .object(let members)? = place.value {
            reason += members.isEmpty ? "; the object is empty" : "; the object has the \(Self.list(members.keys))"
            let similar = InspectedBody.similarKey(to: key.stringValue, in: members)
            if let similar, similar != key.stringValue {
                reason += "; is \"\(JSONValue.label(similar))\" meant?"
            }
        }
        excerpt = body.excerpt(place.value)
    }

    /// A value of a fitting kind that its type does not accept, such as a string that is no URL.
    private init(rejected context: DecodingError.Context, in body: InspectedBody) {
        let place = body.place(of: context.codingPath)
        path = Self.text(of: context.codingPath)
        expected = Self.wantedType(context.debugDescription)
        found = place.kind
        reason =
            if let expected {
                "the value is not a valid \(expected)"
            } else {
                "the value\(found.map { ", \($0)," } ?? "") is not one that its type accepts"
            }
        excerpt = body.excerpt(place.value)
    }

    /// A failure at the root: no JSON at all, or a value the decoder cannot say the place of.
    private init(corrupted context: DecodingError.Context, in body: InspectedBody) {
        excerpt = body.excerpt(nil)
        if body.isEmpty {
            reason = "the body is empty"
        } else if let fault = body.fault, body.beginsWithAngleBracket {
            reason = "the body begins with \"<\" and looks like HTML or XML, not JSON"
            excerpt = body.excerpt(around: fault.offset)
        } else if let fault = body.fault {
            reason = "the body is not valid JSON: \(fault)"
            excerpt = body.excerpt(around: fault.offset)
        } else if let place = Self.position(in: context) {
            reason = "the body is not valid JSON around line \(place.line), column \(place.column)"
        } else if let wanted = Self.wantedType(context.debugDescription) {
            expected = wanted
            reason = "the body is valid JSON, but a value in it is not a valid \(wanted)"
        } else {
            // JSONDecoder reports a number that does not fit its integer type as broken JSON at the root.
            reason =
                "the body is valid JSON, but the decoder rejected a value in it, such as a number that has a"
                + " fraction or is too large for its integer type"
        }
    }

    /// A coding path as `items[3].id`.
    private static func text(of path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            // Foundation's decoders name the elements of an array like this.
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + JSONValue.label(key.stringValue)
            }
        }
        return text
    }

    /// Keys as `keys a, b`, sorted, ten at most.
    static func list(_ keys: some Collection<String>) -> String {
        let names = keys.sorted().prefix(10).map(JSONValue.label).joined(separator: ", ")
        return "keys " + names + (keys.count > 10 ? " and \(keys.count - 10) more" : "")
    }

    private static func name(of type: any Any.Type) -> String {
        if type == [String: Any].self { return "object" }
        if type == [Any].self { return "array" }
        let name = String(describing: type)
        if name.hasPrefix("KeyedDecodingContainer") { return "object" }
        return name.hasPrefix("UnkeyedDecodingContainer") ? "array" : name
    }

    /// The type that a text of Foundation or the standard library names; nil for every other text.
    private static func wantedType(_ text: String) -> String? {
        switch text {
        case "Invalid URL string.": return "URL"
        case "Attempted to decode UUID from invalid UUID string.": return "UUID"
        case "Encountered Data is not valid Base64.": return "Base64 text"
        case "Expected date string to be ISO8601-formatted.": return "ISO 8601 date"
        case "Date string does not match format expected by formatter.": return "date of the decoder's format"
        default: break
        }
        var name = Substring()
        if text.hasPrefix("Cannot initialize "), let end = text.range(of: " from invalid ") {
            // By RawRepresentable, such as an enum. The value comes after this.
            name = text[..<end.lowerBound].dropFirst("Cannot initialize ".count)
        } else if text.hasPrefix("Parsed JSON number <"),
            let start = text.range(of: "> does not fit in ", options: .backwards)
        {
            // By JSONDecoder before Foundation 6. The value comes before this.
            name = text[start.upperBound...].prefix { $0 != "." }
        }
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.<>".contains($0)) }
        return isName && !name.isEmpty && name.utf8.count <= 60 ? String(name) : nil
    }

    /// The place the decoder's own parser names; only digits are taken from its text.
    private static func position(in context: DecodingError.Context) -> (line: Int, column: Int)? {
        let underlying = context.underlyingError.map { $0 as NSError }
        let text = underlying?.userInfo["NSDebugDescription"] as? String ?? ""
        guard let match = text.firstMatch(of: /line ([0-9]{1,9}), column ([0-9]{1,9})/),
            let line = Int(match.1), let column = Int(match.2)
        else { return nil }
        return (line, column)
    }
}

// MARK: - Reading the body

/// A body that was read once more to find the place of a failure in it.
private struct InspectedBody {
    /// What a coding path leads to.
    struct Place {
        /// The value at the path; nil when there is none.
        var value: JSONValue?
        /// The value that has, or would have, the value in it; nil at the root or when that is missing as well.
        var container: JSONValue?

        var kind: String? {
            switch value {
            case .object(let members)? where members.isEmpty: "empty object"
            case .object(let members)?: "object with \(Finding.list(members.keys))"
            case let value?: value.kind
            case nil: container == nil ? nil : "nothing"
            }
        }
    }

    private static let excerptLength = 120

    let text: Data
    let fault: JSONParser.Fault?
    private let root: JSONValue?

    init(_ data: Data, contentType: String?) {
        // The body is as it came, or transcoded for the decoder already: it must not be transcoded twice.
        let isUTF8 = !data.prefix(4).contains(0) && String(data: data, encoding: .utf8) != nil
        let type = isUTF8 ? nil : contentType
        text = (try? TextDecoding.utf8(data, contentType: type)) ?? data
        do throws(JSONParser.Fault) {
            root = try JSONParser.parse(text)
            fault = nil
        } catch {
            root = nil
            fault = error
        }
    }

    private var firstByte: UInt8? { text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    var isEmpty: Bool { firstByte == nil }

    var beginsWithAngleBracket: Bool { firstByte == UInt8(ascii: "<") }

    func place(of path: [any CodingKey]) -> Place {
        var place = Place(value: root)
        for key in path {
            guard let container = place.value else { return Place() }
            place.container = container
            switch container {
            case .array: place.value = key.intValue.flatMap { container[$0] }
            case .object(let members):
                place.value = Self.similarKey(to: key.stringValue, in: members).flatMap { members[$0] }
            default: place.value = nil
            }
        }
        return place
    }

    /// The key itself, or one that differs in case and underscores only, as by a key decoding strategy; nil if none.
    static func similarKey(to key: String, in members: [String: JSONValue]) -> String? {
        func folded(_ key: String) -> String { key.lowercased().filter { $0 != "_" } }
        guard members[key] == nil else { return key }
        let wanted = folded(key)
        return members.keys.filter { folded($0) == wanted }.min()
    }

    /// The beginning of a value as JSON text, or of the body when there is no value.
    func excerpt(_ value: JSONValue?) -> String? {
        guard let value = value ?? root else { return excerpt(around: 0) }
        return Self.shortened(value.jsonText(limit: Self.excerptLength * 4))
    }

    /// The body on both sides of an offset.
    func excerpt(around offset: Int) -> String? {
        let half = Self.excerptLength / 2 - 1
        // Not from the middle of a character.
        let before = text.prefix(max(0, offset)).suffix(half).drop { $0 & 0xC0 == 0x80 }
        let after = text.dropFirst(max(0, offset)).prefix(Self.excerptLength - 1 - before.count)
        let cut = before.count < offset
        let excerpt = (cut ? "…" : "") + String(decoding: before + after, as: UTF8.self)
        return excerpt.isEmpty ? nil : Self.shortened(excerpt)
    }

    private static func shortened(_ text: String) -> String {
        guard text.unicodeScalars.count > excerptLength else { return text }
        return String(text.unicodeScalars.prefix(excerptLength - 1)) + "…"
    }
}
