/// The URL of an endpoint, kept as text until it is needed: parsing costs as much as the rest of step 1, and stubs
/// never need it.
enum LazyURL: Sendable {
    /// A text that every URL parser accepts unchanged (``URLText/isPlainURL``).
    case text(URLText)
    case url(URL)

    /// Makes the URL of a text; nil if the text is not a URL.
    init?(_ text: URLText) {
        if text.isPlainURL {
            self = .text(text)
        } else {
            guard let url = URL(string: text.string) else { return nil }
            self = .url(url)
        }
    }

    /// The URL. A text is parsed on each access.
    var url: URL {
        switch self {
        case .url(let url): url
        // Never nil: a plain URL is valid by RFC 3986 and by RFC 2396, which older systems follow.
        case .text(let text): URL(string: text.string) ?? URL(fileURLWithPath: "/", isDirectory: true)
        }
    }

    /// The URL as text, without parsing.
    var string: String {
        switch self {
        case .url(let url): url.absoluteString
        case .text(let text): text.string
        }
    }
}

/// Equal if the URLs are.
extension LazyURL: Hashable {
    static func == (left: LazyURL, right: LazyURL) -> Bool {
        if case .text(let left) = left, case .text(let right) = right { return left == right }
        return left.url == right.url
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .text(let text): hasher.combine(text)
        // Hashes like the equal text: parsing does not change a plain URL.
        case .url(let url): hasher.combine(URLText(url.absoluteString))
        }
    }
}

extension URLText {
    /// Whether every URL parser accepts the text unchanged: `http` or `https`, a host of letters, digits, dots and
    /// hyphens, an optional port, then path and query characters of RFC 3986 with complete escapes.
    var isPlainURL: Bool {
        withBytes { bytes in
            guard var index = BaseURL.authorityStart(bytes) else { return false }
            let host = index
            while index < bytes.count, PercentEncoding.AllowedBytes.host.contains(bytes[index]) { index += 1 }
            if index == host { return false }
            if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
                let port = index + 1
                index = bytes[port...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) } ?? bytes.count
                guard 1...5 ~= index - port else { return false }
            }
            guard index < bytes.count else { return true }
            guard bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?") else { return false }
            return PercentEncoding.isValidEncoded(bytes[index...], allowing: .pathAndQuery)
        }
    }
}
