import Foundation

/// The nginx started by `.ci/with nginx`. It closes kept connections after 50 requests, and on reload.
enum Nginx {
    private static let values = environmentPairs("TALYN_NGINX")

    /// Whether it is running.
    static var runs: Bool { !values.isEmpty }

    /// Returns its URL; https is HTTP/2.
    static func url(_ scheme: String) -> URL? {
        values[scheme].flatMap { URL(string: "\(scheme)://127.0.0.1:\($0)") }
    }

    /// Restarts its workers, which closes every idle connection.
    /// - Throws: `POSIXError` if it is not running.
    static func reload() throws {
        guard let pid = values["pid"].flatMap({ pid_t($0) }), kill(pid, SIGHUP) == 0 else { throw POSIXError(.ESRCH) }
    }

    /// Returns the complete bodies it has received, one `X-Call length` line each, of the calls with a name prefix.
    ///
    /// A line is written after the response: waits up to five seconds for `count` lines.
    static func bodies(of prefix: String, count: Int) async throws -> [String] {
        for _ in 0..<100 where try bodies(of: prefix).count < count { try await Task.sleep(for: .milliseconds(50)) }
        return try bodies(of: prefix)
    }

    private static func bodies(of prefix: String) throws -> [String] {
        guard let log = values["log"] else { throw POSIXError(.ENOENT) }
        let text = try String(contentsOfFile: log, encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map(String.init)
    }
}
