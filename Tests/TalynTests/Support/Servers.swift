import Foundation
import Testing

@testable import Talyn

/// The programs started by `.ci/with servers`: nginx and lighttpd with the same files, and tinyproxy.
enum Servers {
    /// A web server. The raw value is the name of its port.
    enum Web: String, CaseIterable {
        case nginx = "http"
        case nginxOverTLS = "https"
        case lighttpd

        /// Returns a URL of it. nginx is at 127.0.0.2 as well, for which its certificate is not valid.
        func url(_ path: String, host: String = "127.0.0.1") throws -> URL {
            let port = try #require(Servers.values[rawValue])
            return try #require(URL(string: "\(self == .nginxOverTLS ? "https" : "http")://\(host):\(port)/\(path)"))
        }
    }

    private static let values = environmentPairs("TALYN_SERVERS")

    /// Whether nginx is running, without which the others are not started.
    static var run: Bool { !values.isEmpty }

    /// The web servers that are running.
    static var webs: [Web] { Web.allCases.filter { values[$0.rawValue] != nil } }

    /// The content codings of lighttpd, each with a folder of its name; empty without lighttpd.
    static var codings: [String] { values["codings"]?.split(separator: ",").map(String.init) ?? [] }

    /// Whether lighttpd reads forms by a CGI program.
    static var haveCGI: Bool { values["cgi"] != nil }

    /// Whether the SOCKS5 proxy is running.
    static var haveSOCKS: Bool { values["socks"] != nil }

    /// Whether both HTTP proxies are running.
    static var haveProxies: Bool { values["proxy"] != nil && values["authproxy"] != nil }

    /// The names of the files: the sizes of random bytes, and a text.
    static let names = ["0", "1", "65536", "5242880", "text"]

    /// Returns a value, such as the path of a Unix domain socket or the port of a proxy.
    static func value(_ name: String) throws -> String { try #require(values[name]) }

    /// Returns the place of a served file.
    static func file(_ name: String) throws -> URL { try place("www/files/\(name)") }

    /// Returns the place of a body that was stored by a PUT to `/uploads/name`.
    static func upload(_ name: String) throws -> URL { try place("www/uploads/\(name)") }

    /// Returns the SHA-256 of a served file, from `sha256sum`.
    static func sum(of name: String) throws -> String { try String(contentsOf: place("sums/\(name)"), encoding: .utf8) }

    /// Returns the lines in which a proxy names a request with a text in its URL.
    static func lines(ofProxy name: String, with text: String) throws -> [String] {
        let log = try String(contentsOf: place("\(value(name)).log"), encoding: .utf8)
        return log.split(separator: "\n").filter { $0.contains("Request ") && $0.contains(text) }.map(String.init)
    }

    private static func place(_ path: String) throws -> URL {
        URL(fileURLWithPath: try value("folder")).appendingPathComponent(path)
    }
}

extension Data {
    /// The SHA-256 in the form of `sha256sum`.
    var sum: String { hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// The SHA-256 by OpenSSL, which libcurl has loaded: a debug build of Talyn's own takes a second for 5 MiB.
    private var hash: [UInt8] {
        #if os(Linux)
        typealias Function = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>) -> UnsafeRawPointer?
        if let symbol = dlsym(nil, "SHA256") {
            let function = unsafeBitCast(symbol, to: Function.self)
            var hash = [UInt8](repeating: 0, count: 32)
            _ = withUnsafeBytes { function($0.baseAddress, $0.count, &hash) }
            return hash
        }
        #endif
        return SHA256.digest(of: Array(self))
    }
}

extension Body {
    /// Returns all bytes.
    func bytes() async throws -> Data {
        switch self {
        case .none: return Data()
        case .data(let data): return data
        case .file(let url): return try Data(contentsOf: url)
        case .stream(let stream): return try await stream.collect(upTo: 1 << 24)
        }
    }
}
