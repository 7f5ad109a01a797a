internal import Talyn
internal import TalynTesting

/// A place of a scenario. Two of them are different origins (RFC 6454 §4), each in another way.
enum ScenarioOrigin: String, Sendable, CaseIterable {
    /// Where calls go.
    case home
    /// The same host, another port.
    case otherPort
    /// The same port, another name of the host.
    case otherHost
    /// A port that nobody listens on.
    case nobody
    /// A host that no name service knows (RFC 6761 §6.4).
    case nowhere
}

/// Where the places of a scenario are in one run: on which ports, or under which made-up names.
struct ScenarioPlaces: Sendable {
    private let bases: [ScenarioOrigin: String]

    init(home: Int, otherPort: Int, nobody: Int) {
        bases = [
            .home: "http://127.0.0.1:\(home)", .otherPort: "http://127.0.0.1:\(otherPort)",
            .otherHost: "http://localhost:\(home)", .nobody: "http://127.0.0.1:\(nobody)",
            .nowhere: "http://nobody.invalid",
        ]
    }

    /// Places for stubs, which no packet ever reaches.
    static let stubbed = ScenarioPlaces(home: 1, otherPort: 2, nobody: 3)

    /// `http://host:port`.
    func base(_ origin: ScenarioOrigin) -> String { bases[origin] ?? "" }

    /// A text with `<home>` and so on become URLs, and `<//home>` become URLs without a scheme.
    func filled(_ text: String) -> String {
        bases.reduce(text) { text, place in
            text.replacing(bytes: "<\(place.key)>", with: place.value)
                .replacing(bytes: "<//\(place.key)>", with: String(place.value.dropFirst("http:".count)))
        }
    }

    func filled(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, filled($0.value)) })
    }

    /// Which place a URL is in; nil for none of them.
    func origin(of url: URL) -> ScenarioOrigin? {
        bases.first { url.absoluteString == $0.value || url.absoluteString.hasPrefix(bytes: "\($0.value)/") }?.key
    }

    /// A URL by its place: `home/a?b`.
    func name(of url: URL) -> String {
        guard let origin = origin(of: url), let base = bases[origin] else { return url.absoluteString }
        return "\(origin)\(url.absoluteString.dropFirst(base.count))"
    }
}
