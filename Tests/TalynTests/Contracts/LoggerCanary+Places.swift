import Foundation

@testable import Talyn

// The values that can contain a secret.
extension LoggerCanaryTests {
    static let sent: [Place] = [
        .header("Authorization", "Bearer \(secret)"), .header("Authorization", secret),
        .header("Authorization", "Basic \(basic)"), .header("Proxy-Authorization", "Basic \(basic)"),
        .header("Cookie", "a=1; sid=\(secret)"), .header("X-Api-Key", secret), .header("Api-Key", secret),
        .header("X-Auth-Token", secret), .header("X-Amz-Security-Token", secret), .header("X-CSRF-Token", secret),
        .header("X-Session-Id", secret), .header("X-Client-Secret", secret), .header("X-Hub-Signature", secret),
        .header("Referer", "https://x.example/?token=\(escaped)"),
        .header("Sec-WebSocket-Protocol", "bearer, \(secret)"),
        Place("userinfo") { $0.base = url("https://ann:\(escaped)@api.example.com") },
        Place("query of the base") { $0.base = url("https://api.example.com?api_key=\(escaped)") },
        Place("query") { $0.route = .get("things").query(["page": 1, "access_token": secret]) },
        Place("query in a query") { $0.route = .get("things").query(["next": "https://x.example/?sig=\(escaped)"]) },
        Place("fragment") { place in
            place.endpoint = Endpoint(url: url("https://api.example.com/things#access_token=\(escaped)"))
        },
        Place("bare fragment") { place in
            place.endpoint = Endpoint(url: url("https://api.example.com/things#\(escaped)"))
        },
        Place("echo in the path") { $0.route = .get("things/\(secret)").bearer(secret) },
        Place("echo in a header") { $0.route = .get("things").bearer(secret).header("X-Debug", "as \(secret)") },
        Place("echo in a query") { $0.route = .get("things").bearer(secret).query(["q": secret]) },
        Place("tag") { $0.route = .get("things").tag(Vault.Tag.self, secret) },
    ]

    static let both: [Place] =
        Place.bodies("application/json", #"{"a": [{"refreshToken": "\#(secret)"}], "password": "\#(secret)"}"#)
        + Place.bodies("application/problem+json", #"{"inner": "{\"client_secret\": \"\#(secret)\"}"}"#)
        + Place.bodies("application/x-www-form-urlencoded", "user=ann&password=\(escaped)")
        + Place.bodies(
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"client_secret\"\r\n\r\n\(secret)\r\n--x--\r\n")
        + Place.bodies("application/xml", "<login><password>\(secret)</password></login>")
        + Place.bodies("text/plain", "Authorization: Bearer \(secret)")

    static let answers: [Place] = [
        .answered("Set-Cookie", "sid=\(secret); Path=/; HttpOnly"), .answered("Location", "/next?token=\(escaped)"),
        .answered("Location", "https://ann:\(escaped)@x.example/#access_token=\(escaped)"),
        .answered("Link", "</next?access_token=\(escaped)>; rel=next"), .answered("X-Refresh-Token", secret),
        .answered("Refresh", "5; url=/?token=\(escaped)"), .answered("Authorization", "Bearer \(secret)"),
        .echoed("in JSON", .json(#"{"message": "no \#(secret)"}"#, status: 400)),
        .echoed("percent-encoded", .text("no \(escaped)", status: 400)),
        .echoed("in base64", .text("no \(basic)", status: 400)), .echoed("with success", .text(secret)),
        .echoed("in a header", .json("{}", status: 400, headers: ["X-Debug": "you are \(secret)"])),
        Place("redirect") { place in
            place.answers = [
                .redirect(to: "https://ann:\(escaped)@x.example/\(escaped)?token=\(escaped)#id_token=\(escaped)"),
                .status(400),
            ]
            // A Location keeps its path unredacted, so the test uses a known secret.
            place.route = .get("things").bearer(secret)
        },
    ]

    static let failures: [Place] = [
        Place("a plugin's error") { $0.plugins = [Refusing(error: Leak())] },
        Place("a transport's error") { $0.answers = [.failure(Leak())] },
        Place("user info") { place in
            let info: [String: any Sendable] = [
                "NSErrorFailingURLStringKey": "https://ann:\(escaped)@x.example", "sent": secret,
                NSUnderlyingErrorKey: Leak(), NSLocalizedDescriptionKey: "it did not like \(secret)",
            ]
            place.route = .get("things").bearer(secret)
            place.answers = [.failure(URLError(.timedOut, userInfo: info))]
        },
        Place("refresh") { place in
            let refresh: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential(secret) }) { _ in throw Leak() }
            place.plugins = [refresh]
            place.answers = [.text(secret, status: 401)]
        },
        Place("no token, in the place of one") { place in
            place.route = .get("things").query(["t": secret])
            place.plugins = [.accessToken(.query("t")) { nil }]
        },
        Place("a parameter of a type") { place in
            place.route = .get("things").bearer(secret)
            place.answers = [.data(Data([0]), contentType: "image/png; x=\"\(secret)\"", status: 400)]
        },
        Place("a token that cannot be sent") { $0.plugins = [.accessToken { "\(secret)\n" }] },
        Place("credentials") { $0.plugins = [.credentials { _ in UserCredentials(user: "ann", password: secret) }] },
    ]

    static let types: [AuthorizationType] = [
        .bearer, .basic, .custom("Token"), .custom("SSWS"), .raw, .header("X-My-Thing"), .query("t"),
    ]

    /// Each location of a token, by each way to declare it.
    static let tokens: [Place] = types.flatMap { type -> [Place] in
        let token = type == .basic ? basic : secret
        let answers = [StubAnswer.json(#"{"echo": "\#(token)"}"#, status: 400, headers: ["Location": "/?t=\(escaped)"])]
        return [
            Place("\(type), plugin") { place in
                place.plugins = [.accessToken(type) { token }]
                place.answers = answers
            },
            Place("\(type), route") { place in
                place.route = .get("things").authorization(type)
                place.plugins = [.accessToken { token }]
                place.answers = answers
            },
            Place("\(type), refresh") { place in
                let refresh: TokenRefreshPlugin = .tokenRefresh(type, current: { AccessCredential(token) }) { $0 }
                place.plugins = [refresh]
                place.answers = answers
            },
            Place("\(type), by hand, the route says so") { place in
                place.route = .get("things").query(["t": token]).header("X-My-Thing", token).bearer(token)
                    .authorization(type)
                if type.tokenName == nil { place.route = .get("things").bearer(token).authorization(type) }
                if type == .query("t") { place.route = place.route.header("X-My-Thing", nil) }
                if type == .header("X-My-Thing") { place.route.task = .plain }
            },
            Place("\(type), then made anew") { place in
                let anew = Changing {
                    $0 = Endpoint($0.method, url: $0.url, headers: $0.headers, body: $0.body)
                }
                place.plugins = [.accessToken(type) { token }, anew]
                place.answers = answers
            },
            Place("\(type), then made anew in the exchange ring") { place in
                place.plugins = [.accessToken(type) { token }, NextTests.Anew()]
                place.answers = answers
            },
        ]
    }

    static let declared = Place("declared where the plugin would put it") { place in
        place.route = .get("things").header("X-My-Thing", secret)
        place.plugins = [.accessToken(.header("X-My-Thing")) { "other" }]
    }

    private static func url(_ text: String) -> URL { URL(string: text) ?? Probe.host }
}
