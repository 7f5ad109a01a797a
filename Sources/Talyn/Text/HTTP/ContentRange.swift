/// The part of a representation in a response: `Content-Range` (RFC 9110 §14.4).
package struct ContentRange: Equatable, Sendable {
    /// The first and the last byte, from 0; nil of a 416, whose range is unsatisfied.
    let bytes: ClosedRange<Int64>?
    /// The length of the whole representation in bytes; nil if it is unknown.
    let length: Int64?

    /// Parses the field of a head; nil without one, and for another unit or an invalid value.
    init?(_ headers: HTTPHeaders) {
        guard let value = headers["Content-Range"], let (unit, rest) = value.trimmed.cut(atBytes: " "),
            HTTPHeaders.isSameName(String(unit), "bytes"), let (range, length) = rest.trimmed.cut(atBytes: "/")
        else { return nil }
        let isUnknown = length.isSame(bytes: "*")
        self.length = isUnknown ? nil : Self.number(length)
        if !isUnknown, self.length == nil { return nil }
        if range.isSame(bytes: "*") {
            if isUnknown { return nil }
            bytes = nil
            return
        }
        guard let (first, last) = range.cut(atBytes: "-"), let first = Self.number(first),
            let last = Self.number(last), first <= last, last < .max, self.length.map({ last < $0 }) ?? true
        else { return nil }
        bytes = first...last
    }

    /// Returns the bytes that a `Range` of one range names (RFC 9110 §14.1.2): empty if the body has none of them, nil
    /// for any other text.
    package static func requested(by text: String?, of count: Int) -> Range<Int>? {
        guard let (unit, set) = text?.cut(atBytes: "="), HTTPHeaders.isSameName(String(unit), "bytes"),
            let (first, last) = set.trimmed.cut(atBytes: "-"), (first + last).utf8.allSatisfy(\.isDigit)
        else { return nil }
        switch (Int(first), Int(last)) {
        case (let first?, nil) where last.isEmpty: return first < count ? first..<count : 0..<0
        case (let first?, let last?):
            if first > last { return nil }
            return first < count ? first..<min(last, count - 1) + 1 : 0..<0
        case (nil, let length?) where first.isEmpty: return count - min(length, count)..<count
        default: return nil
        }
    }

    /// Returns a number of digits only; nil for any other text, and if it does not fit.
    private static func number(_ text: Substring) -> Int64? {
        PercentEncoding.AllowedBytes.digits.contains(allOf: String(text)) ? Int64(text) : nil
    }
}
