/// The URL of an endpoint: a text until somebody asks for it, because to parse it costs as much as all the rest of the
/// first step, and a stub never asks.
enum LazyURL: Sendable {
    /// A text that every parser takes as it is (``URLText/isPlainURL``).
    case text(URLText)
    case url(URL)

    /// The URL that a text stands for; nil when there is none.
    init?(_ text: URLText) {
        if text.isPlainURL {
            self = .text(text)
        } else {
            guard let url = URL(string: text.string) else { return nil }
            self = .url(url)
        }
    }

    /// The URL; parsed anew each time when it is a text.
    var url: URL {
        switch self {
        case .url(let url): url
        // Never nil: a plain URL is one by RFC 3986, and by the RFC 2396 of older systems.
        case .text(let text): URL(string: text.string)!
        }
    }
}

extension LazyURL {
    /// The URL as it is written, which needs no parsing.
    var written: String {
        switch self {
        case .url(let url): url.absoluteString
        case .text(let text): text.string
        }
    }
}

/// Equal when the URLs are.
extension LazyURL: Hashable {
    static func == (left: LazyURL, right: LazyURL) -> Bool {
        if case .text(let left) = left, case .text(let right) = right { return left == right }
        return left.url == right.url
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .text(let text): hasher.combine(text)
        // As the text hashes: parsing does not change a plain URL.
        case .url(let url): hasher.combine(URLText(url.absoluteString))
        }
    }
}

extension URLText {
    /// Whether this is a URL that any parser takes as it is: `http` or `https`, a host of letters, digits, dots and
    /// hyphens, perhaps a port, then what may stand in paths and queries, escapes whole.
    ///
    /// Userinfo, IPv6 addresses and characters outside of RFC 3986 are left to the parser.
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
