extension Endpoint {
    /// The URL as a log may show it: the path as its template, `<hidden>` for values that may be secrets, no userinfo, no
    /// fragment. A base path that the template does not name is shown.
    var loggedURL: String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "<hidden>" }
        let items = (parts.queryItems ?? []).map { item in
            guard let value = item.value else { return "<hidden>" }
            // Escaped again: a name or value may hold a line break.
            return "\(Self.escaped(item.name))=\(Self.isSecret(item.name, value) ? "<hidden>" : Self.escaped(value))"
        }
        return parts.shownOrigin + loggedPath(parts.percentEncodedPath)
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
    }

    /// The template in the place of as many segments at the end of the path; a path made by hand is hidden.
    private func loggedPath(_ path: String) -> String {
        guard let template else { return path.isEmpty ? "" : "/…" }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let names = template.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > names.count, !template.isEmpty else { return "/\(template)" }
        return (segments.dropLast(names.count) + names).joined(separator: "/")
    }

    private static func escaped(_ value: String) -> String {
        var text = URLText()
        text.appendPercentEncoded(value, allowing: .query)
        return text.string
    }

    /// Whether a name speaks of a secret or a person, or a value holds names of its own.
    private static func isSecret(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        return value.contains { "=;".contains($0) } || secretNames.contains { name.contains($0) }
    }

    private static let secretNames = [
        "auth", "bearer", "card", "code", "cred", "email", "jwt", "key", "nonce", "otp", "pass", "phone", "pin", "pwd",
        "secret", "session", "sig", "ssn", "token", "user",
    ]
}
