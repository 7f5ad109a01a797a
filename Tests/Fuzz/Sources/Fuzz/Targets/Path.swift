import Foundation

@testable import Talyn

extension FuzzTarget {
    /// A value in a path is one segment, and is decoded from the URL unchanged.
    static let path = FuzzTarget(
        "path",
        seeds: [
            fields("octocat", "a"), fields("..", "."), fields("a/b", "%2e%2e"), fields("%2E", "%2F"),
            fields("?x#y", "a//b"),
            fields(".\u{301}.", "/\u{301}"), fields("\u{200D}", "\u{FE0F}/"), fields("\r\n", "\0"),
            fields("\u{FFFD}", "%"),
            fields("a;b=c", "..;"), fields("", "a/../b"), fields("\\..\\", ".%2e/"),
            [0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80],
        ]
    ) { input in
        let parts = input.fields(2)
        let value = parts[0]
        let paths: [URLPath] = [
            "users/\(value)/repos", "\(value)", "a/x\(value)y", "\(value)/b/",
            URLPath(segments: ["users", value, "repos"]),
            URLPath(segments: [value]), "a/x\(value)y", URLPath(segments: [value, "b", ""]),
        ]
        let values: [(around: (String, String), depth: Int)] = [
            (("users/", "/repos"), 3), (("", ""), 1), (("a/x", "y"), 2), (("", "/b/"), 3),
        ]
        for (index, path) in paths.enumerated() where path.problem == nil {
            let (around, depth) = values[index % 4]
            PathProperties.check(path, value, around, depth)
        }
        PathProperties.checkRaw(parts[1])
    }
}

private enum PathProperties {
    private struct Target: RoutedTarget {
        let route: Route
        var baseURL: URL { URL(string: "https://h.example/v1")! }
    }

    static func check(_ path: URLPath, _ value: String, _ around: (String, String), _ depth: Int) {
        let text = path.encoded
        let isEscaped = text.hasPrefix(around.0) && text.hasSuffix(around.1)
        require(isEscaped, "a literal stays as it is", (value, text))
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        require(segments.count == depth, "a value is one segment", (value, text))
        let inner = Array(text.utf8.dropFirst(around.0.utf8.count).dropLast(around.1.utf8.count))
        require(Texts.percentDecoded(inner) == Array(value.utf8), "a value is decoded as it was", (value, text))
        checkSegments(text, value)
        checkResolved(path, value)
    }

    /// No segment is removed by a URL parser.
    static func checkSegments(_ text: String, _ value: String) {
        for segment in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true) {
            let decoded = Texts.percentDecoded(segment).map { String(decoding: $0, as: UTF8.self) }
            require(decoded != "." && decoded != "..", "no segment is a dot segment", (value, text))
        }
    }

    static func checkResolved(_ path: URLPath, _ value: String) {
        let target = Target(route: .get(path))
        guard let endpoint = try? Endpoint.resolving(target, route: target.route, defaults: ProviderDefaults()) else {
            return require(false, "a path without a problem can be sent", (value, path.encoded))
        }
        let text = endpoint.url.absoluteString
        // The empty path is the base URL itself.
        if path.encoded.isEmpty { return require(text == "https://h.example/v1", "the URL is the base", text) }
        require(Texts.isSame(text, "https://h.example/v1/\(path.encoded)"), "the URL is base and path", (value, text))
        require(
            Texts.isSame(endpoint.url.standardized.absoluteString, text), "nothing is removed from the URL",
            (value, text))
        require(endpoint.url.query == nil && endpoint.url.fragment == nil, "a path has no query", (value, text))
        require(endpoint.url.host == "h.example", "a path does not change the host", (value, text))
    }

    static func checkRaw(_ value: String) {
        for path in [URLPath.raw(value), "a/\(raw: value)/b"] where path.problem == nil {
            checkSegments(path.encoded, value)
            require(!path.encoded.utf8.contains { "?# ".utf8.contains($0) }, "a raw path is a path", value)
            checkResolved(path, value)
        }
    }
}
