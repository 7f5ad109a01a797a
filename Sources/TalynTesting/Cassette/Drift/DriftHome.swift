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
        guard let host = url.host?.lowercased(), hosts.contains(host) else { return false }
        return place.scheme == "https" || origin?.scheme == "http"
    }
}
