import Foundation

@testable import Talyn
@testable import TalynCassettes

extension FuzzTarget {
    /// Only `REDACTED` is a wildcard; URLs are split as Foundation does; a recorded request matches itself.
    static let cassette = FuzzTarget(
        "cassette",
        seeds: [
            fields("abc", "aREDACTEDc", "https://h.example:8443/a/b?c=d&e"),
            fields("REDACTED", "REDACTEDREDACTED", "http://h/%2F?a=%20+"),
            fields("a\u{301}b", "a\u{301}REDACTED", "https://h/\u{301}?\u{301}=\u{301}"),
            fields("xREDACTED\u{301}", "REDACTED\u{301}", "?\u{301}#"),
            fields("e\u{301}", "\u{e9}", "//h"), fields("", "REDACTED", "https://u:p@h:80/?&&=&a=b=c#x?y"),
            fields("a\r\nb", "aREDACTED\nb", "h"),
            fields("{\"a\":[1,{\"b\":\"x\"}]}", "{\"a\":[1,{\"b\":\"REDACTED\"}]}", "https://h/;,"),
            fields("a=1&a=2", "a=REDACTED&a=2", "https://[::1]:9/"),
        ]
    ) { input in
        let parts = input.fields(3)
        let matches = CassetteText.matches(parts[0], parts[1])
        let expected = CassetteProperties.matches(Array(parts[0].utf8), Array(parts[1].utf8))
        require(matches == expected, "REDACTED stands for any bytes", (parts[0], parts[1], matches))
        require(CassetteText.matches(parts[0], parts[0]), "a text matches itself", parts[0])
        CassetteProperties.checkURL(parts[2])
        CassetteProperties.checkRequest(parts)
    }
}

private enum CassetteProperties {
    /// Matches wildcards by dynamic programming; the code under test searches from the left.
    static func matches(_ text: [UInt8], _ recorded: [UInt8]) -> Bool {
        let mark = Array(Redaction.placeholder.utf8)
        // The prefixes of the text that the recorded text matches so far.
        var reached = Set([0])
        var index = 0
        while index < recorded.count, !reached.isEmpty {
            if recorded[index...].starts(with: mark) {
                index += mark.count
                reached = Set((reached.min() ?? 0)...text.count)
            } else {
                reached = Set(reached.filter { $0 < text.count && text[$0] == recorded[index] }.map { $0 + 1 })
                index += 1
            }
        }
        return reached.contains(text.count) || text == recorded
    }

    static func checkURL(_ text: String) {
        let url = CassetteURL(text)
        guard URLText(text).isPlainURL, let parts = URLComponents(string: text) else { return }
        let scheme = parts.scheme?.lowercased() ?? ""
        // Foundation parses a port as a number: it is compared as one.
        let ownPort = scheme == "https" ? 443 : 80
        let written = url.origin.cut(atLast: ":").flatMap { cut in Int(cut.tail).map { (String(cut.head), $0) } }
        let (place, port) = written ?? (url.origin, ownPort)
        require(
            place == "\(scheme)://\(parts.host?.lowercased() ?? "")" && port == parts.port ?? ownPort,
            "the origin is Foundation's", (text, url))
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.removingPercentEncoding ?? String($0)
        }
        require(url.path == segments, "the path is Foundation's", (text, url.path, segments))
        let items = parts.percentEncodedQueryItems ?? []
        let decoded = items.filter { !($0.name.isEmpty && $0.value == nil) }.map { item in
            [item.name, item.value].map { $0.map { Texts.percentDecoded($0.utf8, plusIsSpace: true) } }
        }
        let found = url.query.map { [$0.name as String?, $0.value].map { $0.map { Array($0.utf8) as [UInt8]? } } }
        require(found.count == decoded.count, "the items of the query are Foundation's", (text, url.query, items))
        for (item, other) in zip(found, decoded)
        where !other.contains(where: { ($0 ?? []).map { $0.contains { $0 >= 0x80 } } ?? true }) {
            require(item == other, "the values of the query are Foundation's", (text, url.query, items))
        }
    }

    static func checkRequest(_ parts: [String]) {
        let types = [
            "application/json", "application/x-www-form-urlencoded", "text/plain",
            "multipart/form-data; boundary=\(parts[1])",
        ]
        for type in types {
            let request = HARRequest(
                method: "POST", url: parts[2], headers: [HARField("Content-Type", type), HARField("X-A", parts[1])],
                postData: RecordedBody(mimeType: type, data: Data(parts[0].utf8)))
            let compared = CassetteRequest(request, operation: "A.b", template: parts[1])
            let matching = CassetteMatching(Set(CassetteMatching.Part.allCases), headers: ["X-A"])
            let differences = compared.differences(from: compared, by: matching)
            require(differences.isEmpty, "a request answers itself", (parts, type, differences))
        }
    }
}
