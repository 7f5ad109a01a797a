internal import Talyn

/// The URLs of the origins of a scenario in one run. Each pair differs (RFC 6454 §4).
///
/// An address is the name of an origin and a path, such as `home/a`.
struct ScenarioOrigins: Sendable {
    private let bases: [String: String]

    init(home: Int, otherPort: Int, nobody: Int) {
        bases = [
            // That of most calls.
            "home": "http://127.0.0.1:\(home)", "otherPort": "http://127.0.0.1:\(otherPort)",
            // The same port, another name of the host.
            "otherHost": "http://localhost:\(home)",
            // A port that refuses connections, and a host that does not exist (RFC 6761 §6.4). No server records them.
            "nobody": "http://127.0.0.1:\(nobody)", "nowhere": "http://nobody.invalid",
        ]
    }

    /// The URL of an origin, `http://host:port`; empty for an unknown one.
    func base(_ origin: String) -> String { bases[origin] ?? "" }

    /// The text in which `<home>` and others are replaced by URLs, and `<//home>` by URLs without a scheme.
    func filled(_ text: String) -> String {
        bases.reduce(text) { text, base in
            text.replacing(bytes: "<\(base.key)>", with: base.value)
                .replacing(bytes: "<//\(base.key)>", with: String(base.value.dropFirst("http:".count)))
        }
    }

    func filled(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, filled($0.value)) })
    }

    /// The URL with the name of its origin: `home/a?b`.
    func name(of url: URL) -> String {
        let text = url.absoluteString
        let origin = bases.first { text == $0.value || text.hasPrefix(bytes: "\($0.value)/") }
        return origin.map { "\($0.key)\(text.dropFirst($0.value.count))" } ?? text
    }
}
