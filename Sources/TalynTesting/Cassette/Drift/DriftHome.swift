internal import Talyn

/// Where secrets may go: the origin of a cassette's first entry, or hosts that were named. Never over plain http, unless
/// that entry went so.
package struct DriftHome: Sendable {
    private let origin: Origin?
    private let hosts: Set<String>

    /// The origin of the first entry that can be read, or `hosts`, in lower case, where there are any.
    init(of entries: [HAREntry], hosts: Set<String>) {
        origin = entries.first { $0.fault == nil }.flatMap { URLComponents(string: $0.request.url) }.flatMap {
            Origin($0)
        }
        self.hosts = hosts
    }

    /// Whether secrets may go where a URL leads.
    func contains(_ url: URLComponents) -> Bool {
        guard let place = Origin(url) else { return false }
        if hosts.isEmpty { return place == origin }
        return hosts.contains(place.host) && (place.scheme == "https" || origin?.scheme == "http")
    }

    /// Scheme, host and port; nil where it is not http or https.
    private struct Origin: Equatable, Sendable {
        let scheme: String
        let host: String
        let port: Int

        init?(_ url: URLComponents) {
            guard let scheme = url.scheme?.asciiLowercased, ["http", "https"].contains(scheme),
                let host = url.host?.lowercased(), !host.isEmpty
            else { return nil }
            self.scheme = scheme
            self.host = host
            port = url.port ?? (scheme == "https" ? 443 : 80)
        }
    }
}
