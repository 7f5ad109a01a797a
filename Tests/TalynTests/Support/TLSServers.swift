import Foundation

/// The TLS servers started by `.ci/with tls-servers`, by the kind of their certificates.
enum TLSServers {
    private static let ports = environmentPairs("TALYN_TLS_SERVERS").compactMapValues { Int($0) }

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
