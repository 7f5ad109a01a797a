/// The boundary of a form's parts (RFC 2046 §5.1.1): 1 to 70 characters, which with two hyphens before them are a
/// delimiter that does not occur in a part.
struct FormBoundary: Sendable {
    /// The boundary, without hyphens.
    let text: String

    private static let characters = PercentEncoding.AllowedBytes(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'()+_,-./:=? ")

    /// Makes a boundary with 128 random bits, which occurs in a file or a stream by no chance that counts.
    init(drawing bits: () -> UInt64) {
        let (first, second) = (bits(), bits())
        text = "TalynForm-\(first.hexDigits)\(second.hexDigits)"
    }

    /// Makes a boundary that the caller chose.
    /// - Throws: `UnresolvableTarget` if RFC 2046 does not allow it.
    init(_ text: String) throws(UnresolvableTarget) {
        guard 1...70 ~= text.utf8.count, text.utf8.last != UInt8(ascii: " "),
            Self.characters.contains(allOf: text)
        else {
            throw UnresolvableTarget(
                reason: "the boundary of the form is not 1 to 70 letters, digits or characters of '()+_,-./:=? "
                    + "that do not end with a space (RFC 2046 §5.1.1)")
        }
        self.text = text
    }

    /// The value of `Content-Type`. The boundary is quoted if it is not a token (RFC 9110 §5.6.6).
    var contentType: String {
        "multipart/form-data; boundary=\(HTTPHeaders.isToken(text) ? text : "\"\(text)\"")"
    }

    /// Returns whether bytes contain the delimiter.
    func occurs(in data: Data) -> Bool {
        let wanted = Array("--\(text)".utf8)
        return data.withUnsafeBytes { bytes in
            guard var start = bytes.baseAddress else { return false }
            let end = start + bytes.count
            // By memchr and memcmp: Swift's search is by byte, and `memmem` is not on every platform.
            while end - start >= wanted.count, let found = memchr(start, Int32(wanted[0]), end - start) {
                start = UnsafeRawPointer(found)
                if end - start >= wanted.count, memcmp(start, wanted, wanted.count) == 0 { return true }
                start += 1
            }
            return false
        }
    }
}
