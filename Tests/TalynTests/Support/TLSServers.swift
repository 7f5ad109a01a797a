import Foundation

/// The TLS servers that `.ci/with-tls-servers` has started, by the kind of their certificates.
enum TLSServers {
    private static let ports: [String: Int] = {
        let list = ProcessInfo.processInfo.environment["TALYN_TLS_SERVERS"] ?? ""
        let pairs = list.split(separator: " ").compactMap { pair -> (String, Int)? in
            let parts = pair.split(separator: "=")
            return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// Whether they run.
    static var run: Bool { !ports.isEmpty }

    /// Scheme, host and port of a server; nil when it does not run.
    static func origin(_ kind: String, scheme: String = "https") -> String? {
        ports[kind].map { "\(scheme)://localhost:\($0)" }
    }
}
