import Foundation

// Each function appends `&` first unless `first`, and sets `first` to false once text was written. If it throws, `text`
// may contain a part of the value.
extension QueryEncoder {
    /// Appends the text of items.
    func append(_ items: QueryItems, to text: inout URLText, first: inout Bool) throws {
        for (name, value) in items.elements {
            let value = value?.queryValue ?? .null
            do { try append(value, named: name, depth: 0, to: &text, first: &first) } catch {
                (consume value).dismantle()
                throw error
            }
        }
    }

    /// Appends the text of a value that encodes by key.
    @_disfavoredOverload
    func append(_ value: some Encodable, to text: inout URLText, first: inout Bool) throws {
        switch try NodeEncoder.queryValue(of: value, for: self) {
        case .object(let fields):
            for field in fields { try append(field.value, named: field.name, depth: 0, to: &text, first: &first) }
        case .null: break
        default:
            let type = type(of: value)
            throw Self.error(at: [], type, "A query needs names; \(type) encodes a single value or a list.")
        }
    }

    private func append(
        _ value: QueryValue, named name: String, depth: Int, to text: inout URLText, first: inout Bool
    ) throws {
        switch value {
        case .object where depth >= Self.maximumDepth, .array where depth >= Self.maximumDepth,
            .separated where depth >= Self.maximumDepth:
            throw Self.tooDeep(QueryValue.self)
        case .object(let fields):
            for field in fields {
                let nested = nesting == .dots ? "\(name).\(field.name)" : "\(name)[\(field.name)]"
                try append(field.value, named: nested, depth: depth + 1, to: &text, first: &first)
            }
        case .array(let values) where values.isEmpty:
            if emptyArrays == .omitted { return }
            let element = if case .brackets = arrays { name + "[]" } else { name }
            appendName(element, to: &text, first: &first)
        case .array(let values):
            if case .commaSeparated = arrays {
                return try append(values, by: ",", named: name, to: &text, first: &first)
            }
            for (position, value) in values.enumerated() {
                let element =
                    switch arrays {
                    case .repeated, .commaSeparated: name
                    case .brackets: name + "[]"
                    case .indexed: "\(name)[\(position)]"
                    case .custom(let style): style(name, position)
                    }
                try append(value, named: element, depth: depth + 1, to: &text, first: &first)
            }
        case .separated(let values, _) where values.isEmpty:
            if emptyArrays == .emptyValue { appendName(name, to: &text, first: &first) }
        case .separated(let values, let separator):
            try append(values, by: separator, named: name, to: &text, first: &first)
        case .null where nils == .omitted: break
        default:
            appendName(name, to: &text, first: &first)
            try appendScalar(value, named: name, to: &text)
        }
    }

    /// Appends a list as one value.
    private func append(
        _ values: [QueryValue], by separator: String, named name: String, to text: inout URLText, first: inout Bool
    ) throws {
        var written = URLText()
        if separator == "," { written.append(separator) } else { appendEscaped(separator, to: &written) }
        var isFirst = true
        for value in values {
            if case .null = value, nils == .omitted { continue }
            if isFirst { appendName(name, to: &text, first: &first) } else { text.append(written) }
            isFirst = false
            // Commas are escaped in an element.
            if separator == "," {
                try appendScalar(value, named: name, to: &text)
                continue
            }
            var element = URLText()
            try appendScalar(value, named: name, to: &element)
            // A server would read two elements.
            if element.string.contains(bytes: written.string) {
                let reason = "the list \"\(name)\" has an element that contains the list's separator"
                throw EncodingError.unresolvable(QueryValue.self, reason)
            }
            text.append(element)
        }
    }

    private func appendName(_ name: String, to text: inout URLText, first: inout Bool) {
        if !first { text.append(UInt8(ascii: "&")) }
        first = false
        appendEscaped(name, to: &text)
        text.append(UInt8(ascii: "="))
    }

    private func appendScalar(_ value: QueryValue, named name: String, to text: inout URLText) throws {
        switch value {
        case .string(let string): appendEscaped(string, to: &text)
        case .integer(let number):
            if number < 0 { text.append(UInt8(ascii: "-")) }
            text.append(decimal: number.magnitude)
        case .unsigned(let number): text.append(decimal: number)
        case .double(let number):
            guard number.isFinite else { throw Self.error(name, Double.self, "is not a finite number") }
            appendEscaped(String(number), to: &text)
        case .decimal(let number): appendEscaped(number.description, to: &text)
        case .bool(let bool): text.append(bools == .numeric ? (bool ? "1" : "0") : (bool ? "true" : "false"))
        case .date(let date): appendEscaped(try self.text(of: date, named: name), to: &text)
        case .data(let bytes):
            switch data {
            case .base64: appendEscaped(bytes.base64EncodedString(), to: &text)
            case .custom(let style): appendEscaped(try style(bytes), to: &text)
            }
        case .null: if nils == .null { text.append("null") }
        case .invalid(let reason): throw EncodingError.unresolvable(QueryValue.self, reason)
        case .array, .separated, .object:
            throw Self.error(name, QueryValue.self, "is a separated list, which cannot hold nested values")
        }
    }

    private func text(of date: Date, named name: String) throws -> String {
        let seconds = date.timeIntervalSince1970
        switch dates {
        case .custom(let style): return try style(date)
        // RFC 3339 §1 allows four digits for the year, and Foundation's calendar traps far outside that range.
        case .iso8601 where date >= .distantPast && seconds < 253_402_300_800: return date.formatted(.iso8601)
        case .secondsSince1970 where seconds.isFinite:
            return Int64(exactly: seconds).map { String($0) } ?? String(seconds)
        case .millisecondsSince1970:
            if let milliseconds = Int64(exactly: (seconds * 1000).rounded()) { return String(milliseconds) }
        default: break
        }
        throw Self.error(name, Date.self, "is a date out of range")
    }

    private func appendEscaped(_ string: String, to text: inout URLText) {
        text.appendPercentEncoded(string, allowing: .query, spacesAsPlus: spaces == .plus)
    }

    /// Returns the error for a value nested deeper than ``maximumDepth``.
    static func tooDeep(_ type: Any.Type) -> EncodingError {
        .unresolvable(type, "a query value is nested more than \(maximumDepth) levels deep")
    }

    private static func error(_ name: String, _ type: Any.Type, _ problem: String) -> EncodingError {
        error(at: [JSONValue.Step.key(name)], type, "\"\(name)\" \(problem).")
    }

    /// Returns an error with the type in place of the value: errors are logged, and values may be secrets.
    static func error(at path: [any CodingKey] = [], _ type: Any.Type, _ problem: String) -> EncodingError {
        .invalidValue(type, .init(codingPath: path, debugDescription: problem))
    }
}
