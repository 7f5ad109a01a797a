/// The text of a `User-Agent` (RFC 9110 §10.1.5): products, then a comment.
enum UserAgent {
    /// The app, Talyn and the system, computed once.
    static let standard: String = {
        let info = Bundle.main.infoDictionary ?? [:]
        let name = info["CFBundleName"] as? String ?? info["CFBundleExecutable"] as? String
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return text(
            app: name ?? ProcessInfo.processInfo.processName, version: info["CFBundleShortVersionString"] as? String,
            system: systemName(platform: info["DTPlatformName"] as? String),
            systemVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)")
    }()

    static func text(app: String, version: String?, system: String, systemVersion: String) -> String {
        let product = token(app)
        let number = version.map(token) ?? ""
        let first = product.isEmpty ? "" : "\(product)\(number.isEmpty ? "" : "/\(number)") "
        return "\(first)Talyn (\(token(system)) \(token(systemVersion)))"
    }

    /// Returns a name as a token: without accents, with a hyphen for each run of invalid characters.
    static func token(_ text: String) -> String {
        let plain = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        return plain.utf8.split { !PercentEncoding.AllowedBytes.token.contains($0) }.map { Substring($0) }
            .joined(separator: "-")
    }

    private static func systemName(platform: String?) -> String {
        switch platform {
        case "iphoneos", "iphonesimulator": return "iOS"
        case "macosx": return "macOS"
        case "appletvos", "appletvsimulator": return "tvOS"
        case "watchos", "watchsimulator": return "watchOS"
        case "xros", "xrsimulator": return "visionOS"
        default:
            // Without an app bundle: a tool or a server.
            var system = utsname()
            uname(&system)
            let name = withUnsafeBytes(of: &system.sysname) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return name == "Darwin" ? "macOS" : name
        }
    }
}

/// The text of an `Accept-Language` (RFC 9110 §12.5.4).
enum AcceptLanguage {
    /// Returns the tags with decreasing weights; nil if none is a language tag.
    static func value(for languages: [String]) -> String? {
        var tags: [String] = []
        for tag in languages.compactMap(tag) where !tags.contains(tag) { tags.append(tag) }
        guard !tags.isEmpty else { return nil }
        return tags.prefix(6).enumerated().map { $0 == 0 ? $1 : "\($1);q=0.\(10 - $0)" }.joined(separator: ", ")
    }

    /// Returns the name of a language or locale as a tag (RFC 5646): `de_CH.UTF-8` is `de-CH`; nil for other names,
    /// such as `C`.
    private static func tag(_ language: String) -> String? {
        let name = language.prefix(beforeBytes: ".").prefix(beforeBytes: "@").replacing(bytes: "_", with: "-")
        let parts = name.split(atBytes: "-")
        guard let first = parts.first, first == "*" || (2...8 ~= first.utf8.count && first.utf8.allSatisfy(\.isLetter)),
            parts.dropFirst().allSatisfy({ part in
                1...8 ~= part.utf8.count && part.utf8.allSatisfy { $0.isLetter || $0.isDigit }
            })
        else { return nil }
        return name
    }
}
