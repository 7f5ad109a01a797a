import Foundation
import Talyn
import Testing

@testable import TalynStores

private let clone = ProcessInfo.processInfo.environment["TALYN_HTTP_STATE"].map { URL(fileURLWithPath: $0) }

/// The cases of abarth/http-state, of a clone at `TALYN_HTTP_STATE`: `HTTP_STATE=CLONE .ci/long cookies`.
@Suite(.enabled(if: clone != nil, "no clone of abarth/http-state")) struct HTTPStateTests {
    /// Those that RFC 6265bis decides otherwise: cookies without a name are stored (§5.6, step 3), a field with a
    /// control character is ignored (§5.6, step 1), of several `Domain`s the last counts, also an empty one (§5.7), and
    /// escapes of a path are compared as they are (§5.1.4).
    private static let exceptions: Set<String> = [
        "0004", "0021", "0023", "0024", "0025", "0026", "0027", "0028", "CHROMIUM0009", "CHROMIUM0010", "CHROMIUM0012",
        "MOZILLA0012", "MOZILLA0014", "MOZILLA0015", "MOZILLA0016", "MOZILLA0017", "NAME0017", "NAME0023", "NAME0025",
        "NAME0028", "NAME0031", "NAME0032", "NAME0033", "DISABLED_CHROMIUM0022", "DISABLED_CHROMIUM0023",
        "OPTIONAL_DOMAIN0042", "DISABLED_PATH0029",
    ]

    private struct Case: Decodable {
        let test: String
        let received: [String]
        let sent: [Pair]
        let target: String?

        struct Pair: Decodable {
            let name: String
            let value: String
        }

        enum CodingKeys: String, CodingKey {
            case test, received, sent
            case target = "sent-to"
        }
    }

    private struct DateCase: Decodable {
        let test: String
        let expected: String?
    }

    private func decode<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
        let file = try #require(clone).appendingPathComponent(path)
        let decoder = JSONDecoder()
        // One file begins with a comment.
        decoder.allowsJSON5 = path.hasSuffix("bsd-examples.json")
        return try decoder.decode(type, from: Data(contentsOf: file))
    }

    @Test func cookiesAreSentAsTheCasesSay() throws {
        // Before the ends that the cases take for far.
        let now = Date(timeIntervalSince1970: 1_300_000_000)
        let base = try #require(URL(string: "http://home.example.org:8888/cookie-parser?test"))
        let cases = try decode("tests/data/parser.json", as: [Case].self)
        #expect(cases.count > 200)
        var different: [String: String] = [:]
        for row in cases {
            let jar = CookieJar()
            var headers = HTTPHeaders()
            for field in row.received { headers.add("Set-Cookie", field) }
            jar.store(Response(statusCode: 200, headers: headers, endpoint: Endpoint(url: base)), at: now)
            let url = try #require(URL(string: row.target ?? "/cookie-parser-result?test", relativeTo: base))
                .absoluteURL
            let sent = jar.cookies(for: url, at: now).map { "\($0.name)=\($0.value)" }
            let expected = row.sent.map { "\($0.name)=\($0.value)" }
            if sent != expected { different[row.test] = "\(row.received) sent \(sent), not \(expected)" }
        }
        #expect(Set(different.keys) == Self.exceptions, "\(different.filter { !Self.exceptions.contains($0.key) })")
    }

    @Test func datesAreReadAsTheCasesSay() throws {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for path in ["examples", "bsd-examples"] {
            for row in try decode("tests/data/dates/\(path).json", as: [DateCase].self) {
                let date = CookieDate.date(in: Array(row.test.utf8)[...])
                #expect(date == row.expected.flatMap { format.date(from: $0) }, "\(row.test)")
            }
        }
    }
}
