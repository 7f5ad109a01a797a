/// A header field: a name and a value.
public struct HTTPHeader: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The value.
    public let value: String

    /// Makes a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// `name: value`.
    public var description: String { "\(name): \(value)" }
}

extension HTTPHeader {
    /// Returns an `Accept` field.
    public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }
    /// Returns an `Accept-Charset` field.
    public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }
    /// Returns an `Accept-Language` field.
    public static func acceptLanguage(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Language", value: value)
    }
    /// Returns an `Accept-Encoding` field.
    public static func acceptEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Encoding", value: value)
    }
    /// Returns an `Authorization` field with the Basic scheme.
    public static func authorization(username: String, password: String) -> HTTPHeader {
        authorization("Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
    }
    /// Returns an `Authorization` field with the Bearer scheme.
    public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }
    /// Returns an `Authorization` field.
    public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }
    /// Returns a `Content-Disposition` field.
    public static func contentDisposition(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Disposition", value: value)
    }
    /// Returns a `Content-Encoding` field.
    public static func contentEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Encoding", value: value)
    }
    /// Returns a `Content-Type` field.
    public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }
    /// Returns a `User-Agent` field.
    public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }
    /// Returns a `Sec-WebSocket-Protocol` field.
    public static func websocketProtocol(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Sec-WebSocket-Protocol", value: value)
    }
}

extension HTTPHeader {
    /// The codings that are decoded: `Accept-Encoding: br;q=1.0, gzip;q=0.9, deflate;q=0.8`, on Linux without `br`.
    public static let defaultAcceptEncoding: HTTPHeader = {
        #if os(Linux)
        acceptEncoding(ranked(["gzip", "deflate"]))
        #else
        acceptEncoding(ranked(["br", "gzip", "deflate"]))
        #endif
    }()

    /// The user's first six languages, the preferred one first.
    public static let defaultAcceptLanguage = acceptLanguage(ranked(Array(Locale.preferredLanguages.prefix(6))))

    /// The app, the system and this library: `App/1.0 (com.example.App; build:1; iOS 17.0.0) TalynMoya/0.1.0`.
    public static let defaultUserAgent: HTTPHeader = {
        let info = Bundle.main.infoDictionary
        func value(_ key: String) -> String? { info?[key] as? String }
        let path = ProcessInfo.processInfo.arguments.first
        let name = value("CFBundleExecutable") ?? path.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "Unknown"
        let version = value("CFBundleShortVersionString") ?? "Unknown"
        let (bundle, build) = (value("CFBundleIdentifier") ?? "Unknown", value("CFBundleVersion") ?? "Unknown")
        let number = ProcessInfo.processInfo.operatingSystemVersion
        let system = "\(systemName) \(number.majorVersion).\(number.minorVersion).\(number.patchVersion)"
        return userAgent("\(name)/\(version) (\(bundle); build:\(build); \(system)) TalynMoya/0.1.0")
    }()

    /// Returns values with a weight each: 1.0, 0.9, and so on.
    private static func ranked(_ values: [String]) -> String {
        values.enumerated().map { "\($1);q=\(1.0 - Double($0) * 0.1)" }.joined(separator: ", ")
    }

    #if targetEnvironment(macCatalyst)
    private static let systemName = "macOS(Catalyst)"
    #elseif os(iOS)
    private static let systemName = "iOS"
    #elseif os(macOS)
    private static let systemName = "macOS"
    #elseif os(tvOS)
    private static let systemName = "tvOS"
    #elseif os(watchOS)
    private static let systemName = "watchOS"
    #elseif os(visionOS)
    private static let systemName = "visionOS"
    #elseif os(Linux)
    private static let systemName = "Linux"
    #else
    private static let systemName = "Unknown"
    #endif
}
