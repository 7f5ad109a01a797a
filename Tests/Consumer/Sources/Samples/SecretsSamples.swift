import Talyn

enum SecretsSamples {
    nonisolated struct Login: RedactedStringConvertible, Encodable {
        let user: String
        let password: String
        var description: String { "Login" }
    }

    static func run() async throws {
        let redaction = Redaction.standard
            .adding(headers: ["X-Tenant"], names: ["iban"])
            .excepting(names: ["session"])
            .adding { text in text.replacingOccurrences(of: "AB-12", with: Redaction.placeholder) }
        let github = Provider<GitHub>(plugins: [.logger(.verbose, redacting: redaction)])
        guard "\(github)".contains("LoggerPlugin") else { fail("a logger with a redaction") }

        let text = redaction.url("https://shop.example/?iban=NO93&session=7&page=2&note=AB-12")
        guard text == "https://shop.example/?iban=REDACTED&session=7&page=2&note=REDACTED" else { fail(text) }
        let login = Login(user: "ann", password: "secret")
        guard "\(login)" == "Login", String(reflecting: login) == "Login" else { fail("a description") }
    }
}
