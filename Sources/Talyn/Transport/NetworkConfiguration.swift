/// The settings of a transport's connections: proxy, trust, client certificate, versions and limits.
///
/// ```swift
/// var network = NetworkConfiguration()
/// network.proxy = .url("http://user:secret@proxy.internal:3128", except: ["localhost", "internal"])
/// network.minimumTLSVersion = .tls13
/// let transport = try CURLTransport(network)
/// ```
/// A transport checks its settings when it is made, and refuses those that its platform does not have. Descriptions
/// contain no credentials.
public struct NetworkConfiguration: Sendable {
    /// The way to the server.
    public enum Proxy: Sendable, Hashable {
        /// The proxy of the environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` on Linux, the system's
        /// settings on Apple platforms.
        case system
        /// No proxy, whatever the environment says.
        case direct
        /// A proxy by URL: `http`, `https`, `socks5` (which resolves names itself: `socks5h`), with the credentials as
        /// user info. `except` lists hosts that are reached directly, each with its subdomains, and IP addresses; an
        /// entry with a port, a range of addresses or a pattern is refused.
        case url(String, except: [String] = [])
    }

    /// The certificate authorities that a server's certificate may come from.
    public enum Trust: Sendable, Hashable {
        /// Those of the system.
        case system
        /// Those of a PEM file, instead of the system's.
        case authorities(file: String)
    }

    /// The certificate with which the client identifies itself.
    public struct ClientCertificate: Sendable, Hashable {
        /// The path of the certificate, or of its chain, as PEM; or of a PKCS #12 file (`.p12`, `.pfx`) with the key.
        public var file: String
        /// The path of the private key as PEM; nil if it is in `file`.
        public var keyFile: String?
        /// The password of the key; nil for one without a password.
        public var password: String?

        /// Whether the file has the key too, as PKCS #12.
        var isArchive: Bool {
            let file = file.asciiLowercased
            return file.hasSuffix(bytes: ".p12") || file.hasSuffix(bytes: ".pfx")
        }

        /// Makes a certificate.
        public init(file: String, keyFile: String? = nil, password: String? = nil) {
            self.file = file
            self.keyFile = keyFile
            self.password = password
        }
    }

    /// A version of TLS.
    public enum TLSVersion: Sendable, Hashable {
        /// TLS 1.2 (RFC 5246).
        case tls12
        /// TLS 1.3 (RFC 8446).
        case tls13
    }

    /// The versions of HTTP to use.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 over TLS if the server offers it, otherwise HTTP/1.1. Over libcurl before 8.5 always HTTP/1.1.
        case automatic
        /// HTTP/1.1 only.
        case http11
        /// HTTP/2 from the first byte, without TLS too (RFC 9113 §3.3). Refused over libcurl before 8.5.
        case http2WithPriorKnowledge
    }

    /// The proxy. Default: `.system`.
    public var proxy = Proxy.system
    /// The certificate authorities. Default: `.system`.
    public var trust = Trust.system
    /// The public keys that a host's certificate may have, by host: `["api.example.com": ["sha256/AAAA…="]]`, the
    /// SHA-256 of the key's SubjectPublicKeyInfo in Base64 (RFC 7469 §2.4). `*.example.com` stands for all hosts of a
    /// domain. Besides the check of the certificate, not instead of it. Default: none.
    public var pinnedPublicKeys: [String: [String]] = [:]
    /// The client's certificate. Default: nil, none.
    public var clientCertificate: ClientCertificate?
    /// The lowest version of TLS. Default: `.tls12`.
    public var minimumTLSVersion = TLSVersion.tls12
    /// The versions of HTTP. Default: `.automatic`.
    public var httpVersion = HTTPVersion.automatic
    /// The number of connections to one host at the same time; further calls queue, first come, first served. Over
    /// HTTP/2, each connection carries up to 100 calls. At least 1. Default: nil, the transport's: 64 over libcurl, 6
    /// over URLSession.
    public var maxConnectionsPerHost: Int?
    /// The longest time for name lookup, connection and TLS, in real time. Default: nil, five minutes; the call's
    /// timeout comes first.
    public var connectTimeout: Duration?
    /// The path of a Unix domain socket, through which every call goes. Default: nil, none.
    public var unixSocket: String?
    /// The name of the network interface, such as `eth1`. Default: nil, the system's choice.
    public var networkInterface: String?

    /// Makes the default settings.
    public init() {}

    /// The error of a setting that a transport cannot use.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// The name of the setting, such as `trust`.
        public let setting: String
        /// The reason, without credentials.
        public let reason: String

        /// Makes a refusal, for a transport of your own. `reason` must not contain credentials.
        public init(_ setting: String, _ reason: String) {
            self.setting = setting
            self.reason = reason
        }

        /// `NetworkConfiguration.trust: the file /etc/ca.pem does not exist`.
        public var description: String { "NetworkConfiguration.\(setting): \(reason)" }
    }
}

extension NetworkConfiguration: RedactedStringConvertible {
    /// The settings that are not the defaults; no credentials, keys or hosts of a proxy.
    public var description: String {
        var parts: [String] = []
        switch proxy {
        case .system: break
        case .direct: parts.append("no proxy")
        case .url: parts.append("a proxy")
        }
        if case .authorities(let file) = trust { parts.append("authorities of \(file)") }
        if !pinnedPublicKeys.isEmpty { parts.append("pinned keys (\(pinnedPublicKeys.count))") }
        if let clientCertificate { parts.append("client certificate of \(clientCertificate.file)") }
        if minimumTLSVersion != .tls12 { parts.append("TLS 1.3") }
        switch httpVersion {
        case .automatic: break
        case .http11: parts.append("HTTP/1.1")
        case .http2WithPriorKnowledge: parts.append("HTTP/2")
        }
        if let maxConnectionsPerHost { parts.append("\(maxConnectionsPerHost) connections per host") }
        if let connectTimeout { parts.append("connect timeout \(CallTimeline.text(connectTimeout))") }
        if let unixSocket { parts.append("socket \(unixSocket)") }
        if let networkInterface { parts.append("interface \(networkInterface)") }
        return parts.isEmpty ? "default network settings" : parts.joined(separator: ", ")
    }
}

extension NetworkConfiguration.Proxy: RedactedStringConvertible {
    /// The kind; never the URL, which may have credentials.
    public var description: String {
        switch self {
        case .system: "the system's proxy"
        case .direct: "no proxy"
        case .url: "a proxy"
        }
    }
}

extension NetworkConfiguration.ClientCertificate: RedactedStringConvertible {
    /// The files; never the password.
    public var description: String { "certificate \(file)\(keyFile.map { ", key \($0)" } ?? "")" }
}

extension NetworkConfiguration {
    /// The public keys that a host may have; empty for any.
    func pins(of host: String) -> [String] {
        // A dot at the end makes a name absolute (RFC 3986 §3.2.2), and changes nothing else.
        let name = host.asciiLowercased
        let host = name.hasSuffix(bytes: ".") ? String(name.dropLast()) : name
        var pins: [String] = []
        for (name, keys) in pinnedPublicKeys {
            let name = name.asciiLowercased
            let isDomain = name.hasPrefix(bytes: "*.") && host.hasSuffix(bytes: String(name.dropFirst()))
            if isDomain || host.isSame(bytes: name) { pins += keys }
        }
        return pins
    }

    /// Checks the settings that every transport reads in the same way.
    func check() throws(Refusal) {
        if case .authorities(let file) = trust {
            try Self.check(file, "trust", contains: "-----BEGIN CERTIFICATE-----")
        }
        if let clientCertificate {
            try Self.check(clientCertificate.file, "clientCertificate")
            if clientCertificate.keyFile != nil || !clientCertificate.isArchive {
                let key = clientCertificate.keyFile ?? clientCertificate.file
                try Self.check(key, "clientCertificate", contains: "PRIVATE KEY-----")
            }
        }
        for (host, keys) in pinnedPublicKeys {
            let name = host.hasPrefix(bytes: "*.") ? host.dropFirst(2) : host[...]
            if !name.isHostName || name.hasSuffix(bytes: ".") || keys.isEmpty {
                throw Refusal("pinnedPublicKeys", "\(host) is not the name of a host, or has no keys")
            }
        }
        for pin in pinnedPublicKeys.values.joined() {
            guard pin.hasPrefix(bytes: "sha256/"), Data(base64Encoded: String(pin.dropFirst(7)))?.count == 32 else {
                throw Refusal("pinnedPublicKeys", "a key is not \"sha256/\" and the Base64 of 32 bytes")
            }
        }
        if case .url(let text, let exceptions) = proxy {
            for exception in exceptions where exception.ipv6Address == nil && !exception.isHostName {
                let entry = exception.cut(atLast: "@")?.tail ?? exception[...]
                throw Refusal("proxy", "the exception \"\(entry)\" is not the name of a host or an IP address alone")
            }
            let parts = URLComponents(string: text)
            guard let scheme = parts?.scheme?.asciiLowercased, parts?.host?.isEmpty == false,
                ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme)
            else { throw Refusal("proxy", "the URL has no host, or not a scheme of http, https, socks4 and socks5") }
        }
        if let maxConnectionsPerHost, maxConnectionsPerHost < 1 {
            throw Refusal("maxConnectionsPerHost", "it is below 1")
        }
        // sockaddr_un has 108 bytes with the final NUL (unix(7)).
        if let unixSocket, !(1...107 ~= unixSocket.utf8.count) {
            throw Refusal("unixSocket", "the path has \(unixSocket.utf8.count) bytes; a socket has 1 to 107")
        }
        if let connectTimeout, connectTimeout <= .zero { throw Refusal("connectTimeout", "it is not above zero") }
    }

    private static func check(_ path: String, _ setting: String, contains text: String? = nil) throws(Refusal) {
        let bytes: Data
        do throws(FileFault) { bytes = try URL(fileURLWithPath: path).contents(upTo: 16 << 20) } catch {
            throw Refusal(setting, "the file \(path) \(error.rawValue)")
        }
        if let text, bytes.range(of: Data(text.utf8)) == nil {
            throw Refusal(setting, "the file \(path) has no \"\(text)\"")
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Whether it has the characters of a host's name.
    fileprivate var isHostName: Bool {
        !isEmpty && utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) }
    }
}
