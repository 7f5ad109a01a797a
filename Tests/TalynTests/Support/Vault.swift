import Foundation

@testable import Talyn

/// An API with the secret in every value of its calls.
enum Vault: RoutedTarget {
    case open(String)
    case crooked(id: String)
    case unencodable(String)

    enum Tag: CallTagKey { static let defaultValue = "" }

    struct Box: Codable, Sendable { var opened: Bool }

    /// An envelope with a rejection whose message is the secret.
    struct No: Envelope {
        let no: String
        var payload: String? { nil }
        var rejection: Rejection? { Rejection(code: 7, message: no) }
    }

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://\(canary):\(canary)@vault.example/v1?key=\(canary)")!

    var route: Route {
        switch self {
        case .open(let secret):
            .post("boxes/\(secret)/\(raw: secret)").query(["token": secret]).query(encoding: ["again": secret])
                .json(["password": secret]).bearer(secret).header("X-Key", secret).tag(Tag.self, secret)
        case .crooked(let id): .get("boxes/\("\(id)\n")").bearer(id)
        case .unencodable(let secret): .get("boxes").query(["token": secret, "ratio": Double.nan]).bearer(secret)
        }
    }

    var validation: Validation { .successCodes.contentType("application/json").accepting(No.self) }
}

/// An error with the secret in all of its texts.
struct Leak: LocalizedError, CustomStringConvertible {
    let secret = canary
    var description: String { secret }
    var errorDescription: String? { secret }
}
