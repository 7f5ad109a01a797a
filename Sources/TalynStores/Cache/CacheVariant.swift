internal import Foundation
internal import Talyn

/// The difference between the stored responses of one URL: hashes of the credentials and cookies of the request, and of
/// the fields that `Vary` names (RFC 9111 §4.1).
public struct CacheVariant: Sendable, Hashable, CustomStringConvertible {
    /// The text of it, without a secret: letters, digits and characters of field names, at most 255 bytes.
    public let description: String

    /// The form in which the body was received, and the hash of the request's credentials.
    let credentials: String
    /// The hash of the request's cookies; `-` without.
    let cookies: String
    /// The names of `Vary` in lower case, in order.
    let names: [String]
    /// The hash of the values of these fields.
    let values: String

    /// Makes the variant of a text; nil for another text than a ``description``.
    public init?(_ text: String) {
        let parts = text.split(atBytes: "~").map(String.init)
        guard parts.count == 4, !parts[0].isEmpty else { return nil }
        guard parts[0].utf8.contains(UInt8(ascii: "-")) else { return nil }
        for part in [parts[0], parts[1], parts[3]] {
            for byte in part.utf8 where !(byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")) { return nil }
        }
        let names = parts[2].isEmpty ? [] : parts[2].split(atBytes: ",").map(String.init)
        self.init(parts[0], parts[1], names, parts[3])
    }

    /// Makes a variant of its parts; nil if its text would be no name of a file.
    init?(_ credentials: String, _ cookies: String, _ names: [String], _ values: String) {
        for name in names {
            for byte in name.utf8 where !(byte.isLetter || byte.isDigit || Self.symbols.contains(byte)) { return nil }
        }
        description = "\(credentials)~\(cookies)~\(names.joined(separator: ","))~\(values)"
        if description.utf8.count > 255 { return nil }
        (self.credentials, self.cookies, self.names, self.values) = (credentials, cookies, names, values)
    }

    /// Those of a token (RFC 9110 §5.6.2) but `~`.
    private static let symbols = Array("!#$%&'*+-.^_`|".utf8)

    public static func == (left: CacheVariant, right: CacheVariant) -> Bool { left.description == right.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension CacheVariant {
    /// Whether the app or an account names the user.
    var isNamed: Bool { credentials.utf8.contains(Self.named) || cookies.utf8.first == Self.named }

    /// The form in which the body was received, and the scope of stubs; the part of the credentials without the user.
    var form: Substring { credentials.prefix(beforeBytes: "-") }

    /// The letter before the hash of a user whom the app or an account names. It is none of a hash.
    fileprivate static let named = UInt8(ascii: "u")
}

/// The parts of a request that select a stored response.
struct CacheSelector: Sendable {
    private let headers: HTTPHeaders
    private let hashes: CredentialHashes
    private let identity: CredentialHashes.Identity
    private let form: String
    private let credentials: String
    /// The hash of the request's cookies; `-` without.
    let cookies: String
    /// The hash of the fields that may be credentials, whoever names the user.
    private let secrets: String

    init(_ endpoint: Endpoint, _ hashes: CredentialHashes) {
        headers = endpoint.headers
        self.hashes = hashes
        identity = hashes.identity(of: endpoint)
        // A body that was decoded on its way is another one.
        let coding = endpoint.options.decodesContent ? "d" : "e"
        form = TransportOverride.number.map { "\(coding)\($0.hexDigits)" } ?? coding
        secrets = hashes.hash(identity.secrets)
        if let user = identity.user {
            credentials = "\(form)-u\(hashes.hash(user))"
        } else {
            credentials = identity.secrets.isEmpty ? "\(form)-" : "\(form)-\(secrets)"
        }
        let cookies = hashes.hash(identity.cookies)
        // A request with other cookies than the named ones is that of a user, too: its response answers no named one.
        let isNamed = hashes.namesCookies && (!identity.cookies.isEmpty || endpoint.headers.contains("Cookie"))
        self.cookies = isNamed ? "u\(cookies)" : cookies
    }

    /// Whether the app or an account names the users of requests like this one.
    var isNamed: Bool { identity.user != nil || hashes.namesCookies }

    /// Returns whether another request has the same user, and the same credentials.
    func isSameUser(as other: CacheSelector) -> Bool {
        credentials == other.credentials && cookies == other.cookies && secrets == other.secrets
    }

    /// Returns whether a variant is of a request with the same credentials, and with the same cookies or without any.
    func isSameUser(as variant: CacheVariant) -> Bool {
        variant.credentials == credentials && (variant.cookies == "-" || variant.cookies == cookies)
    }

    /// Returns whether a variant may answer the request: that of a request with the same credentials, with the same
    /// cookies or without any, and with the same fields that `Vary` names.
    func accepts(_ variant: CacheVariant) -> Bool {
        isSameUser(as: variant) && (variant.names.isEmpty || variant.values == hash(of: variant.names))
    }

    /// Returns whether the server may be asked whether a variant answers the request. It has the same credentials, and
    /// other cookies only if nobody names the users.
    func mayOffer(_ variant: CacheVariant) -> Bool {
        variant.credentials == credentials && (isNamed ? isSameUser(as: variant) : !variant.isNamed)
    }

    /// Returns the variant of a response to the request; nil for one that no other request may use, as by `Vary: *`.
    func variant(of response: HTTPHeaders) -> CacheVariant? {
        var names = Set<String>()
        for value in response.values(for: "Vary") {
            for name in value.split(atBytes: ",").map(\.trimmed) where !name.isEmpty {
                if name.isSame(bytes: "*") { return nil }
                names.insert(name.asciiLowercased)
            }
        }
        if names.isEmpty { return CacheVariant(credentials, cookies, [], "-") }
        let sorted = Array(names).sortedByBytes()
        return CacheVariant(credentials, cookies, sorted, hash(of: sorted))
    }

    private func hash(of names: [String]) -> String {
        hashes.hash(names.map { name in normalized(name).map { "\(name):\($0)" } ?? name })
    }

    /// Returns the value of a field in one form: without spaces around commas, of languages and codings also without
    /// the case of letters, of codings without their order, which has no meaning (RFC 9110 §12.5.3). Nil without the
    /// field.
    private func normalized(_ name: String) -> String? {
        if let place = identity.replaced.firstIndex(where: { $0.name.isSame(bytes: name) }) {
            return identity.replaced[place].value
        }
        guard let text = headers[name] else { return nil }
        if text.contains(bytes: "\"") { return text }
        let members = text.split(atBytes: ",").map { String($0.trimmed) }
        switch name {
        case "accept-encoding": return members.map(\.asciiLowercased).sortedByBytes().joined(separator: ",")
        // Servers take the order of languages for that of a preference.
        case "accept-language": return members.map(\.asciiLowercased).joined(separator: ",")
        default: return members.joined(separator: ",")
        }
    }
}

/// The hashes of what identifies a user: of `Authorization`, of fields in which a plugin sent a token, of others that
/// hold a secret by their name or by its form, of cookies, and of what the app or an account names in their place.
final class CredentialHashes: Sendable {
    /// The text of a request that identifies its user.
    struct Identity: Sendable {
        /// The fields that may be credentials, but for cookies.
        var secrets: [String]
        var cookies: [String]
        /// The name of the user in place of both, with the credentials that it does not replace; nil without one.
        var user: [String]?
        /// The values of fields in their place, for `Vary`.
        var replaced: [(name: String, value: String?)] = []
    }

    /// The outcome of looking at a field.
    private struct Look {
        /// Whether the name says that each value is a secret.
        let isNamed: Bool
        /// The last value, and whether it says that it is a secret.
        var value: String
        var isSecret: Bool
    }

    private struct State {
        /// The names of fields that were looked at.
        var looks: [String: Look] = [:]
        /// The hashes of the last values.
        var hashes: [[String]: String] = [:]
    }

    private static let harmless: Set<String> = [
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Type", "Cookie", "If-Modified-Since",
        "If-None-Match", "Range", "User-Agent",
    ]
    /// The entries that are kept; a program that invents names or tokens looks again.
    private static let limit = 256

    private let state = Locked(State())
    private let salt: [UInt8]
    private let names: Set<String>
    private let cookies: [String]?
    private let name: (@Sendable (Endpoint) -> String?)?

    /// - Parameters:
    ///   - names: the fields that identify a user, besides those that are known.
    ///   - cookies: the names of the cookies that do; nil for all.
    ///   - name: returns the name of the user; nil without one.
    init(salt: Data, names: [String], cookies: [String]?, name: (@Sendable (Endpoint) -> String?)?) {
        self.salt = Array(salt)
        self.names = Set(names.map(\.asciiLowercased))
        (self.cookies, self.name) = (cookies, name)
    }

    /// Whether the app names the cookies that identify a user.
    var namesCookies: Bool { cookies != nil }

    /// Returns the text of a request that identifies its user.
    func identity(of endpoint: Endpoint) -> Identity {
        let secrets = secrets(of: endpoint)
        if let user = name?(endpoint) {
            // The fields that the app names count in any case. No name of a field begins with "=".
            let own = secrets.filter { names.contains(String($0.prefix(beforeBytes: ":"))) }
            let replaced = ["cookie", "authorization"] + secrets.map { String($0.prefix(beforeBytes: ":")) }
            return Identity(
                secrets: secrets, cookies: [], user: ["=name \(hash([user]))"] + own,
                replaced: replaced.filter { !names.contains($0) }.map { ($0, nil) })
        }
        var identity = Identity(secrets: secrets, cookies: endpoint.headers.values(for: "Cookie"), user: nil)
        if let cookies {
            identity.cookies = Self.pairs(of: identity.cookies, named: cookies)
            let value = identity.cookies.isEmpty ? nil : identity.cookies.joined(separator: ";")
            identity.replaced.append(("cookie", value))
        }
        if let account = endpoint.account {
            let header = account.header?.asciiLowercased ?? ""
            let others = secrets.filter { !$0.hasPrefix(bytes: "\(header):") || names.contains(header) }
            identity.user = ["=account \(hash([account.name]))"] + others
            identity.cookies = []
            if !names.contains(header) { identity.replaced.append((header, nil)) }
        }
        return identity
    }

    /// Returns the cookies of given names, in the order of the names.
    private static func pairs(of fields: [String], named names: [String]) -> [String] {
        let pairs = fields.flatMap { $0.split(atBytes: ";") }.map { String($0.trimmed) }
        return names.flatMap { name in
            pairs.filter { String($0.prefix(beforeBytes: "=")).trimmed.isSame(bytes: name) }
        }
    }

    /// Returns the fields of a request that identify its user, but for cookies.
    private func secrets(of endpoint: Endpoint) -> [String] {
        var secrets: [String] = []
        for field in endpoint.headers.fields where !Self.isHarmless(field.name) && isSecret(field) {
            secrets.append("\(field.name.asciiLowercased):\(field.value)")
        }
        for case .header(let name) in endpoint.options.tokenNames {
            secrets += endpoint.headers.values(for: name).map { "\(name.asciiLowercased):\($0)" }
        }
        return secrets.count > 1 ? Set(secrets).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } : secrets
    }

    private static func isHarmless(_ name: String) -> Bool {
        harmless.contains(name) || harmless.contains { HTTPHeaders.isSameName($0, name) }
    }

    private func isSecret(_ field: HTTPHeaders.Field) -> Bool {
        state.withLock { state in
            let known = state.looks[field.name]
            if let known, known.isNamed || known.value.utf8.elementsEqual(field.value.utf8) { return known.isSecret }
            let isNamed =
                known?.isNamed
                ?? (names.contains(field.name.asciiLowercased) || Self.hides(.init(field.name, "4f6f2c1e9a7b")))
            let isSecret = isNamed || Self.hides(field)
            if known != nil || state.looks.count < Self.limit {
                state.looks[field.name] = Look(isNamed: isNamed, value: field.value, isSecret: isSecret)
            }
            return isSecret
        }
    }

    private static func hides(_ field: HTTPHeaders.Field) -> Bool {
        Redaction.standard.headers(HTTPHeaders([field])).first != field
    }

    /// Returns the first half of a SHA-256 of the salt and values; `-` without values.
    func hash(_ values: [String]) -> String {
        if values.isEmpty { return "-" }
        if let known = state.withLock({ $0.hashes[values] }) { return known }
        let text = salt + Array(values.joined(separator: "\n").utf8)
        let hash = Array(SHA256.digest(of: text).prefix(16)).hexDigits
        state.withLock { state in
            if state.hashes.count >= Self.limit { state.hashes = [:] }
            state.hashes[values] = hash
        }
        return hash
    }
}

extension CredentialHashes: CustomReflectable {
    /// Shows nothing of tokens.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
