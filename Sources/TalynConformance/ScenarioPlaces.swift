internal import Talyn
internal import TalynTesting

/// A place of a scenario. Each pair differs in its origin (RFC 6454 §4).
enum ScenarioOrigin: String, Sendable, CaseIterable {
    /// The place of most calls.
    case home
    /// The same host, another port.
    case otherPort
    /// The same port, another name of the host.
    case otherHost
    /// A port that refuses connections.
    case nobody
    /// A host that does not exist (RFC 6761 §6.4).
    case nowhere
}

/// The URLs of the places of a scenario in one run.
struct ScenarioPlaces: Sendable {
    private let bases: [ScenarioOrigin: String]

    init(home: Int, otherPort: Int, nobody: Int) {
        bases = [
            .home: "http://127.0.0.1:\(home)", .otherPort: "http://127.0.0.1:\(otherPort)",
            .otherHost: "http://localhost:\(home)", .nobody: "http://127.0.0.1:\(nobody)",
            .nowhere: "http://nobody.invalid",
        ]
    }

    /// `http://host:port`.
    func base(_ origin: ScenarioOrigin) -> String { bases[origin] ?? "" }

    /// The text in which `<home>` and others are replaced by URLs, and `<//home>` by URLs without a scheme.
    func filled(_ text: String) -> String {
        bases.reduce(text) { text, place in
            text.replacing(bytes: "<\(place.key)>", with: place.value)
                .replacing(bytes: "<//\(place.key)>", with: String(place.value.dropFirst("http:".count)))
        }
    }

    func filled(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, filled($0.value)) })
    }

    /// The place of a URL; nil for none of them.
    func origin(of url: URL) -> ScenarioOrigin? {
        bases.first { url.absoluteString == $0.value || url.absoluteString.hasPrefix(bytes: "\($0.value)/") }?.key
    }

    /// The URL with the name of its place: `home/a?b`.
    func name(of url: URL) -> String {
        guard let origin = origin(of: url), let base = bases[origin] else { return url.absoluteString }
        return "\(origin)\(url.absoluteString.dropFirst(base.count))"
    }
}
