/// The hash of a representation in a response: `Repr-Digest` (RFC 9530 §3), a dictionary of algorithms and byte
/// sequences (RFC 8941 §3.2).
enum ReprDigest {
    /// Returns the 32 bytes of the SHA-256; nil without one, and if it is not valid.
    static func sha256(in headers: HTTPHeaders) -> [UInt8]? {
        for member in (headers["Repr-Digest"] ?? "").split(atBytes: ",") {
            guard let (name, value) = member.cut(atBytes: "="), name.trimmed.isSame(bytes: "sha-256"),
                value.hasPrefix(bytes: ":"), let (text, _) = value.dropFirst().cut(atBytes: ":"),
                let digest = Data(base64Encoded: String(text)), digest.count == 32
            else { continue }
            return Array(digest)
        }
        return nil
    }
}
