import Foundation
import Testing

@testable import TalynAlamofire
@testable import TalynMoya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The expected texts are those that Alamofire 5.11.2 writes.
struct URLEncodingTests {
    /// A parameter, and the components that Alamofire makes of it under the name "a b".
    struct Sample: Sendable, CustomTestStringConvertible {
        nonisolated(unsafe) let value: Any
        let expected: String
        var testDescription: String { "\(type(of: value)) \(expected)" }

        init(_ value: Any, _ expected: String) {
            self.value = value
            self.expected = expected
        }
    }

    private enum Shade { case dark }

    private static let url = URL(string: "https://a.example/p")!
    private let sample: Parameters = ["b": 2, "a": "x y", "Z": true, "é": 1, "list": [1, 2]]
    private static let query = "Z=1&a=x%20y&b=2&list%5B%5D=1&list%5B%5D=2&%C3%A9=1"

    private func request(_ method: String, _ url: URL = url) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        return request
    }

    private func text(_ value: Any, _ encoding: URLEncoding = .default) -> String {
        encoding.queryComponents(fromKey: "a b", value: value).map { "\($0)=\($1)" }.joined(separator: "&")
    }

    // MARK: Values

    @Test(arguments: [
        Sample(1, "a%20b=1"), Sample(-5, "a%20b=-5"), Sample(Int.min, "a%20b=-9223372036854775808"),
        Sample(UInt64.max, "a%20b=18446744073709551615"), Sample(UInt8(7), "a%20b=7"), Sample(1.5, "a%20b=1.5"),
        Sample(3.14, "a%20b=3.14"), Sample(Float(1.5), "a%20b=1.5"), Sample(CGFloat(2.5), "a%20b=2.5"),
        Sample(Decimal(string: "1.50")!, "a%20b=1.5"), Sample(NSDecimalNumber(string: "2.50"), "a%20b=2.5"),
        Sample(NSNumber(value: 1), "a%20b=1"), Sample(NSNumber(value: 1.5), "a%20b=1.5"),
        Sample(AnyHashable(1), "a%20b=1"),
    ])
    func numbersAreDecimal(sample: Sample) { #expect(text(sample.value) == sample.expected) }

    /// `NSNumber` writes itself.
    @Test func wholeDoublesAreAsFoundationWritesThem() {
        #if canImport(Darwin)
        #expect(text(1.0) == "a%20b=1")
        #else
        #expect(text(1.0) == "a%20b=1.0")
        #endif
    }

    @Test(arguments: [true, false])
    func booleansAreOneAndZeroOrWords(value: Bool) {
        let literal = URLEncoding(boolEncoding: .literal)
        #expect(text(value) == (value ? "a%20b=1" : "a%20b=0"))
        #expect(text(NSNumber(value: value)) == (value ? "a%20b=1" : "a%20b=0"))
        #expect(text(value, literal) == "a%20b=\(value)")
        #expect(text(NSNumber(value: value), literal) == "a%20b=\(value)")
        #expect(text([value], literal) == "a%20b%5B%5D=\(value)")
        // Numbers are not Boolean values.
        #expect(text(value ? 1 : 0, literal) == (value ? "a%20b=1" : "a%20b=0"))
        #expect(text(NSNumber(value: value ? 1 : 0), literal) == (value ? "a%20b=1" : "a%20b=0"))
    }

    @Test(arguments: [
        Sample("a b&c=d+e#f?g/h", "a%20b=a%20b%26c%3Dd%2Be%23f?g/h"), Sample("", "a%20b="),
        Sample("é한🦊", "a%20b=%C3%A9%ED%95%9C%F0%9F%A6%8A"), Sample(NSString(string: "a b"), "a%20b=a%20b"),
        Sample("abc".dropFirst(), "a%20b=bc"), Sample(Shade.dark, "a%20b=dark"),
        Sample(Date(timeIntervalSince1970: 0), "a%20b=1970-01-01%2000%3A00%3A00%20%2B0000"),
        Sample(NSNull(), "a%20b=%3Cnull%3E"), Sample(Data("abc".utf8), "a%20b=3%20bytes"),
        Sample(URL(string: "https://b.example/?q=1")!, "a%20b=https%3A//b.example/?q%3D1"),
        Sample([1: 2], "a%20b=%5B1%3A%202%5D"), Sample(Set([1]), "a%20b=%5B1%5D"),
    ])
    func otherValuesAreTheirDescription(sample: Sample) { #expect(text(sample.value) == sample.expected) }

    /// Text is the exception: its description has the word `Optional`.
    @Test(arguments: [
        Sample(Optional(1) as Any, "a%20b=1"), Sample(Optional(true) as Any, "a%20b=1"),
        Sample(Optional<Int>.none as Any, "a%20b=nil"), Sample(Optional<String>.none as Any, "a%20b=nil"),
        Sample(Optional("a") as Any, "a%20b=Optional%28%22a%22%29"), Sample(Optional([1]) as Any, "a%20b%5B%5D=1"),
        Sample(Optional(["k": 1]) as Any, "a%20b%5Bk%5D=1"),
        Sample([1, nil] as [Int?], "a%20b%5B%5D=1&a%20b%5B%5D=nil"),
    ])
    func optionalsAreUnwrappedByCasts(sample: Sample) { #expect(text(sample.value) == sample.expected) }

    @Test(arguments: [
        Sample([1, 2], "a%20b%5B%5D=1&a%20b%5B%5D=2"), Sample([Int](), ""), Sample([String: Int](), ""),
        Sample([[1, 2], [3]], "a%20b%5B%5D%5B%5D=1&a%20b%5B%5D%5B%5D=2&a%20b%5B%5D%5B%5D=3"),
        Sample(NSArray(array: [1, 2]), "a%20b%5B%5D=1&a%20b%5B%5D=2"),
        Sample(["k": ["l": [true]]] as [String: Any], "a%20b%5Bk%5D%5Bl%5D%5B%5D=1"),
        Sample([["a": 1], ["b": 2]], "a%20b%5B%5D%5Ba%5D=1&a%20b%5B%5D%5Bb%5D=2"),
        Sample(NSDictionary(dictionary: ["k": 1]), "a%20b%5Bk%5D=1"),
        Sample(["k": 1] as [AnyHashable: Any], "a%20b%5Bk%5D=1"),
    ])
    func arraysAndDictionariesAddBrackets(sample: Sample) { #expect(text(sample.value) == sample.expected) }

    /// Alamofire has them in the order of the dictionary, which differs from run to run.
    @Test func nestedDictionariesAreSortedByName() {
        let names = (0..<20).map { "k\($0)" }
        let value = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        #expect(text(value) == names.sorted().map { "a%20b%5B\($0)%5D=1" }.joined(separator: "&"))
    }

    @Test func elementsCanBeNamedOtherwise() {
        let value: Any = ["k": [1, [2]] as [Any]]
        #expect(text(value, URLEncoding(arrayEncoding: .noBrackets)) == "a%20b%5Bk%5D=1&a%20b%5Bk%5D=2")
        #expect(
            text(value, URLEncoding(arrayEncoding: .indexInBrackets))
                == "a%20b%5Bk%5D%5B0%5D=1&a%20b%5Bk%5D%5B1%5D%5B0%5D=2")
        #expect(
            text([1, [2]] as [Any], URLEncoding(arrayEncoding: .custom { "\($0).\($1)" })) == "a%20b.0=1&a%20b.1.0=2")
    }

    @Test func allBytesAreEscapedButUnreservedOnesSlashAndQuestionMark() {
        let ascii = String(decoding: Array(0..<128) as [UInt8], as: UTF8.self)
        #expect(
            URLEncoding.default.escape(ascii)
                == "%00%01%02%03%04%05%06%07%08%09%0A%0B%0C%0D%0E%0F%10%11%12%13%14%15%16%17%18%19%1A%1B%1C%1D%1E%1F"
                + "%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-./0123456789%3A%3B%3C%3D%3E?%40ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                + "%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~%7F")
        #expect(
            URLEncoding.default.escape("ÿ\u{301}e\u{7FF}\u{800}\u{10FFFF}\r\n")
                == "%C3%BF%CC%81e%DF%BF%E0%A0%80%F4%8F%BF%BF%0D%0A")
    }

    // MARK: Requests

    @Test(arguments: ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH", "OPTIONS", "TRACE", "QUERY", "X"])
    func theMethodDecidesBetweenQueryAndBody(method: String) throws {
        let encoded = try URLEncoding.default.encode(request(method), with: sample)
        if ["GET", "HEAD", "DELETE"].contains(method) {
            #expect(encoded.url?.absoluteString == "https://a.example/p?\(Self.query)")
            #expect(encoded.httpBody == nil && encoded.allHTTPHeaderFields ?? [:] == [:])
        } else {
            #expect(encoded.url == Self.url)
            #expect(encoded.httpBody == Data(Self.query.utf8))
            #expect(
                encoded.allHTTPHeaderFields == ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"])
        }
    }

    @Test func aDestinationOverridesTheMethod() throws {
        var post = request("POST")
        post.httpBody = Data("old".utf8)
        let query = try URLEncoding.queryString.encode(post, with: ["q": 1])
        #expect(query.url?.absoluteString == "https://a.example/p?q=1" && query.httpBody == Data("old".utf8))
        let form = try URLEncoding.httpBody.encode(request("GET"), with: ["q": 1])
        #expect(form.url == Self.url && form.httpBody == Data("q=1".utf8))
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example?q=1%202"), ("https://a.example?", "https://a.example?&q=1%202"),
        ("https://a.example/p?x=1", "https://a.example/p?x=1&q=1%202"),
        ("https://a.example/p?x=1#f", "https://a.example/p?x=1&q=1%202#f"),
        ("https://a.example/p#f", "https://a.example/p?q=1%202#f"),
        ("https://a.example/p?x=%20y&z", "https://a.example/p?x=%20y&z&q=1%202"),
        ("https://u:p@a.example:80/a%2Fb;c?d=e+f", "https://u:p@a.example:80/a%2Fb;c?d=e+f&q=1%202"),
        ("/p", "/p?q=1%202"),
    ])
    func aQueryIsAppendedToTheURLs(text: String, expected: String) throws {
        let url = try #require(URL(string: text))
        #expect(
            try URLEncoding.default.encode(request("GET", url), with: ["q": "1 2"]).url?.absoluteString == expected)
        #expect(try URLEncoding.default.encode(request("GET", url), with: [:]).url?.absoluteString == text)
    }

    @Test func nilChangesNothingAndNoParametersMakeAnEmptyForm() throws {
        #expect(try URLEncoding.default.encode(request("POST"), with: nil) == request("POST"))
        let encoded = try URLEncoding.default.encode(request("POST"), with: [:])
        #expect(encoded.httpBody == Data())
        #expect(encoded.headers["content-type"] == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test func aContentTypeOfTheRequestStays() throws {
        var post = request("POST")
        post.setValue("text/plain", forHTTPHeaderField: "content-type")
        let encoded = try URLEncoding.default.encode(post, with: ["q": 1])
        #expect(encoded.value(forHTTPHeaderField: "Content-Type") == "text/plain")
        #expect(encoded.httpBody == Data("q=1".utf8))
    }

    @Test func aQueryNeedsAURL() {
        var request = request("GET")
        request.url = nil
        let error = #expect(throws: AFError.self) { try URLEncoding.default.encode(request, with: ["q": 1]) }
        #expect(error?.isParameterEncodingError == true)
        #expect(error?.localizedDescription == "URL request to encode was missing a URL")
    }

    // MARK: Without parsing the URL

    private static let texts = [
        "https://a.example", "https://a.example/", "https://a.example/p", "https://a.example/p?x=1",
        "https://a.example/p?", "https://a.example?", "https://a.example?#", "https://a.example/p?x=1&",
        "https://a.example#f",
        "https://a.example/p#f", "https://a.example/p?x=1#f", "https://a.example/p?x=1#f?y#g", "https://a.example/p#",
        "https://a.example/a%2Fb", "https://a.example/a%20b?x=%20", "https://a.example/100%", "https://a.example/%zz",
        "https://a.example/[a]", "https://a.example/p?a[]=1", "https://a.example/p?a%5B%5D=1", "http://[::1]/p",
        "http://[::1]:80/p?x", "http://[::1", "https://a.example/é", "https://é.example/p", "https://a.example/日本?語=1",
        "https://a.example:/p", "https://a.example:", "https://a.example:?x", "https://a.example:80",
        "https://a.example:80/p",
        "https://a.example:8x/p", "https://a.example:99999/p", "http://:80/p", "http://a:b:c/p",
        "https://u:p@a.example/p",
        "https://u@a.example/p", "https://u:@a.example/p", "https://a@b@c/p", "https://a.example/a:b",
        "https://a.example/a@b;c,d",
        "https://a.example/!$&'()*+,;=", "https://a.example/p?a=b+c&d;e", "https://a.example/a b",
        "https://a.example/a\\b",
        "https://a.example/<a>", "https://a.example/\"", "https://a.example/{a}|^`", "https://a.example/\n",
        "https://a.example//a//b",
        "https://a.example/./a/../b", "https://", "http://", "https:///p", "https://?x", "https://#f", "https:",
        "https:/p",
        "https:p", "HTTPS://A.Example/P", "ftp://a.example/p", "mailto:a@b", "//a.example/p", "/p", "p", "p?x=1",
        "?x=1", "?",
        "#f", "", " ", "https://a.example/~a_b-c.d", "https://a_b.example/p", "https://-a.example",
        "https://a..example/p",
        "https://a.example/p??", "https://a.example/p?x=1?y=2", "https://a.example/p?x/y",
    ]

    /// The URL with the query appended by `URLComponents`; nil if the text is not a URL.
    private func composed(_ text: String, _ query: String) -> String? {
        guard let url = URL(string: text) else { return nil }
        guard !query.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return url.absoluteString
        }
        parts.percentEncodedQuery = (parts.percentEncodedQuery.map { $0 + "&" } ?? "") + query
        return parts.url?.absoluteString
    }

    @Test(arguments: texts)
    func aQueryWithoutParsingIsThatOfURLComponents(text: String) throws {
        for (parameters, query) in [([:], ""), (["q": "1 2"], "q=1%202"), (sample, Self.query)] {
            let expected = composed(text, query)
            let endpoint = Endpoint(
                url: text, sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get,
                task: .requestParameters(parameters: parameters, encoding: URLEncoding.default), httpHeaderFields: nil)
            if let expected {
                #expect(try endpoint.urlRequest().url?.absoluteString == expected)
                let url = try #require(URL(string: text))
                #expect(
                    try URLEncoding.default.encode(URLRequest(url: url), with: parameters).url?.absoluteString
                        == expected)
            } else {
                let error = #expect(throws: MoyaError.self) { try endpoint.urlRequest() }
                guard case .requestMapping(text)? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }
}
