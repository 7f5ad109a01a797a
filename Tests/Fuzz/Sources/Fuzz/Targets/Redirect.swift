import Foundation

@testable import Talyn

extension FuzzTarget {
    /// Whatever a Location contains, credentials stay within their origin, https stays https, and the URL can be sent.
    static let redirect = FuzzTarget(
        "redirect",
        seeds: [
            fields("/b?c#d", "x"), fields("//other.example/", "a"), fields("https://user:canarypw@other.example/", ""),
            fields("http://api.example.com/", ""), fields("https://api.example.com@evil.example/", ""),
            fields("?q", "x/y"),
            fields("https://api.example.com\u{301}@evil.example/", ""), fields("https://evil.example\u{301}/", ""),
            fields("https://evil.example\\@api.example.com/", ""), fields("HTTPS://API.EXAMPLE.COM:443/", ""),
            fields("", ""),
            fields("https:///evil.example", ""), fields("https:evil.example", ""), fields("//[::1]/", ""),
            fields("//h%00/", ""),
            fields("https://api.example.com:99999/", ""), fields("https://\u{E4}.example/\u{E4}", ""),
            fields("../../..", "a/b/c"),
            fields("//a:b@c:d@e/", ""), fields("javascript:alert(1)", ""), fields("/a b\r\nX: y", ""), fields("/%", ""),
            fields("https://user:canarypw@api.example.com/", ""), fields("//\u{200D}.example", ""),
            fields("/\u{FE0F}", "\u{301}"),
        ]
    ) { input in
        let parts = input.fields(2)
        let choice = input.number
        let origins = [
            "https://api.example.com", "http://api.example.com:8080", "https://api.example.com:443", "https://[::1]:9",
            "https://me:own@api.example.com",
        ]
        guard let base = URL(string: "\(origins[choice % 5])/\(Texts.percentEncoded(parts[1]))") else { return }
        var endpoint = Endpoint([.get, .post, .head, .put][choice / 5 % 4], url: base)
        endpoint.headers = [
            "Accept": "*/*", "Authorization": "Bearer canarytoken", "Cookie": "s=canarytoken",
            "X-Api-Key": "canarytoken",
            "Content-Type": "text/plain",
        ]
        if endpoint.method == .post || endpoint.method == .put { endpoint.body = .data(Data("body".utf8)) }
        let response = Response(
            statusCode: [301, 302, 303, 307, 308][choice / 20 % 5], headers: ["Location": parts[0]], endpoint: endpoint)
        guard let next = try? RedirectPolicy.follow.next(after: response, to: endpoint, followed: 0) else { return }
        RedirectProperties.check(next, from: base, location: parts[0])
        let isGet = response.statusCode == 303 || response.statusCode < 303 && endpoint.method == .post
        if endpoint.method != .head, isGet {
            require(
                next.method == .get && next.body.isEmpty && !next.headers.contains("Content-Type"), "a GET has no body",
                next)
        } else if endpoint.method != .head {
            require(
                next.method == endpoint.method && next.body == endpoint.body, "the body is kept with the method", next)
        }
    }
}

private enum RedirectProperties {
    static func check(_ next: Endpoint, from base: URL, location: String) {
        let text = next.url.absoluteString
        require(next.problem == nil, "the next request can be sent", (location, text, next.problem as Any))
        let allowed = Set("-._~!$&'()*+,;=:@/?#[]%".utf8)
        require(
            text.utf8.allSatisfy { Texts.isAlphanumeric($0) || allowed.contains($0) }, "a URL has a URL's bytes",
            (location, text))
        guard let target = Authority(text), let home = Authority(base.absoluteString) else {
            return require(false, "the next URL has a scheme and a host", (location, text))
        }
        if home.scheme == "https" { require(target.scheme == "https", "https stays https", (location, text)) }
        // Only a Location without an authority inherits the user info of the request.
        let inherits = target == home && target.userInfo == home.userInfo
        require(target.userInfo == nil || inherits, "no user info of a Location is sent", (location, text))
        if target != home {
            let sent = next.headers.map(\.value).joined()
            require(
                !Texts.contains(sent.utf8, "canarytoken"), "credentials stay at their origin",
                (location, text, next.headers))
        }
        if !Texts.contains(location.utf8, "//") {
            require(
                target == home || location.utf8.contains(UInt8(ascii: ":")), "a path stays at its origin",
                (location, text))
        }
    }

    /// The scheme, user info, host and port, parsed byte by byte (RFC 3986 §3.2).
    struct Authority: Equatable {
        let scheme: String
        let userInfo: String?
        let host: String
        let port: String

        static func == (left: Authority, right: Authority) -> Bool {
            (left.scheme, left.host, left.port) == (right.scheme, right.host, right.port)
        }

        init?(_ text: String) {
            let bytes = Array(text.utf8)
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
                return nil
            }
            scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
            var rest = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
            let at = rest.lastIndex(of: UInt8(ascii: "@"))
            userInfo = at.map { String(decoding: rest[..<$0], as: UTF8.self) }
            if let at { rest = rest[(at + 1)...] }
            let end = rest.first == UInt8(ascii: "[") ? rest.lastIndex(of: UInt8(ascii: "]")) : nil
            let mark = (end.map { rest[$0...] } ?? rest).lastIndex(of: UInt8(ascii: ":"))
            host = String(decoding: rest[..<(mark ?? rest.endIndex)], as: UTF8.self).lowercased()
            let digits = mark.map { String(decoding: rest[($0 + 1)...], as: UTF8.self) } ?? ""
            // `:0443` is 443.
            port = digits.isEmpty ? (scheme == "https" ? "443" : "80") : Int64(digits).map { String($0) } ?? digits
            guard scheme == "http" || scheme == "https", !host.isEmpty else { return nil }
        }
    }
}
