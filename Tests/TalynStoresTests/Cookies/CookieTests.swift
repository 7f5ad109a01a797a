import Foundation
import Talyn
import Testing

@testable import TalynStores

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `Set-Cookie` is stored, and sent again: RFC 6265bis §5.6 to §5.8.
@Suite struct CookieTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Returns the header of a request after responses of one URL.
    private func sent(
        _ fields: [String], from: String = "https://a.example/shop/cart?x", to: String? = nil,
        suffixes: PublicSuffixes? = nil, later: TimeInterval = 0
    ) throws -> String {
        let jar = CookieJar(publicSuffixes: suffixes)
        var headers = HTTPHeaders()
        for field in fields { headers.add("Set-Cookie", field) }
        let url = try #require(URL(string: from))
        jar.store(Response(statusCode: 200, headers: headers, endpoint: Endpoint(url: url)), at: Self.now)
        let target = try #require(URL(string: to ?? from))
        return jar.cookies(for: target, at: Self.now + later)
            .map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    @Test(arguments: [
        ("a=b", "a=b"), (" a = b ", "a=b"), ("a\t=\tb\t;", "a=b"), ("a=", "a="), ("=b", "b"), ("b", "b"),
        ("a=b=c", "a=b=c"),
        ("a=\"b c\"", "a=\"b c\""), ("a=\"b;c\"", "a=\"b"), ("a=b,c=d", "a=b,c=d"), ("a=b; ; =; x; y=", "a=b"),
        ("ä=ö", "ä=ö"), ("a=b\tc", "a=b\tc"), ("=", ""), ("", ""), (" ; a=b", ""), ("a=b\u{1}", ""), ("a\u{7F}=b", ""),
    ])
    func namesAndValuesAreReadAsTheyAre(field: String, expected: String) throws {
        #expect(try sent([field]) == expected)
    }

    @Test func namesAndValuesHaveAtMost4096Bytes() throws {
        let long = String(repeating: "x", count: 4_095)
        #expect(try sent(["a=\(long)"]) == "a=\(long)")
        #expect(try sent(["ab=\(long)"]).isEmpty)
        // An attribute that is too long is none.
        #expect(
            try sent(["a=b; Path=/\(String(repeating: "x", count: 1_024))"], to: "https://a.example/shop/") == "a=b")
        #expect(try sent(["a=b; Path=/no", "c=d; PATH=/shop; pAtH=/"], to: "https://a.example/") == "c=d")
    }

    @Test(
        arguments: [
            ("Max-Age=10", 9, true), ("Max-Age=10", 10, false), ("Max-Age=0", 0, false), ("max-age=-1", 0, false),
            ("Max-Age=", 9, true), ("Max-Age=x", 9, true), ("Max-Age=1x", 9, true), ("Max-Age=+1", 9, true),
            ("Max-Age=99999999999999999999999999", 400 * 86_400 - 1, true),
            ("Max-Age=99999999999999999999999999", 400 * 86_400, false), ("Max-Age=00000000000000000005", 4, true),
            ("Max-Age=00000000000000000005", 5, false), ("Expires=Thu, 01 Jan 1970 00:00:00 GMT", 0, false),
            ("Expires=Thu, 01 Jan 2099 00:00:00 GMT", 400 * 86_400 - 1, true),
            ("Expires=Thu, 01 Jan 2099 00:00:00 GMT", 400 * 86_400, false), ("Expires=never", 1e9, true),
            // Max-Age precedes, whatever the order.
            ("Max-Age=5; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 4, true),
            ("Expires=Thu, 01 Jan 2099 00:00:00 GMT; Max-Age=0", 0, false), ("Max-Age=0; Max-Age=5", 4, true),
            ("x", 1e9, true),
        ] as [(String, Double, Bool)])
    func aCookieLivesUntilItsEndAnd400DaysAtMost(attributes: String, later: Double, isSent: Bool) throws {
        #expect(try sent(["a=b; \(attributes)"], later: later) == (isSent ? "a=b" : ""))
    }

    @Test(
        arguments: [
            ("", "https://a.example/", true), ("", "https://b.a.example/", false), ("", "https://example/", false),
            ("a.example", "https://a.example/", true), ("a.example", "https://b.a.example/", true),
            (".a.example", "https://b.a.example/", true), ("A.ExAmPlE", "https://a.example/", true),
            ("a.example", "https://ba.example/", false), ("a.example", "https://c.example/", false),
            ("..a.example", "https://a.example/", false), ("a.example.", "https://a.example/", false),
            ("b.a.example", "https://b.a.example/", false), ("x.example", "https://a.example/", false),
            ("example", "https://a.example/", false), ("le", "https://a.example/", false),
            ("ä.example", "https://a.example/", false),
            ("x.example; Domain=a.example", "https://b.a.example/", true),
            ("a.example; Domain=", "https://b.a.example/", false),
            ("a.example; Domain=x.example", "https://a.example/", false),
            ("\"a.example\"", "https://a.example/", false),
            ("a.example:443", "https://a.example/", false), ("\u{301}a.example", "https://a.example/", false),
        ] as [(String, String, Bool)])
    func aDomainIsThatOfTheHostOrAboveIt(domain: String, url: String, isSent: Bool) throws {
        #expect(try sent(["a=b; Path=/; Domain=\(domain)"], to: url) == (isSent ? "a=b" : ""))
    }

    @Test(
        arguments: [
            ("http://127.0.0.1/", "Domain=127.0.0.1", "http://127.0.0.1/", true),
            ("http://127.0.0.1/", "Domain=0.0.1", "http://127.0.0.1/", false),
            ("http://[::1]:80/", "", "http://[::1]/", true), ("http://[0:0:0::1]/", "Secure", "http://[::1]/", true),
            ("http://[FE80::00AB]/", "Domain=fe80:0::ab", "http://[fe80::ab]/", true),
            ("http://[fe80::ab]/", "Domain=[FE80:0::AB]", "http://[fe80:0:0:0:0:0:0:ab]/", true),
            ("http://[::2]/", "", "http://[::20]/", false), ("http://1.2.3.4/", "", "http://5.1.2.3.4/", false),
            // The port does not matter (RFC 6265bis §8.5), the scheme does for secure cookies only.
            ("http://a.example:81/", "", "https://a.example/", true),
            ("https://a.example/", "Secure", "http://a.example/", false),
            ("http://a.example/", "Secure", "https://a.example/", false),
            ("http://localhost/", "Secure", "http://localhost/", true),
            ("http://127.0.0.1/", "Secure", "http://127.0.0.1/", true),
            ("https://evil.com./", "Domain=com.", "https://bank.com./", false),
            ("https://1.2.3.4/", "Domain=1.2.3.4", "https://5.1.2.3.4/", false),
            ("https://0x7f.1/", "Domain=1", "https://2.1/", false),
            ("ftp://a.example/", "", "https://a.example/", false),
        ] as [(String, String, String, Bool)])
    func addressesAndSchemesCount(from: String, attributes: String, to: String, isSent: Bool) throws {
        #expect(try sent(["a=b; \(attributes)"], from: from, to: to) == (isSent ? "a=b" : ""))
    }

    @Test(
        arguments: [
            ("", "/shop", true), ("", "/shop/x", true), ("", "/shopping", false), ("", "/", false), ("/", "/x", true),
            ("/shop", "/shop", true), ("/shop", "/shop/", true), ("/shop", "/shop?x", true), ("/shop", "/shops", false),
            ("/shop/", "/shop", false), ("/shop/", "/shop/x", true), ("shop", "/shop/y", true), ("\"/\"", "/x", false),
            ("/Shop", "/shop", false), ("/a%2Fb", "/a%2Fb/c", true), ("/a/b", "/a%2Fb/c", false),
            ("/x; Path=", "/shop/z", true),
        ] as [(String, String, Bool)])
    func aPathIsThatOfTheURLOrAboveIt(path: String, target: String, isSent: Bool) throws {
        #expect(try sent(["a=b; Path=\(path)"], to: "https://a.example\(target)") == (isSent ? "a=b" : ""))
    }

    @Test(arguments: [
        ("__Secure-a=b; Secure", true), ("__Secure-a=b", false), ("__secure-a=b", false),
        ("__SECURE-a=b; Secure", true),
        ("__Host-a=b; Secure; Path=/", true), ("__Host-a=b; Path=/", false), ("__Host-a=b; Secure", false),
        ("__Host-a=b; Secure; Path=/shop", false), ("__Host-a=b; Secure; Path=/; Domain=a.example", false),
        ("__host-a=b; Secure; Domain=a.example; Path=/; Domain=", true), ("__Host-a=b", false),
        ("=__Host-a=b; Secure; Path=/", false),
        ("__Secure-a; Secure", false), ("__Hosta=b", true), ("x__Host-a=b", true),
        ("a=b; SameSite=None", false), ("a=b; SameSite=None; Secure", true), ("a=b; SameSite=Strict", true),
        ("a=b; SameSite=lax", true), ("a=b; SameSite=other", true), ("a=b; SameSite=None; SameSite=Lax", true),
    ])
    func prefixesAndSameSiteAreKept(field: String, isSent: Bool) throws {
        #expect(try sent([field], to: "https://a.example/shop/") == (isSent ? String(field.prefix { $0 != ";" }) : ""))
    }

    @Test func longerPathsAreFirstAndThenOlderCookies() throws {
        let fields = [
            "a=1; Path=/", "b=2; Path=/shop", "c=3; Path=/", "d=4; Path=/shop", "a=5; Path=/",
            "e=6; Domain=a.example; Path=/",
        ]
        #expect(try sent(fields) == "b=2; d=4; a=5; c=3; e=6")
    }

    @Test func aPlainConnectionHidesNoSecureCookie() throws {
        let jar = CookieJar()
        func store(_ field: String, _ url: String) throws {
            let endpoint = Endpoint(url: try #require(URL(string: url)))
            jar.store(Response(statusCode: 200, headers: ["Set-Cookie": field], endpoint: endpoint), at: Self.now)
        }
        try store("a=secure; Secure; Path=/login", "https://a.example/")
        try store("a=plain; Path=/login", "http://a.example/")
        try store("a=plain; Path=/login/x; Domain=a.example", "http://b.a.example/")
        try store("a=plain; Path=/login; Max-Age=0", "http://a.example/")
        #expect(jar.cookies(at: Self.now).map(\.value) == ["secure"])
        try store("a=other; Path=/", "http://a.example/")
        try store("b=other; Path=/login", "http://a.example/")
        #expect(jar.cookies(at: Self.now).map(\.value) == ["secure", "other", "other"])
    }

    @Test func aListOfPublicSuffixesKeepsCookiesApart() throws {
        let list = PublicSuffixes("// comment\nuk\nco.uk\n*.ck\n!www.ck\n*.рф\nespaña.example\n")
        let from = "https://shop.co.uk/"
        #expect(try sent(["a=b; Domain=co.uk"], from: from, suffixes: list).isEmpty)
        #expect(try sent(["a=b; Domain=co.uk"], from: from) == "a=b")
        #expect(try sent(["a=b; Domain=shop.co.uk"], from: from, to: "https://x.shop.co.uk/", suffixes: list) == "a=b")
        // A suffix that is a host of its own.
        #expect(try sent(["a=b; Domain=co.uk"], from: "https://co.uk/", suffixes: list) == "a=b")
        #expect(try sent(["a=b; Domain=co.uk"], from: "https://co.uk/", to: from, suffixes: list).isEmpty)
        let rows = [
            ("x.ck", true), ("www.ck", false), ("a.x.ck", false), ("com", true), ("a.com", false), ("a.xn--p1ai", true),
            ("a.рф", true),
            ("b.a.xn--p1ai", false), ("xn--espaa-rta.example", true),
        ]
        for (domain, isSuffix) in rows { #expect(list.contains(domain) == isSuffix, "\(domain)") }
    }

    @Test func aDomainHas180CookiesAndAJar3000() throws {
        let jar = CookieJar()
        let url = try #require(URL(string: "https://a.example/"))
        for index in 0..<180 {
            jar.set(Cookie(name: "\(index)", value: "v", domain: "a.example", isSecure: index != 5))
        }
        // The use of all makes none younger; the one without Secure goes first, then the oldest.
        _ = jar.cookies(for: url)
        for index in 180..<182 { jar.set(Cookie(name: "\(index)", value: "v", domain: "a.example")) }
        let names = Set(jar.cookies(for: url).map(\.name))
        #expect(names.count == 180 && !names.contains("5"))
        #expect(!names.contains("0") && names.contains("1"))
        jar.set((0..<4_000).map { Cookie(name: "a", value: "v", domain: "h\($0).example") })
        #expect(jar.cookies.count <= 3_000 && jar.cookies.count >= 2_700)
        #expect(jar.cookies(for: url).isEmpty && jar.cookies.contains { $0.domain == "h3999.example" })
    }

    @Test func noTextShowsAValue() {
        let cookie = Cookie(name: "sid", value: "s3cret", domain: ".a.example", isHostOnly: false)
        #expect("\(cookie)" == "sid of .a.example")
        let jar = CookieJar()
        jar.set(cookie)
        #expect("\(jar)" == "1 cookie")
        for text in ["\(cookie)", String(reflecting: cookie), "\([cookie])", String(reflecting: jar)] {
            #expect(!text.contains("s3cret"))
        }
        var dumped = ""
        dump(cookie, to: &dumped)
        dump(jar, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    @Test func foundationsCookiesGoInAndOut() throws {
        let cookies = [
            Cookie(
                name: "a", value: "1", domain: "a.example", path: "/x",
                expires: Date(timeIntervalSince1970: 4_000_000_000)),
            Cookie(name: "b", value: "2", domain: "a.example", isHostOnly: false, isSecure: false, isHTTPOnly: false),
        ]
        let theirs = try cookies.map { try #require(HTTPCookie($0)) }
        #expect(theirs.map(\.domain) == ["a.example", ".a.example"])
        #expect(theirs.map { Cookie($0) } == cookies)
    }

    @Test func aJarOverFoundationsCookiesIsThoseOfFoundation() throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "talyn-\(UUID().uuidString)")
        let jar = CookieJar(storage)
        let url = try #require(URL(string: "https://a.example/shop/"))
        let headers: HTTPHeaders = ["Set-Cookie": "sid=1; Path=/; Secure"]
        jar.store(Response(statusCode: 200, headers: headers, endpoint: Endpoint(url: url)), at: Self.now)
        #expect(storage.cookies?.map(\.name) == ["sid"] && jar.cookies(for: url).map(\.name) == ["sid"])
        jar.set(Cookie(name: "b", value: "2", domain: "a.example"))
        #expect(Set(jar.cookies.map(\.name)) == ["sid", "b"])
        jar.remove { $0.name == "b" }
        #expect(jar.cookies.map(\.name) == ["sid"])
        jar.removeAll()
        #expect(storage.cookies?.isEmpty ?? true)
    }

    @Test(arguments: ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"])
    func anEndedCookieLeavesFoundationsStorage(attributes: String) throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "talyn-\(UUID().uuidString)")
        let jar = CookieJar(storage)
        let url = try #require(URL(string: "https://a.example/shop/"))
        for attributes in ["Max-Age=600", attributes] {
            for (name, scope) in [("a", "Path=/"), ("b", "Path=/; Domain=a.example"), ("c", "Secure")] {
                let headers: HTTPHeaders = ["Set-Cookie": "\(name)=1; \(scope); \(attributes)"]
                jar.store(Response(statusCode: 200, headers: headers, endpoint: Endpoint(url: url)), at: Self.now)
            }
            #expect(jar.cookies(for: url).count == (attributes == "Max-Age=600" ? 3 : 0))
        }
        #expect(storage.cookies?.isEmpty ?? true)
    }

    @Test func aRequestGetsOfFoundationsCookiesThoseOfItsPathAndScheme() throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "talyn-\(UUID().uuidString)")
        let jar = CookieJar(storage)
        jar.set(Cookie(name: "secure", value: "1", domain: "a.example"))
        jar.set(Cookie(name: "deep", value: "1", domain: "a.example", path: "/deep", isSecure: false))
        jar.set(Cookie(name: "plain", value: "1", domain: "a.example", isSecure: false))
        #expect(jar.cookies(for: try #require(URL(string: "http://a.example/"))).map(\.name) == ["plain"])
        jar.removeAll()
    }

    @Test func aRequestGetsNoEndedCookieOfFoundationsAndLongerPathsFirst() throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "talyn-\(UUID().uuidString)")
        let jar = CookieJar(storage)
        let end = Date(timeIntervalSinceNow: 3_600)
        jar.set(Cookie(name: "short", value: "1", domain: "a.example", expires: end))
        for path in ["/", "/a/b", "/a"] { jar.set(Cookie(name: path, value: "1", domain: "a.example", path: path)) }
        let url = try #require(URL(string: "https://a.example/a/b/c"))
        #expect(Set(jar.cookies(for: url).map(\.name)) == ["short", "/", "/a/b", "/a"])
        #expect(jar.cookies(for: url, at: end).map(\.name) == ["/a/b", "/a", "/"])
        #expect(!jar.cookies(at: end).contains { $0.name == "short" })
        jar.removeAll()
    }

    @Test func anAddressOfIPv6HasCookiesInFoundationsStorage() throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "talyn-\(UUID().uuidString)")
        let jar = CookieJar(storage)
        let url = try #require(URL(string: "http://[::1]:8080/"))
        jar.store(
            Response(statusCode: 200, headers: ["Set-Cookie": "sid=1"], endpoint: Endpoint(url: url)), at: Self.now)
        #expect(jar.cookies(for: url).map(\.name) == ["sid"] && jar.cookies.map(\.domain) == ["[::1]"])
        jar.removeAll()
    }

    @Test func aLogoutOfOneJarOverFoundationsCookiesIsThatOfAll() throws {
        let storage = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "talyn-\(UUID().uuidString)")
        let (one, two) = (CookieJar(storage), CookieJar(storage))
        let logouts = two.logouts
        one.removeAll()
        let endpoint = Endpoint(url: try #require(URL(string: "https://a.example/")))
        two.store(
            Response(statusCode: 200, headers: ["Set-Cookie": "sid=1"], endpoint: endpoint), at: Self.now,
            logouts: logouts)
        #expect(storage.cookies?.isEmpty ?? true)
    }

    // MARK: Domains

    @Test(
        arguments: [
            "", ".", "..", "a b.example", "a..example", "..a.example", "https://a.example", "a.example:443",
            "a.example/", "ä.example", "a,b.example", "*.a.example", "a.example?", "user@a.example", "[::1", "[x]",
            "[https://x]", "[::1]]", "[[::1]", "[::g]", "[1:2:3]", "[::1%]", "[::1%a/b]", "[%eth0:]", "[:]", "[v1.a:b]",
            "a%2eexample", String(repeating: "a", count: 64) + ".example",
            Array(repeating: "abcdefghi", count: 26).joined(separator: "."),
        ])
    func aDomainThatNoServerCanHaveIsRefused(domain: String) throws {
        for isHostOnly in [true, false] {
            let jar = CookieJar()
            jar.set(Cookie(name: "a", value: "1", domain: domain, isHostOnly: isHostOnly))
            #expect(jar.cookies.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("com", false, false), ("com", true, true), ("a.example.", true, true), ("a.example.", false, false),
            ("com.", false, false), ("localhost", false, true), ("127.0.0.1", false, true), ("::1", false, true),
            ("[::1]", true, true), ("[fe80::1%25eth0]", true, true), ("[::ffff:127.0.0.1]", true, true),
            ("a_b.example", false, true), ("xn--p1ai", true, true), ("A.Example", false, true),
        ] as [(String, Bool, Bool)])
    func aTopLevelDomainHasNoCookiesForAllOfItsNames(domain: String, isHostOnly: Bool, isStored: Bool) {
        let jar = CookieJar()
        jar.set(Cookie(name: "a", value: "1", domain: domain, isHostOnly: isHostOnly))
        #expect(jar.cookies.count == (isStored ? 1 : 0))
    }

    @Test func aDomainOfTheListOfPublicSuffixesIsRefusedToo() {
        let jar = CookieJar(publicSuffixes: PublicSuffixes("co.uk"))
        jar.set(Cookie(name: "a", value: "1", domain: "co.uk", isHostOnly: false))
        jar.set(Cookie(name: "b", value: "1", domain: "shop.co.uk", isHostOnly: false))
        jar.set(Cookie(name: "c", value: "1", domain: "co.uk"))
        #expect(jar.cookies.map(\.name) == ["b", "c"])
    }
}
