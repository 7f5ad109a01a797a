import Foundation
import Testing

@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct TargetTypeTests {
    private static let bases = [
        "https://shop.example", "https://shop.example/", "https://shop.example/api", "https://shop.example/api/",
        "https://shop.example/api//", "https://shop.example:8080/api", "https://shop.example/api?key=1",
        "https://shop.example/api#top", "https://u:p@shop.example/a%20b/", "https://shop.example/a/../b",
        "HTTPS://Shop.Example/API", "http://[::1]:80/x", "file:///api", "http:", "https:", "https:///x", "http:/x",
        "https://shop.example/x/.", "https://shop.example/.", "//shop.example/a", "api",
    ]
    private static let paths = [
        "", "items", "/items", "items/", "/items/", "//items", "items//", "a/b", "a//b", "/", "//", ".", "..", "./a",
        "../a", "a/../b", "a/./b", "a.b", ".hidden", "a/.hidden", "a..", "a.", "a b", "é", "日本/語", "%20", "a%2Fb",
        "100%", "a?b=c", "?", "a#b", "#", "a:b", "a;b", "a@b", "a+b", "a=b&c", "a,b", "(a)", "a'b", "~a_b-c", "a\\b",
        "a\u{301}", "\u{301}a", "a\n", "[a]", "{a}", "a|b", "*",
    ]

    @Test(arguments: bases)
    func theTextOfAURLIsThatOfFoundation(base: String) throws {
        var order = Order(try #require(URL(string: base)))
        for path in Self.paths {
            order.path = path
            #expect(order.urlText == URL(target: order).absoluteString, "\(base) and \(path)")
        }
    }

    @Test(arguments: [
        ("https://shop.example", "items", "https://shop.example/items"),
        ("https://shop.example/api/", "/items", "https://shop.example/api/items"),
        ("https://shop.example/api", "a b", "https://shop.example/api/a%20b"),
        ("https://shop.example/api", "", "https://shop.example/api"),
        ("https://shop.example/api?key=1", "items", "https://shop.example/api/items?key=1"),
    ])
    func aPathIsAppendedToTheBaseURL(base: String, path: String, expected: String) throws {
        var order = Order(try #require(URL(string: base)))
        order.path = path
        #expect(URL(target: order).absoluteString == expected && order.urlText == expected)
    }

    @Test func aRelativeBaseURLKeepsItsBase() throws {
        let base = try #require(URL(string: "https://shop.example/x/"))
        var order = Order(try #require(URL(string: "api/", relativeTo: base)))
        order.path = "items"
        #expect(order.urlText == URL(target: order).absoluteString)
    }

    @Test func theDefaultsAreNoSampleAndNoValidation() throws {
        struct Least: Moya.TargetType {
            let baseURL: URL
            var path: String { "" }
            var method: Moya.Method { .get }
            var task: Moya.Task { .requestPlain }
            var headers: [String: String]? { nil }
        }
        let least = Least(baseURL: try #require(URL(string: "https://shop.example")))
        #expect(least.sampleData.isEmpty && least.validationType == .none)
    }

    @Test func aMultiTargetHasThePropertiesOfTheHeldOne() throws {
        var order = Order(try #require(URL(string: "https://shop.example")), .patch, .requestData(Data("b".utf8)))
        order.headers = ["A": "1"]
        order.validationType = .customCodes([1, 2])
        for multi in [MultiTarget(order), .target(order)] {
            #expect(multi.baseURL == order.baseURL && multi.path == "orders" && multi.method == .patch)
            #expect(multi.headers == ["A": "1"] && multi.validationType == .customCodes([1, 2]))
            #expect(multi.sampleData == order.sampleData && multi.target is Order && multi.authorizationType == nil)
            guard case .requestData(let data) = multi.task else { return #expect(Bool(false)) }
            #expect(data == Data("b".utf8))
        }
    }

    @Test func aMultiTargetHasTheAuthorizationOfTheHeldOne() throws {
        struct Guarded: Moya.TargetType, AccessTokenAuthorizable {
            let baseURL: URL
            var path: String { "" }
            var method: Moya.Method { .get }
            var task: Moya.Task { .requestPlain }
            var headers: [String: String]? { nil }
            var authorizationType: AuthorizationType? { .bearer }
        }
        let url = try #require(URL(string: "https://shop.example"))
        #expect(MultiTarget(Guarded(baseURL: url)).authorizationType == .bearer)
    }

    @Test func aValidationAcceptsItsCodes() {
        let codes = [100, 199, 200, 299, 300, 399, 400, 404, 418]
        let validations: [(ValidationType, [Int])] = [
            (.none, codes), (.customCodes([]), codes), (.successCodes, [200, 299]),
            (.successAndRedirectCodes, [200, 299, 300, 399]), (.customCodes([404, 418]), [404, 418]),
        ]
        for (validation, accepted) in validations { #expect(codes.filter(validation.accepts) == accepted) }
    }

    @Test func validationsAreEqualByCase() {
        #expect(ValidationType.customCodes([1]) == .customCodes([1]) && ValidationType.customCodes([]) != .none)
        #expect(ValidationType.successCodes != .successAndRedirectCodes)
    }
}
