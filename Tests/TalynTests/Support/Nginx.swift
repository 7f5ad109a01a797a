import Foundation

/// The nginx that `.ci/with-nginx` has started: it ends kept connections after 50 requests, and when it reloads.
enum Nginx {
    private static let values: [String: String] = {
        let list = ProcessInfo.processInfo.environment["TALYN_NGINX"] ?? ""
        let pairs = list.split(separator: " ").compactMap { pair -> (String, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// Whether it runs.
    static var runs: Bool { !values.isEmpty }

    /// Where it answers; https is HTTP/2.
    static func url(_ scheme: String) -> URL? {
        values[scheme].flatMap { URL(string: "\(scheme)://127.0.0.1:\($0)") }
    }

    /// Ends its workers, and with them each connection that is idle, and begins others.
    static func reload() {
        if let pid = values["pid"].flatMap({ pid_t($0) }) { kill(pid, SIGHUP) }
    }

    /// The bodies that it has received whole, a line `X-Call length` each, of the calls whose name begins so.
    ///
    /// A line is written behind the answer: up to five seconds are waited for so many.
    static func bodies(of prefix: String, count: Int) async throws -> [String] {
        for _ in 0..<100 where try bodies(of: prefix).count < count { try await Task.sleep(for: .milliseconds(50)) }
        return try bodies(of: prefix)
    }

    private static func bodies(of prefix: String) throws -> [String] {
        let text = try String(contentsOfFile: values["log"] ?? "", encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map(String.init)
    }
}
