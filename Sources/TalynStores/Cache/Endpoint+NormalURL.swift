internal import Talyn

extension Endpoint {
    /// The URL in the form that equivalent ones share (RFC 9110 §4.2.3): scheme and host in lower case, no port that is
    /// the scheme's, and a path, without a fragment.
    var normalURL: String {
        let text = requestedURL
        if text.utf8.withContiguousStorageIfAvailable(\.isNormalURL) ?? false { return text }
        let bytes = Array(text.utf8)
        guard let authority = bytes.authority else { return text }
        let scheme = bytes[..<authority.startIndex].map(\.lowercased)
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        var host = authority[start...].map(\.lowercased)
        for port in [":", scheme.elementsEqual("https://".utf8) ? ":443" : ":80"] where host.ends(with: port.utf8) {
            host.removeLast(port.utf8.count)
        }
        let path = bytes[authority.endIndex...]
        let separator = path.first == UInt8(ascii: "/") ? "" : "/"
        return String(
            decoding: scheme + authority[..<start] + host + Array(separator.utf8) + path, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a URL has the form of ``Endpoint/normalURL``, as nearly all have. False for some that do.
    fileprivate var isNormalURL: Bool {
        let isSecure = starts(with: "https://".utf8)
        guard isSecure || starts(with: "http://".utf8) else { return false }
        // The digits behind the last colon, as a number: no port is 0 with a colon before it.
        var (port, hasPort) = (0, false)
        for byte in self[(isSecure ? 8 : 7)...] {
            switch byte {
            case UInt8(ascii: "/"): return !hasPort || port > 0 && port != (isSecure ? 443 : 80)
            case UInt8(ascii: ":"): (port, hasPort) = (0, true)
            case 0x30...0x39: if hasPort, port < 65_536 { port = port * 10 + Int(byte - 0x30) }
            case 0x41...0x5A, UInt8(ascii: "?"): return false
            default: hasPort = false
            }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension [UInt8] {
    fileprivate func ends(with suffix: String.UTF8View) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
