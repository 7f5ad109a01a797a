/// A multipart form as it is sent (RFC 7578): its parts in order, and the boundary between them.
///
/// The body of an endpoint whose task is `.multipart` is a stream that carries its form, so that plugins, stubs and
/// tests see the parts. Looking at them reads nothing:
/// ```swift
/// let form = stubs.calls[0].form
/// assert(form?["caption"]?.text == "me")
/// assert(form?.parts.map(\.fileName) == [nil, "me.png"])
/// ```
/// Equal if the parts are, in the same order; boundaries are random and are not compared.
public struct MultipartForm: Sendable {
    /// The parts, in the order in which they are sent.
    public let parts: [FormPart]
    /// The boundary, without hyphens before it.
    public let boundary: String
    /// The value of `Content-Type`: `multipart/form-data`, and the boundary.
    public let contentType: String
    /// The length of the body in bytes, delimiters and headers included; nil if that of a part is unknown.
    public let length: Int64?

    /// Makes a form that is not checked.
    package init(_ parts: [FormPart], boundary: String, contentType: String) {
        self.parts = parts
        self.boundary = boundary
        self.contentType = contentType
        length = Self.length(of: parts, boundary)
    }

    private static func length(of parts: [FormPart], _ boundary: String) -> Int64? {
        // `CR LF` before each delimiter but the first; the last one ends with `--` and `CR LF`.
        var sum = Int64(boundary.utf8.count + 6)
        for part in parts {
            guard let length = part.length else { return nil }
            let (total, isTooLarge) = sum.addingReportingOverflow(length)
            let (whole, isStillTooLarge) = total.addingReportingOverflow(Int64(part.head(boundary).count + 2))
            if isTooLarge || isStillTooLarge { return nil }
            sum = whole
        }
        return sum
    }

    /// Whether a retry or redirect can send the form again: whether every part can.
    public var isRepeatable: Bool { parts.allSatisfy(\.isRepeatable) }

    /// The first part of a name; nil if there is none.
    public subscript(name: String) -> FormPart? { parts.first { $0.name.isSame(bytes: name) } }
    /// Returns the parts of a name, in order.
    public func parts(named name: String) -> [FormPart] { parts.filter { $0.name.isSame(bytes: name) } }

    /// The position of a part, from 1, and its name, as errors write it.
    func label(of index: Int) -> String { "part \(index + 1) ('\(parts[index].shownName)') of the form" }

    /// The label of the first part that can be sent once only; nil if there is none.
    var partThatIsReadOnce: String? { parts.firstIndex { !$0.isRepeatable }.map(label) }
}

extension MultipartForm: Hashable {
    public static func == (left: MultipartForm, right: MultipartForm) -> Bool { left.parts == right.parts }
    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension MultipartForm {
    /// Returns whether the parts are equal in any order, as far as that is known before they are sent: a stream equals
    /// any other.
    package func isSameAsKnown(_ other: MultipartForm) -> Bool {
        var others = other.parts.map(\.known)
        for part in parts {
            guard let index = others.firstIndex(of: part.known) else { return false }
            others.remove(at: index)
        }
        return others.isEmpty
    }
}

extension FormPart {
    /// The part with an empty stream in the place of any other.
    fileprivate var known: FormPart {
        guard case .stream = source else { return self }
        return FormPart(
            name: name, fileName: fileName, contentType: contentType, headers: headers, source: .stream(.unknown))
    }
}

extension BodyStream {
    /// A stream that stands for any other.
    fileprivate static let unknown = BodyStream { { nil } }
}

extension MultipartForm: RedactedStringConvertible {
    /// The number of parts and the length: `a form of 2 parts, 512 bytes`.
    public var description: String {
        let count = "a form of \(parts.count) \(parts.count == 1 ? "part" : "parts")"
        return length.map { "\(count), \($0) bytes" } ?? count
    }

    /// A mirror that shows ``description`` and that of each part.
    public var customMirror: Mirror {
        Mirror(self, children: ["form": description, "parts": parts.map(\.description)], displayStyle: .struct)
    }
}
