import Foundation

/// The TLS servers started by `.ci/with-tls-servers`, by the kind of their certificates.
enum TLSServers {
    private static let ports: [String: Int] = {
        let list = ProcessInfo.processInfo.environment["TALYN_TLS_SERVERS"] ?? ""
        let pairs = list.split(separator: " ").compactMap { pair -> (String, Int)? in
            let parts = pair.split(separator: "=")
            return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// Returns the path of a file of theirs.
    static func file(_ name: String) -> String {
        "\(ProcessInfo.processInfo.environment["TALYN_TLS_FOLDER"] ?? "")/\(name)"
    }

    /// Whether they are running.
    static var run: Bool { !ports.isEmpty }

    /// Returns the origin of a server; nil if it is not running.
    static func origin(_ kind: String, scheme: String = "https") -> String? {
        ports[kind].map { "\(scheme)://localhost:\($0)" }
    }
}
