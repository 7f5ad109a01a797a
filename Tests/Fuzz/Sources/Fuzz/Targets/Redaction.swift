import Foundation

@testable import Talyn

extension FuzzTarget {
    /// A secret in a documented position is removed, whatever surrounds it, and redacting is idempotent.
    static let redaction = FuzzTarget(
        "redaction",
        seeds: [
            fields("a=b&c", "d"), fields("/webhooks/x", "q=1"), fields("{\"token\":\"abcdefgh\"}", "\\u0070assword"),
            fields("\"", "\\"),
            fields("https://u:p@h.example/?access_token=abcdefgh#id_token=x", "Bearer abcdefgh12345"),
            fields("\u{301}", "\u{FE0F}"),
            fields("a\u{301}=\u{301}", "\r\n"),
            fields("--boundary\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx", "--"),
            fields("<password>abc</password>", "<a token=\"x\"/>"), fields("[[[[[[{\"a\":[", "]}"),
            fields("password: \"hunter2\"", ";"),
            fields("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "-----BEGIN PRIVATE KEY-----"),
            fields("%2", "%E2%80%8D"),
            fields("s=1; HttpOnly", "Path=/, t=2"), fields("Digest username=\"a\", response=\"\u{301}\"", "=\u{200D}&"),
        ].map { $0 } + [[0xFE, 0xFF, 0, 0x7B], [0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80]]
    ) { input in
        let parts = input.fields(2)
        RedactionProperties.checkTwice(Data(input.bytes), parts)
        for (place, redacted) in RedactionProperties.planted(parts[0], parts[1])
        where !RedactionProperties.holdsCanary(parts) {
            let isGone = !Texts.contains(redacted.utf8, RedactionProperties.canary)
            require(isGone, "a planted secret is gone: \(place)", (parts, redacted))
        }
        RedactionProperties.checkScrubbing(parts)
    }
}

private enum RedactionProperties {
    /// Returns whether an input contains the canary elsewhere, because libFuzzer learns it from comparisons.
    static func holdsCanary(_ parts: [String]) -> Bool { parts.contains { Texts.contains($0.utf8, canary) } }

    static let canary = "Kq7canaryZx19Wv"

    /// Returns redacted texts with the canary in the positions that the documentation names.
    static func planted(_ before: String, _ behind: String) -> [(String, String)] {
        let (name, value) = (Texts.percentEncoded(before), Texts.percentEncoded(behind))
        let redaction = Redaction.standard
        let form = "\(name)=\(value)&password=\(canary)&\(value)=\(name)"
        let json = "{\(Texts.json(before)):\(Texts.json(behind)),\"password\":\"\(canary)\",\(Texts.json(behind)):[1]}"
        let list = "[\(Texts.json(behind)),{\"a\":{\"accessToken\":\(Texts.json(canary + before))}}]"
        let cookie = Texts.only(before) { $0.value > 0x20 && $0.value != 0x7F && !",;".unicodeScalars.contains($0) }
        let headers: HTTPHeaders = [
            "X-Any": "", "Authorization": "Bearer \(canary)", "Cookie": "a=\(cookie); session=\(canary)",
            "Set-Cookie": "sid=\(canary)\(cookie); Path=/", "X-Api-Key": "\(before)\(canary)\(behind)",
            "Location": "/\(name)?\(value)&access_token=\(canary)", "Proxy-Authorization": "\(cookie) \(canary)",
        ]
        func body(_ text: String, _ type: String?) -> String {
            // What is not read is not shown.
            redaction.body(Data(text.utf8), contentType: type).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return [
            ("query", redaction.url("https://h.example/\(name)?\(form)")),
            ("fragment", redaction.url("https://h.example/?\(name)#\(form)")),
            ("user info", redaction.url("https://\(name):\(canary)@h.example/\(value)")),
            ("relative", redaction.url("/\(name)?\(value)&api_key=\(canary)")),
            ("headers", redaction.headers(headers).map { "\($0.name): \($0.value)" }.joined(separator: "\n")),
            ("form", body(form, "application/x-www-form-urlencoded")), ("JSON", body(json, "application/json")),
            ("JSON of no type", body(json, nil)), ("nested JSON", body(list, "application/json")),
            ("JSON in JSON", body("{\"a\":\(Texts.json(json))}", "application/json")),
        ]
    }

    static func checkTwice(_ data: Data, _ parts: [String]) {
        let redaction = Redaction.standard
        for type in [nil, "application/json", "application/x-www-form-urlencoded", "text/plain"] {
            guard let once = redaction.body(data, contentType: type) else { continue }
            // The shortest secret is one byte and becomes eight; a UUID keeps its length.
            require(once.count <= data.count * 9 + 16, "what is redacted is bounded", (type as Any, data, once))
            // What is no text is not read: user info may have stood before the NUL.
            if once.prefix(4).contains(0) { continue }
            let twice = redaction.body(once, contentType: type)
            require(
                twice == once, "redacting a body twice is redacting it once",
                (type as Any, data as NSData, once as NSData, twice as Any))
        }
        for text in parts {
            let once = redaction.url(text)
            require(
                Texts.isSame(redaction.url(once), once), "redacting a URL twice is redacting it once",
                (text, once, redaction.url(once)))
            for name in [
                "Authorization", "Cookie", "Set-Cookie", "Location", "Link", "X-Note", "Sec-WebSocket-Protocol",
                "Refresh",
            ] {
                let once = redaction.headers([name: text])
                let twice = redaction.headers(once)
                let isSame = zip(once, twice).allSatisfy { Texts.isSame($0.value, $1.value) }
                require(
                    isSame, "redacting a header twice is redacting it once", (name, text, Array(once), Array(twice)))
            }
        }
    }

    static func checkScrubbing(_ parts: [String]) {
        let secret = parts[0]
        guard (6...200).contains(secret.utf8.count), !Texts.contains(Redaction.placeholder.utf8, secret),
            !secret.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            // The text around the placeholder may complete its first or last letter to the secret again.
            !Texts.contains(secret.utf8, String(Redaction.placeholder.prefix(1))),
            !Texts.contains(secret.utf8, String(Redaction.placeholder.suffix(1)))
        else { return }
        for text in ["\(parts[1])\(secret)\(parts[1])", "a=\(Texts.percentEncoded(secret))", "[\(Texts.json(secret))]"]
        {
            let scrubbed = SecretSearch(for: [secret]).scrubbed(text)
            require(!Texts.contains(scrubbed.utf8, secret), "a repeated secret is gone", (secret, text, scrubbed))
        }
    }
}
