extension URLPath {
    /// The builder of an encoded path and its template.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var encoded = URLText()
        private(set) var template = ""
        var problem: String?

        // The state of the segment that is being written; closed by a slash of a literal or by the end.
        private var segmentLength = 0
        private var segmentIsDots = true
        private var segmentPlaceholder: Placeholder?
        private var values = 0

        /// Reserves capacity for the literal and its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            guard literalCapacity > 0 else { return }
            encoded = URLText(capacity: literalCapacity + interpolationCount * 16)
            template.reserveCapacity(literalCapacity + interpolationCount * 2)
        }

        /// Appends text as written: `/` separates segments.
        public mutating func appendLiteral(_ literal: String) {
            if literal.utf8.first == UInt8(ascii: "/"), encoded.count == 0, segmentPlaceholder == nil {
                return appendLiteral(String(literal.dropping(leading: "/")))
            }
            var literal = literal
            let isPlain = literal.withUTF8 { bytes in
                var isPlain = true
                for byte in bytes {
                    if byte == UInt8(ascii: "/") {
                        closeSegment()
                    } else if PercentEncoding.AllowedBytes.segment.contains(byte) {
                        grow(by: 1, isDot: byte == UInt8(ascii: "."))
                    } else {
                        isPlain = false
                        grow(by: 1, isDot: false)
                        reject(byte)
                    }
                }
                return isPlain
            }
            if isPlain { encoded.append(literal) } else { encoded.appendPercentEncoded(literal, allowing: .path) }
            if template.isEmpty { template = literal } else { template += literal }
        }

        private mutating func reject(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                fail("'\(byte == 0x3F ? "?" : "#")' in a path; put a query into the task; fragments are never sent")
            case 0..<0x20, 0x7F: fail("a control character in a path")
            default: break
            }
        }

        /// Appends a value, escaped as one segment; `name` is its name in the template.
        public mutating func appendInterpolation(_ value: some StringProtocol, name: String? = nil) {
            beginValue(name)
            appendSegment(String(value))
        }

        /// Appends several segments, separated by `/`, each escaped: `"repos/\(path: "owner/repo")"` is
        /// `repos/owner/repo`. An empty segment, `.` or `..` fails the call, and so does a slash at either end. `name`
        /// names the whole value in the template.
        public mutating func appendInterpolation(path value: some StringProtocol, name: String? = nil) {
            let written = beginTemplate(name)
            for (index, segment) in String(value).split(atBytes: "/").enumerated() {
                if index > 0 {
                    closeSegment()
                    encoded.append(UInt8(ascii: "/"))
                }
                segmentPlaceholder = segmentPlaceholder ?? written
                appendSegment(String(segment))
            }
        }

        private mutating func appendSegment(_ value: String) {
            var value = value
            let isPlain = value.withUTF8 { bytes in
                var isPlain = true
                for byte in bytes where !PercentEncoding.AllowedBytes.segment.contains(byte) {
                    isPlain = false
                    if byte < 0x20 || byte == 0x7F { fail("\(placeholder) contains a control character") }
                }
                grow(by: bytes.count, isDot: bytes.allSatisfy { $0 == UInt8(ascii: ".") })
                return isPlain
            }
            if isPlain { return encoded.append(value) }
            if value.unicodeScalars.contains("\u{FFFD}") {
                fail("\(placeholder) contains U+FFFD, the replacement for undecodable characters")
            }
            encoded.appendPercentEncoded(value, allowing: .segment)
        }

        /// Appends an integer in decimal.
        public mutating func appendInterpolation(_ value: some BinaryInteger, name: String? = nil) {
            beginValue(name)
            let text = String(value)
            grow(by: text.utf8.count, isDot: false)
            encoded.append(text)
        }

        /// Appends a UUID in upper case.
        public mutating func appendInterpolation(_ value: UUID, name: String? = nil) {
            appendInterpolation(value.uuidString, name: name)
        }

        /// Appends the raw value of an enum or identifier type.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value, name: String? = nil)
        where Value.RawValue: StringProtocol {
            appendInterpolation(value.rawValue, name: name)
        }

        /// Appends the raw value of an enum or identifier type.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value, name: String? = nil)
        where Value.RawValue: BinaryInteger {
            appendInterpolation(value.rawValue, name: name)
        }

        /// Appends percent-encoded text. Slashes separate segments, and empty segments are allowed.
        public mutating func appendInterpolation(raw value: String, name: String? = nil) {
            let written = beginTemplate(name)
            if !PercentEncoding.isValidEncoded(value, allowing: .path) {
                fail("\(written.text) is raw and not percent-encoded (RFC 3986 §3.3)")
            }
            var rest = Array(value.utf8)[...]
            while let byte = rest.first {
                // An escaped dot counts as a dot when dot segments are removed (RFC 3986 §6.2.2).
                let isEscapedDot = rest.hasPrefix(bytes: "%2e", ignoringCase: true)
                if byte == UInt8(ascii: "/") {
                    closeSegment()
                } else {
                    segmentPlaceholder = segmentPlaceholder ?? written
                    grow(by: 1, isDot: isEscapedDot || byte == UInt8(ascii: "."))
                }
                rest = rest.dropFirst(isEscapedDot ? 3 : 1)
            }
            encoded.append(encoded.count == 0 ? String(value.dropping(leading: "/")) : value)
        }

        /// Validates the segment that ends here.
        mutating func closeSegment() {
            if segmentLength == 0, let segmentPlaceholder {
                fail("\(segmentPlaceholder.text) is empty: its segment would disappear")
            } else if segmentIsDots, segmentLength == 1 || segmentLength == 2 {
                let place = segmentPlaceholder.map { "\($0.text) makes" } ?? "the path has"
                fail("\(place) a segment '.' or '..', which would be removed (RFC 3986 §5.2.4)")
            }
            segmentLength = 0
            segmentIsDots = true
            segmentPlaceholder = nil
        }

        private mutating func beginValue(_ name: String?) {
            let written = beginTemplate(name)
            segmentPlaceholder = segmentPlaceholder ?? written
        }

        private mutating func beginTemplate(_ name: String?) -> Placeholder {
            values += 1
            if let name { template += "{\(name)}" } else { template += "{}" }
            return Placeholder(name: name, number: values)
        }

        /// The name in messages of the value that is being written.
        private var placeholder: String { segmentPlaceholder?.text ?? "the path" }

        /// A value's name or number. Its text is made only for a message.
        private struct Placeholder {
            let name: String?
            let number: Int
            var text: String { name.map { "the value of {\($0)}" } ?? "value \(number) of the path" }
        }

        private mutating func grow(by length: Int, isDot: Bool) {
            segmentLength += length
            if length > 0, !isDot { segmentIsDots = false }
        }

        private mutating func fail(_ reason: String) {
            problem = problem ?? reason
        }
    }
}
