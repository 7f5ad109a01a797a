import Foundation
import Testing

@testable import Talyn

@Suite struct ResponseLinksTests {
    private func response(_ fields: String..., url: String = "https://api.example/v1/items?page=2") -> Response {
        let headers = HTTPHeaders(fields.map { HTTPHeaders.Field("link", $0) })
        return Response(statusCode: 200, headers: headers, url: URL(string: url), endpoint: Endpoint(url: GitHub.host))
    }

    @Test(arguments: [
        (#"<https://a.example/2>; rel="next""#, ["https://a.example/2"]),
        (#"<https://a.example/2>;rel=next"#, ["https://a.example/2"]),
        (#"<https://a.example/2> ; REL = "NEXT""#, ["https://a.example/2"]),
        ("<https://a.example/2>;\trel=\"next\"\t;title=\"x\"", ["https://a.example/2"]),
        (#"<https://a.example/0>; rel=prev, <https://a.example/2>; rel="last next""#, ["https://a.example/2"]),
        ("<https://a.example/2>; rel=\"next\tlast\"", ["https://a.example/2"]),
        (#"<https://a.example/a,b;c>; rel=next"#, ["https://a.example/a,b;c"]),
        (#"<https://a.example/1>; title="a, b; rel=next; <x>"; rel=prev, </2>; rel=next"#, ["https://api.example/2"]),
        (#"<https://a.example/1>; title="a \", b"; rel=prev,<2>;rel=next"#, ["https://api.example/v1/2"]),
        (#"<?page=3>; rel=next"#, ["https://api.example/v1/items?page=3"]),
        (#"<//b.example/x>; rel=next"#, ["https://b.example/x"]),
        (#"<>; rel=next"#, ["https://api.example/v1/items?page=2"]),
        (#"< /2 >; rel=next"#, ["https://api.example/2"]),
        (#"</a b[1]%20>; rel=next"#, ["https://api.example/a%20b%5B1%5D%20"]),
        (#"</2?filter[name]=a%20b&c=100%>; rel=next"#, ["https://api.example/2?filter%5Bname%5D=a%20b&c=100%25"]),
        (#"<https://me:hunter2@b.example/2>; rel=next"#, ["https://b.example/2"]),
        (#", ,<https://a.example/2>; rel=next, ,"#, ["https://a.example/2"]),
        (#"<https://a.example/2>; rel=next; rel=prev"#, ["https://a.example/2"]),
        (#"<https://a.example/2>; ; rel=next;"#, ["https://a.example/2"]),
        (#"<https://a.example/2>; crossorigin; rel=next"#, ["https://a.example/2"]),
        (#"nonsense, <https://a.example/2>; rel=next"#, ["https://a.example/2"]),
        (#"<https://a.example/2>; rel=next garbage "a, b", <https://a.example/3>; rel=last"#, ["https://a.example/2"]),
        (#"<https://a.example/2> x; rel=next, </3>; rel=next"#, ["https://api.example/3"]),
        (#"<https://a.example/2>; rel="next"#, ["https://a.example/2"]),
    ])
    func theNextLinkIsFound(field: String, expected: [String]) throws {
        let found = response(field).links["next"]?.url?.absoluteString
        #expect(found.map { [$0] } ?? [] == expected)
    }

    @Test(arguments: [
        "", ",", "<", "<>", "<a", "a>", "<a>", "<a>;", "<a>; rel", "<a>; rel=", "<a>; rel=\"\"", "<a>; rel=\" \"",
        "<a>; rev=next", "<a>; title=next", "<a>; rel=nextt", "<a>; rel=next-archive", "<a>; rel=prev; rel=next",
        "<a>; rel=next\u{301}", "<a>\u{301}; rel=next", "<a>;\u{301} rel=next", "; rel=next", "\"<a>; rel=next\"",
        "<ftp://a.example/>; rel=prev", "<a>; rel=next; anchor=\"/other\"", "<a>; rel=next; anchor=\"#part\"",
    ])
    func aFieldWithoutANextLinkHasNone(field: String) throws {
        #expect(response(field).links["next"] == nil)
    }

    @Test func anAnchorThatIsTheResponseItselfDoesNotCount() throws {
        let links = response(#"</2>; rel=next; anchor="?page=2""#).links
        #expect(links["next"]?.reference == "/2")
    }

    @Test func severalFieldsAndRelationsAreOneList() throws {
        let response = response(
            #"<a>; rel="prev first"; Title="é, \"x\""; hreflang=de; hreflang=fr"#, #"<b>; rel=next, <c>; rel=LAST"#)
        #expect(response.links.map(\.reference) == ["a", "b", "c"])
        #expect(response.links.map(\.relations) == [["prev", "first"], ["next"], ["last"]])
        #expect(
            response.links.first?.parameters == ["rel": "prev first", "title": "é, \"x\"", "hreflang": "de"])
        #expect(response.links["Last"]?.url?.absoluteString == "https://api.example/v1/c")
    }

    @Test(arguments: ["ftp://a.example/", "mailto:a@a.example", "https://", "javascript:alert(1)", "http:"])
    func aReferenceThatIsNoHTTPURLHasNone(reference: String) throws {
        let link = try #require(response("<\(reference)>; rel=next").links["next"])
        #expect(link.url == nil && link.reference == reference)
    }

    @Test(arguments: ["/a%20b?c=%5B%2F%5D&d=e+f", "?q=%E4%F6", "%2e%2E/a"])
    func escapesStayAsTheServerSentThem(reference: String) throws {
        let url = response("<\(reference)>; rel=next").links["next"]?.url
        #expect(url?.absoluteString.hasSuffix(bytes: reference) == true)
    }

    @Test func aFieldOfAnyLengthIsReadInLinearTime() throws {
        for piece in ["<", "<a>;", "\"", "<a>; rel=\"", ",", "<a>; rel=next,", "; ", "\\", "=\""] {
            _ = response(String(repeating: piece, count: 100_000)).links
        }
    }

    @Test func textsShowNoURL() throws {
        let links = response("<https://a.example/?token=\(canary)>; rel=next; title=\(canary)").links
        #expect("\(links)" == "[Link(next)]")
        #expect(!texts(of: links).contains(canary))
    }
}
